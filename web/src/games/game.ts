/**
 * What the page knows of a game. `index.ts` has the games by name; one that is not there is shown by `plain/`, so a
 * game needs none of this to be played.
 *
 * `Game` is small and comes with the page; what only a table needs is a `TableKit`, fetched when there is one.
 */
import type { Component } from 'svelte';
import type { Sound } from '../page/settings.svelte';
import type { OptionWords } from '../table/options/options';
import type { TableModel } from '../table/table.svelte';
import type { Tell } from '../table/log/log';
import type { View } from '../views';
import type { Event, RowScore } from '../wire';

/** How a card is drawn, by ids of drawings. Where there is no drawing it is written. */
export interface Face {
  bird?: string;
  ground?: string;
  sign?: string;
  /** Cards that complete a small and a big flock. */
  flock?: { small: number; big: number };
}

export interface Game {
  title: () => string;
  /** What it is, in a sentence or two. */
  about: () => string;
  /** What its clauses begin with; empty for a game whose rules are not in this page. */
  letter: string;
  /** The context of its words, such as birds, in the catalogues. */
  words: string;
  /** Cards to show it by: on the start page, where a table is opened, and beside each lesson. */
  fan: readonly string[];
  row: readonly string[];
  lessons: Record<string, readonly string[]>;
  /** The drawing of who teaches it, and of those who sit at a table. */
  coach: string;
  seats: readonly string[];
  /** A drawing for each section of the rules, so that one finds it again. */
  chapters: Record<string, string>;
  options: Record<string, OptionWords>;
  presets: Record<string, string>;
  face: (card: string) => Face;
  cardName: (card: string) => string;
  /** Names of cards as one list. */
  join: (names: string[]) => string;
  /** The cards that a text consists of, `Rs Ra` or `PPMM`; none if it says anything else. */
  cardsIn: (text: string) => string[];
  /** The drawing of a letter that the rules explain. */
  glyph?: (letter: string) => { id: string; size: string; kind: string } | undefined;
  /** The puzzle of the day: the name of its series, and what it is. */
  puzzle?: { series: string; about: string };
  kit: () => Promise<TableKit>;
}

/** Everything that a table of the game is shown and told with. */
export interface TableKit {
  Board: Component<BoardProps>;
  /** The score sheet, below who has won. */
  Result: Component<{ table: TableModel }>;
  /** A scored row in a review. */
  Row?: Component<{ title: string; row: RowScore }>;
  tell: Tell;
  spoken: (view: View) => Spoken;
  /** One step as it is said to whoever could take it. */
  stepWords: (step: string) => string;
  /** A detail of a reason, named by its hole in the message. */
  detail: (hole: string, value: string) => string;
  /** Which round it is; nothing if that is not worth telling. */
  round: (view: View) => string;
  sound: (event: Event) => { sound: Sound; detail?: string } | undefined;
  /** Events with which another part of the match begins: to take them back is asked about first. */
  turning?: readonly string[];
  /** The scoring that these events finish: whose it is, and the milliseconds that it takes to show it. */
  scoring?: (events: readonly Event[]) => { seat: number; ms: number } | undefined;
  /** What a round brought, shown between it and the next. */
  Round?: Component<{ table: TableModel }>;
  /** Why no hint for a single step is given here; empty if there is one. */
  noHint?: (view: View, seat: number) => string;
}

/** A part of what somebody did in a play, for their panel: cards, and where they went. */
export interface Move {
  text: string;
  cards: string[];
}

export interface BoardProps {
  table: TableModel;
  onjump?: (number: number) => void;
  /** The moment being looked at, if it is a past one. */
  at?: number;
}

/** What the keys H, D, B make the page say: hand, display or rows, boards or collections. */
export interface Spoken {
  hand(): string;
  display(): string;
  boards(name: (seat: number) => string): string;
}
