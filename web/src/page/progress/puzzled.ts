/** How this person has fared with puzzles. Kept in the browser only. */
export interface Tries {
  /** How many, the right one included. */
  tries: number;
  right: boolean;
  /** Gave up. */
  shown?: boolean;
  /** The day on which it was solved. */
  on?: string;
}
type Kept = Record<string, Record<string, Tries>>;

const KEY = 'birdtable.puzzles';
export const MOST_SQUARES = 12;
const DAY = 86_400_000;

/** The day in UTC. */
export const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function read(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

export const triesAt = (series: string, day: string): Tries | undefined => read()[series]?.[day];

export function keepTries(series: string, day: string, tries: Tries): void {
  const all = read();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [series]: { ...all[series], [day]: tries } }));
  } catch {
    // Then nothing is remembered.
  }
}

/** Days in a row on which the puzzle of the day was solved, up to today or yesterday. */
export function streak(series: string, today: string): number {
  const kept = read()[series] ?? {};
  const solved = (at: number): boolean => kept[dayAt(at)]?.on === dayAt(at);
  let at = Date.parse(today);
  if (!solved(at)) at -= DAY;
  let count = 0;
  for (; solved(at); at -= DAY) count++;
  return count;
}

/** The days from the first to the last, the last one first. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, back) => dayAt(Date.parse(last) - back * DAY));
}

/** A few characters that give nothing away: how many tries it took. */
export const squares = ({ tries, right }: Tries): string => '⬜'.repeat(Math.min(tries - (right ? 1 : 0), MOST_SQUARES)) + (right ? '🟩' : '');
