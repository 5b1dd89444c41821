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

/** The sets that marking steps make, the first of them at the first card where the server lets a set begin. */
export function setsOf(steps: readonly string[], starts: Starts): { start: number; length: number; by: By }[] {
  const places = [...starts.keys()].sort((a, b) => a - b);
  const sets: { start: number; length: number; by: By }[] = [];
  let cursor = 0;
  for (const step of steps) {
    const start = places.find((place) => place >= cursor) ?? cursor;
    const [by = '', size = '1'] = step.split(' ');
    if (by !== 'leave') sets.push({ start, length: Number(size), by: by as By });
    cursor = start + (by === 'leave' ? 1 : Number(size));
  }
  return sets;
}

/** A play of a scoring, by the phases in which its steps are asked for. */
export interface Plan {
  before: string[];
  marks: string[];
  cascade: string[];
  pigeon: string[];
  /** Which of several sets of a trait count. */
  choose: string[];
  owl: string[];
}

export function planOf(steps: readonly string[]): Plan {
  const plan: Plan = { before: [], marks: [], cascade: [], pigeon: [], choose: [], owl: [] };
  const expert = steps.some((step) => step.startsWith('remove '));
  let part: keyof Plan = 'before';
  let previous = '';
  for (const step of steps) {
    const [verb = '', what = ''] = step.split(' ');
    if (['bird', 'season', 'leave'].includes(verb)) plan.marks.push(step);
    else {
      if (verb === 'remove') part = 'cascade';
      else if (verb === 'use') part = what.startsWith('O') ? 'owl' : what.startsWith('P') ? (expert ? 'cascade' : 'pigeon') : 'before';
      const chooses = verb === 'set' && part !== 'owl' && !previous.startsWith('use P');
      if (verb !== 'done' || part === 'cascade') plan[chooses ? 'choose' : part].push(step);
    }
    previous = step;
  }
  return plan;
}

/**
 * Which card of the first row lies where after Woodpecker and Robin, each card by its place in the first row. What
 * Robin brings is numbered after them.
 */
export function arrange(length: number, before: readonly string[]): number[] {
  const cards = Array.from({ length }, (_, card) => card);
  let held = length;
  for (const step of before) {
    const [verb, place] = step.split(' ');
    if (verb === 'move') held = cards.splice(Number(place) - 1, 1)[0] ?? held;
    if (verb === 'insert') cards.splice(Number(place) - 1, 0, held);
  }
  return cards;
}

/** The first and the last card that are gone from a row from which one card and its neighbours were taken. */
export function goneFrom(row: readonly string[], left: readonly string[], removed: number): [number, number] {
  const count = row.length - left.length;
  for (let first = Math.max(0, removed - count + 1); first <= removed; first += 1) {
    if (row.toSpliced(first, count).join() === left.join()) return [first, first + count - 1];
  }
  return [removed, removed];
}
