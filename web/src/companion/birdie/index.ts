/** A sheet of Birdie: two rounds of rows, and the boards that they fill. */
import { traitName, TRAITS } from '../../games/birdie/cards';
import { t } from '../../page/i18n.svelte';
import { settings } from '../../page/settings.svelte';
import type { Values } from '../../table/options/options';
import type { BirdieAnswer, BirdieSheet } from '../../wire';
import { isList, type Paper } from '../paper';
import Entries from './Paper.svelte';
import { corrects, settle } from './settled';
import Rules from './Rules.svelte';

const blank = (players: string[]): Pick<BirdieSheet, 'rounds'> =>
  ({ rounds: [0, 1].map(() => ({ order: [], scorings: players.map(() => null) })) });

export const birdie: Paper = {
  most: 4,
  Entries,
  Rules,
  sheet: (players, options, before) => {
    // The column of one's own board is asked for only once.
    settings.last.score = { ...(settings.last.score as object | undefined), flap_values: options.flap_values };
    return { ...((before as BirdieSheet | undefined) ?? blank(players)), game: 'birdie', players, options };
  },
  optionsOf: (sheet) => ((sheet as BirdieSheet).options ?? {}) as Values,
  isWhole: (sheet) => {
    const { rounds } = sheet as BirdieSheet;
    return isList(rounds) && (rounds ?? []).every((round) => isList(round?.order) && isList(round?.scorings));
  },
  corrects: (before, after) => corrects(before as BirdieSheet, after as BirdieSheet),
  settle: (sheet, answer, open, before = sheet) => settle(sheet as BirdieSheet, answer as BirdieAnswer, open, before as BirdieSheet),
  end: (answer) => ({ points: (answer as BirdieAnswer).boards.map((board) => board.points), clause: 'B6.2' }),
  feats: (answer) => {
    const { rounds, boards } = answer as BirdieAnswer;
    return {
      rows: boards.map((_, seat) => Math.max(0, ...rounds.map((round) => Math.round(round[seat]?.gain ?? 0)))),
      trophies: boards.map((board) => board.trophies.length),
    };
  },
  lines: (answer) => {
    const { boards } = answer as BirdieAnswer;
    return [
      ...TRAITS.map((trait) => [traitName(trait), ...boards.map((board) => board.boxes[trait])]),
      ...[0, 1].map((round) => [t('Pass, round {n}', { n: round + 1 }), ...boards.map((board) => board.passes[round])]),
      [t('Flap'), ...boards.map((board) => board.flap_points)],
      [t('Trophies'), ...boards.map((board) => board.trophy_points)],
      [t('Total'), ...boards.map((board) => board.points)],
    ];
  },
};
