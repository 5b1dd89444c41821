/** What others did in their scoring, to be shown: the row as it changed, out of the events. */
import type { BirdieBoard, BirdieView } from '../../../views';
import { standing } from '../../../table/log/log';
import type { Entry } from '../../../table/table.svelte';
import type { Event } from '../../../wire';

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

/**
 * The last scoring that the log tells of, with what is needed to show it.
 *
 * @param before the table before it was finished
 */
export function lastScoring(before: BirdieView, entries: readonly Entry[]): Scored | undefined {
  const events = standing(entries);
  const end = events.findLastIndex((event) => event.what === 'scored');
  const seat = events[end]?.seat ?? -1;
  const board = before.boards[seat];
  if (end < 0 || !board) return undefined;
  const start = events.slice(0, end).findLastIndex((event) => event.what === 'turned over' && event.seat === seat);
  // Of a log that begins in the middle of a scoring the row is taken as it was last seen.
  const row = start < 0 ? before.row : cardsOf(events[start]);
  const own = events.slice(Math.max(0, start), end + 1).filter((event) => event.seat === seat);
  return { seat, events: own, board, ...division(row, own) };
}

const cardsOf = (event: Event | undefined): string[] => (event?.cards ?? '').split(' ').filter(Boolean);

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
