/** What a score sheet knows of the game that was played. */
import type { Component } from 'svelte';
import type { Values } from '../table/options/options';
import type { Finished } from '../wire';
import type { Answer, Desk, Sheet } from './sheets.svelte';

export interface Paper {
  /** How many may play. */
  most: number;
  Entries: Component<{ desk: Desk }>;
  /** Asks for the rules that were used. The answer is undefined while an entry is invalid. */
  Rules?: Component<{ before?: Values; onanswer: (options: Values | undefined) => void }>;
  /** A new sheet, or an existing one with other players and rules. */
  sheet: (players: string[], options: Values, before?: Sheet) => Sheet;
  optionsOf: (sheet: Sheet) => Values;
  /** Is it well-formed enough to be shown without asking the server? */
  isWhole: (sheet: Sheet) => boolean;
  /** Whether a change is one to something that people have gone on from. */
  corrects: (before: Sheet, after: Sheet) => boolean;
  /**
   * The sheet with everything settled that was scored, except what is `open`, unless it was settled `before` already; the
   * same sheet if that changes nothing.
   */
  settle: (sheet: Sheet, answer: Answer, open: string, before?: Sheet) => Sheet;
  /** How it ended, besides who has won. */
  end: (answer: Answer) => { points: number[]; clause: string };
  /** Records of the game besides points, by player. */
  feats?: (answer: Answer) => Pick<Finished, 'rows' | 'trophies'>;
  /** For spreadsheets: a name in front, then a value for each player. */
  lines: (answer: Answer) => (string | number | null | undefined)[][];
}

export const isList = (value: unknown): boolean => value === undefined || Array.isArray(value);
