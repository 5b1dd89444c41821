/**
 * Dividing a row: the cuts a person makes, turned into the steps that the server knows (`bird 3`, `season 2`,
 * `leave`). Which runs are sets is not known here: for every card `starts` has the steps that were legal there.
 */

/** For each card of the row (from 0) the marking steps that were legal with the cursor on it. */
export type Starts = ReadonlyMap<number, readonly string[]>;

export interface Run {
  /** First card, counted from 0. */
  start: number;
  length: number;
  /** The step that marks it; none if it is no set. */
  step?: string;
  /** It could be counted by either trait. */
  either: boolean;
}

export type By = 'bird' | 'season';

/** Gaps that can be joined: gap `g` is between cards `g` and `g + 1`. */
export function joints(length: number, starts: Starts): boolean[] {
  return Array.from({ length: Math.max(0, length - 1) }, (_, gap) =>
    (starts.get(gap) ?? []).some((step) => step === 'bird 2' || step === 'season 2'));
}

/**
 * The runs between the cuts, from the left.
 * @param cuts by gap: is the wire cut there?
 * @param by what to count a run by when it could be either, by its first card
 */
export function runs(length: number, cuts: readonly boolean[], starts: Starts, by: ReadonlyMap<number, By>): Run[] {
  const found: Run[] = [];
  let start = 0;
  for (let card = 0; card < length; card += 1) {
    if (card < length - 1 && !cuts[card]) continue;
    const size = card - start + 1;
    const legal = starts.get(start) ?? [];
    const options = (['bird', 'season'] as const).filter((trait) => legal.includes(`${trait} ${size}`));
    const wanted = by.get(start);
    const trait = wanted && options.includes(wanted) ? wanted : options[0];
    found.push({ start, length: size, step: trait && `${trait} ${size}`, either: options.length === 2 });
    start = card + 1;
  }
  return found;
}

/** The marking steps of these runs, in order. Cards at which no set can begin are passed over by themselves. */
export function marks(division: readonly Run[], starts: Starts): string[] {
  return division.flatMap(({ start, length, step }) => {
    if (step) return [step];
    const cards = Array.from({ length }, (_, i) => start + i);
    return cards.filter((card) => starts.has(card)).map(() => 'leave');
  });
}

/** The cuts that make these sets, for a division that somebody else proposes; all other gaps are cut. */
export function cutsOf(length: number, sets: readonly { start: number; length: number }[]): boolean[] {
  const cuts = Array.from({ length: Math.max(0, length - 1) }, () => true);
  for (const { start, length: size } of sets) cuts.fill(false, start, start + size - 1);
  return cuts;
}

/** Makes the cards from `a` to `b` one run, cut off from their neighbours. */
export function together(cuts: readonly boolean[], a: number, b: number): boolean[] {
  const [first, last] = a <= b ? [a, b] : [b, a];
  return cuts.map((cut, gap) => (gap === first - 1 || gap === last ? true : gap >= first && gap < last ? false : cut));
}

/** The steps that the scorer proposes by phase, each `use W` with a card of the hand that can pay for it. */
export function proposal(steps: readonly string[], hand: readonly string[]): Record<'before' | 'cascade' | 'pigeon' | 'owl', string[]> {
  const plan = { before: [] as string[], cascade: [] as string[], pigeon: [] as string[], owl: [] as string[] };
  const left = [...hand];
  let part: keyof typeof plan = 'before';
  const expert = steps.some((step) => step.startsWith('remove '));
  for (const step of steps) {
    const [verb = '', what = ''] = step.split(' ');
    if (['bird', 'season', 'leave'].includes(verb)) continue;
    if (verb === 'remove' || verb === 'by') part = 'cascade';
    if (verb === 'use') {
      if (what === 'P') part = expert ? 'cascade' : 'pigeon';
      else part = what === 'O' ? 'owl' : 'before';
      const at = left.findIndex((card) => card.startsWith(what));
      plan[part].push(`use ${at >= 0 ? (left.splice(at, 1)[0] as string) : what}`);
    } else if (verb !== 'done') plan[part].push(step);
  }
  return plan;
}

/** A set as the scorer writes it, `1-4:robin`. */
export function parseSet(text: string): { start: number; length: number; trait: string } {
  const [, first = '1', last = '1', trait = ''] = /^(\d+)-(\d+):(\w+)$/.exec(text) ?? [];
  return { start: Number(first) - 1, length: Number(last) - Number(first) + 1, trait };
}
