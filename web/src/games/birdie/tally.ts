/**
 * What a scoring is worth, point by point with reasons, out of the events that the server told of it. Nothing is
 * decided here: a set counts because the server wrote it.
 */
import type { BirdieBoard } from '../../views';
import type { Event } from '../../wire';

export interface Line {
  kind: 'set' | 'left out' | 'dropped' | 'lost' | 'flap' | 'trophy' | 'copy';
  trait: string;
  /** Cards of the set, or marks. */
  count: number;
  points: number;
  clause: string;
  /** Left out: the box was full before. Trophy: whom it is taken from. */
  full?: boolean;
  other?: number;
  /** Flap: places marked before and after. */
  from?: number;
  to?: number;
}

export interface Tally {
  lines: Line[];
  total: number;
  /** Boxes written now, by trait. */
  fresh: Record<string, number>;
  flaps: number;
  trophies: string[];
}

/**
 * @param before the board as it was before the first of the events
 */
export function tally(events: readonly Event[], before: BirdieBoard, flapValues: readonly number[]): Tally {
  const lines: Line[] = [];
  const fresh: Record<string, number> = {};
  const trophies: string[] = [];
  const marked: { trait: string; count: number }[] = [];
  let marks = 0;
  let flapClause = 'B5.7';
  for (const event of events) {
    const { what, place: trait = '', points = 0, count = 0, clause = '' } = event;
    if (what === 'marked' || what === 'set taken') marked.push({ trait, count });
    else if (what === 'wrote') {
      claim(marked, trait, points);
      fresh[trait] = points;
      lines.push({ kind: 'set', trait, count: points, points, clause });
    } else if (what === 'dropped') {
      claim(marked, trait, count);
      lines.push({ kind: 'dropped', trait, count, points: 0, clause });
    } else if (what === 'lost') {
      claim(marked, trait, count);
      lines.push({ kind: 'lost', trait, count, points: 0, clause });
    } else if (what === 'copied') {
      fresh[trait] = points;
      lines.push({ kind: 'copy', trait, count: 0, points, clause });
    } else if (what === 'flapped') {
      marks += points;
      if (clause) flapClause = clause;
    } else if (what === 'won trophy') {
      const own = event.other === event.seat;
      if (!own) trophies.push(trait);
      if (!own) lines.push({ kind: 'trophy', trait, count: 0, points, clause, other: event.other });
    }
  }
  // What was marked and nothing came of it, as far as the events go.
  if (events.some((e) => e.what === 'wrote' || e.what === 'scored')) {
    for (const { trait, count } of marked) {
      lines.push({ kind: 'left out', trait, count, points: 0, clause: 'B5.6', full: before.boxes[trait] !== undefined });
    }
  }
  if (marks > 0) {
    const from = before.flaps;
    const to = from + marks;
    const gain = value(flapValues, to) - value(flapValues, from);
    lines.push({ kind: 'flap', trait: '', count: marks, points: gain, clause: flapClause, from, to });
  }
  const rank: Record<Line['kind'], number> = { set: 0, copy: 1, dropped: 2, 'left out': 3, lost: 3, flap: 4, trophy: 5 };
  lines.sort((a, b) => rank[a.kind] - rank[b.kind]);
  const total = lines.reduce((sum, line) => sum + line.points, 0);
  return { lines, total, fresh, flaps: marks, trophies };
}

/** A written or removed set is one of the marked ones: the first of its trait and size. */
function claim(marked: { trait: string; count: number }[], trait: string, count: number): void {
  const at = marked.findIndex((m) => m.trait === trait && m.count === count);
  if (at >= 0) marked.splice(at, 1);
}

/** What the Flap column is worth with so many places marked. */
export function value(flapValues: readonly number[], marks: number): number {
  return marks > 0 ? (flapValues[Math.min(marks, flapValues.length) - 1] ?? 0) : 0;
}
