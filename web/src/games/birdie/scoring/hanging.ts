/** Where the cards of a row hang: as large as fits, on as many wires as it takes. Lengths are in pixels. */

export interface Spot {
  x: number;
  y: number;
  /** Which wire, from the top. */
  line: number;
}

export interface Hanging {
  /** Width of a card; it is 1.4 times as high. */
  w: number;
  spots: Spot[];
  /** Wires. */
  count: number;
  lineHeight: number;
  height: number;
  sag: number;
  top: number;
}

export interface Room {
  width: number;
  /** Height of the window. */
  tall: number;
  /** By gap: is it cut? */
  cuts: boolean[];
  /** Cards can be put into the gaps and at both ends. */
  slots: boolean;
}

export const isNarrow = (width: number): boolean => width < 700;
/** Width of a place for a card; no target is narrower than 24 px. */
export const slotWidth = (width: number): number => (isNarrow(width) ? 24 : 32);

export function hang(cards: number, { width, tall, cuts, slots }: Room): Hanging {
  const narrow = isNarrow(width);
  const slot = slots ? slotWidth(width) : 0;
  const cut = narrow ? 26 : 38;
  const joined = slot || (narrow ? 4 : 8);
  const margin = narrow ? 8 + slot : width < 1100 ? 44 : 72;
  const room = width - margin * 2;
  const gapsOf = (from: number, to: number): number => {
    let sum = 0;
    for (let gap = from; gap < to - 1; gap += 1) sum += cuts[gap] ? cut : joined;
    return sum;
  };
  const largest = narrow ? 56 : cards <= 9 ? 112 : 96;
  const smallest = narrow ? 46 : 60;
  let per = Math.max(1, cards);
  while (per > 1 && (room - gapsOf(0, per)) / per < smallest) per -= 1;
  const count = Math.max(1, Math.ceil(cards / per));
  per = Math.ceil(cards / count);
  let w = largest;
  for (let line = 0; line < count; line += 1) {
    const [from, to] = [line * per, Math.min(cards, (line + 1) * per)];
    if (to > from) w = Math.min(w, (room - gapsOf(from, to)) / (to - from));
  }
  const below = narrow ? 56 : 66;
  const apart = narrow ? 26 : count > 1 ? 28 : 52;
  const top = narrow ? 26 : 34;
  // Several wires on a low screen: rather smaller cards than sets below its edge.
  if (!narrow && count > 1) w = Math.min(w, Math.max(smallest, (tall - 370 - top - count * (below + apart)) / count / 1.4));
  w = Math.max(40, Math.floor(w));
  const lineHeight = w * 1.4 + below + apart;
  const sag = narrow ? 8 : count > 1 ? 16 : 40;
  const spots: Spot[] = [];
  for (let line = 0; line < count; line += 1) {
    const [from, to] = [line * per, Math.min(cards, (line + 1) * per)];
    let x = margin + (room - (to - from) * w - gapsOf(from, to)) / 2;
    for (let card = from; card < to; card += 1) {
      const at = (x + w / 2) / width;
      spots.push({ x, y: line * lineHeight + top + 8 + sag * 4 * at * (1 - at) * 0.5, line });
      x += w + (cuts[card] ? cut : joined);
    }
  }
  const height = count * lineHeight + top - (count > 1 && !narrow ? apart - 12 : 0);
  return { w, spots, count, lineHeight, height, sag, top };
}

/** The middle of the gap behind a card; of that before the first card, and behind the last one of a wire, beside it. */
export function gapSpot({ w, spots, top }: Hanging, gap: number, width: number): Spot {
  const [left, right] = [spots[gap], spots[gap + 1]];
  const beside = slotWidth(width) / 2;
  if (left && right && left.line === right.line) return { x: (left.x + w + right.x) / 2, y: (left.y + right.y) / 2, line: left.line };
  if (left) return { x: left.x + w + beside, y: left.y, line: left.line };
  return right ? { x: right.x - beside, y: right.y, line: right.line } : { x: width / 2, y: top + 10, line: 0 };
}
