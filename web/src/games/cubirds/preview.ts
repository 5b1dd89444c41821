/** What a lay would do to a row, drawn into the row: out of the events that the server foresees. */
import type { Event } from '../../wire';

export interface Shown {
  card: string;
  /** Will lie here; will be taken. */
  ghost: boolean;
  takes: boolean;
}

export interface Lay {
  row: number;
  side: 'left' | 'right';
  laid: string[];
  taken: number;
}

export function layOf(events: readonly Event[]): Lay | undefined {
  const laid = events.find((event) => event.what === 'laid');
  if (!laid) return undefined;
  const [row = '1', side = 'left'] = (laid.place ?? '').split(' ');
  const took = events.find((event) => event.what === 'took');
  return { row: Number(row) - 1, side: side as Lay['side'], laid: [...(laid.cards ?? '')], taken: took?.count ?? 0 };
}

/** The same out of the step itself, as far as it says: the birds of a species go together, and what they take is not known yet. */
export function layStep(step: string | undefined, hand: readonly string[]): Lay | undefined {
  const [what, card = '', row = '1', side = 'left'] = step?.split(' ') ?? [];
  return what === 'lay' ? { row: Number(row) - 1, side: side as Lay['side'], laid: hand.filter((each) => each === card), taken: 0 } : undefined;
}

/** The row with the birds laid and those that are taken, which are the nearest to the end. */
export function preview(row: readonly string[], lay: Lay | undefined): Shown[] {
  const plain = (card: string): Shown => ({ card, ghost: false, takes: false });
  if (!lay) return row.map(plain);
  const ghosts = lay.laid.map((card) => ({ card, ghost: true, takes: false }));
  if (lay.side === 'left') return [...ghosts, ...row.map((card, i) => ({ card, ghost: false, takes: i < lay.taken }))];
  return [...row.map((card, i) => ({ card, ghost: false, takes: i >= row.length - lay.taken })), ...ghosts];
}
