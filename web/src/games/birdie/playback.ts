/** What others did in their scoring, to be shown: the row as it changed, out of the events. */
import type { BirdieBoard, BirdieView } from '../../views';
import type { Event, News } from '../../wire';

export interface Division {
  row: string[];
  /** Sets in the row, by first card and length, with the trait they were marked by. */
  sets: { start: number; length: number; trait: string }[];
}

/** A whole scoring of a seat. */
export interface Scored extends Division {
  seat: number;
  events: Event[];
  /** The board before it. */
  board: BirdieBoard;
}

/** The last scoring that the news tell of, with what is needed to show it. */
export function scoringIn(before: BirdieView, news: readonly News[]): Scored | undefined {
  const events = news.flatMap((each) => each.events ?? []);
  const end = events.findLastIndex((event) => event.what === 'scored');
  const seat = events[end]?.seat ?? -1;
  const board = before.boards[seat];
  if (end < 0 || !board) return undefined;
  const start = events.slice(0, end).findLastIndex((event) => event.what === 'scored') + 1;
  const own = events.slice(start, end + 1).filter((event) => event.seat === seat);
  const turned = own.find((event) => event.what === 'turned over')?.cards ?? '';
  const row = before.scorer === seat ? before.row : turned.split(' ').filter(Boolean);
  return { seat, events: own, board, ...division(row, own) };
}

/** The row that was divided and its sets. In the expert game the sets leave the row: then the row as it was. */
export function division(row: readonly string[], events: readonly Event[]): Division {
  let cards = [...row];
  for (const { what, count = 0, cards: card = '' } of events) {
    if (what === 'picked up') cards = cards.toSpliced(count - 1, 1);
    if (what === 'moved' || what === 'inserted') cards = cards.toSpliced(count - 1, 0, card);
  }
  const marked = events.filter((event) => event.what === 'marked');
  return { row: cards, sets: marked.map(({ place: trait = '', count: length = 0, at = 1 }) => ({ start: at - 1, length, trait })) };
}
