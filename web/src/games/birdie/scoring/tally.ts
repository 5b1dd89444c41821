/**
 * What a scoring is worth, point by point with reasons, out of the events that the server told of it. Nothing is
 * decided here: a set counts because the server wrote it.
 */
import type { BirdieBoard } from '../../../views';
import type { Event } from '../../../wire';

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
  /** The first card of its set in the row, counted from 1. */
  at?: number;
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

type Options = Readonly<Record<string, unknown>>;

/**
 * @param before the board as it was before the first of the events
 * @param options of the match: they say why a set is left out
 */
export function tally(events: readonly Event[], before: BirdieBoard, options: Options = {}): Tally {
  const lines: Line[] = [];
  const fresh: Record<string, number> = {};
  const marked: Marked[] = [];
  const flap: Line = { kind: 'flap', trait: '', count: 0, points: 0, clause: 'B5.7' };
  for (const event of events) {
    const { what, place: trait = '', points = 0, count = 0, at, clause = '' } = event;
    if (what === 'marked') marked.push({ trait, count, at });
    else if (what === 'wrote') {
      claim(marked, { trait, count: points, at });
      fresh[trait] = points;
      lines.push({ kind: 'set', trait, count: points, points, clause, at });
    } else if (what === 'dropped' || what === 'lost') {
      claim(marked, { trait, count, at });
      lines.push({ kind: what, trait, count, points: 0, clause, at });
    } else if (what === 'copied') {
      // A set that Owl moves is one of the row; a copy is not.
      if (at) claim(marked, { trait, count, at });
      fresh[trait] = points;
      lines.push({ kind: 'copy', trait, count: 0, points, clause, at });
    } else if (what === 'flapped') {
      flap.from ??= (at ?? 0) - count;
      flap.to = at;
      flap.count += count;
      flap.points += points;
      if (clause) flap.clause = clause;
    } else if (what === 'won trophy') {
      if (event.other !== event.seat) lines.push({ kind: 'trophy', trait, count: 0, points, clause, other: event.other });
    }
  }
  // What was marked and nothing came of it, as far as the events go.
  if (events.some((e) => e.what === 'wrote' || e.what === 'scored')) {
    for (const { trait, count, at } of marked) {
      const full = before.boxes[trait] !== undefined;
      lines.push({ kind: 'left out', trait, count, points: 0, clause: full || options.same_trait_sets !== 'choose' ? 'B5.6' : 'B9.3', full, at });
    }
  }
  if (flap.count > 0) lines.push(flap);
  const rank: Record<Line['kind'], number> = { set: 0, copy: 1, dropped: 2, 'left out': 3, lost: 3, flap: 4, trophy: 5 };
  lines.sort((a, b) => rank[a.kind] - rank[b.kind]);
  return upTo({ lines, fresh }, lines.length);
}

/** What has been told so far, while the lines are told one by one. */
export function upTo({ lines: all, fresh }: Pick<Tally, 'lines' | 'fresh'>, told: number): Tally {
  const lines = all.slice(0, told);
  const of = (kind: Line['kind']): Line[] => lines.filter((line) => line.kind === kind);
  const written = [...of('set'), ...of('copy')].map(({ trait }) => [trait, fresh[trait] ?? 0]);
  return {
    lines,
    total: lines.reduce((sum, line) => sum + line.points, 0),
    fresh: Object.fromEntries(written),
    flaps: of('flap')[0]?.count ?? 0,
    trophies: of('trophy').map(({ trait }) => trait),
  };
}

interface Marked {
  trait: string;
  count: number;
  at?: number;
}

/** A written or removed set is one of the marked ones, known by its place. In the expert game none are marked. */
function claim(marked: Marked[], set: Marked): void {
  const found = marked.findIndex((m) => (m.at ? m.at === set.at : m.trait === set.trait && m.count === set.count));
  if (found >= 0) marked.splice(found, 1);
}
