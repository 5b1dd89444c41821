/** Rows that people have gone on from: their scoring is stored in the sheet, and a change to them is a correction. */
import type { BirdieAnswer, BirdieSheet, Scoring, Settled } from '../../wire';
import { roundOf, withScoring } from './changes';

/** A row as the desk names the one that is being entered. */
export const place = (round: number, seat: number): string => `${round} ${seat}`;

export const fixed = ({ row = '', spent = {}, cuts = null, by_season = [], steps }: Scoring): Settled => ({ row, spent, cuts, by_season, steps: steps ?? [] });

/**
 * Settles every row that was scored, by the rules' own proposal or by what was entered. The one that is open only if it
 * was settled before: then it was corrected.
 */
export function settle(sheet: BirdieSheet, answer: BirdieAnswer, open: string, before: BirdieSheet): BirdieSheet {
  let settled = sheet;
  answer.rounds.forEach((round, number) => round.forEach((scored, seat) => {
    const scoring = roundOf(sheet, number).scorings[seat];
    if (!scoring || scoring.settled || !scored) return;
    if (place(number, seat) === open && !roundOf(before, number).scorings[seat]?.settled) return;
    if (scored.play?.asks) return;
    settled = withScoring(settled, number, seat, { ...scoring, settled: fixed(scored.proposal ?? scoring) });
  }));
  return settled;
}

const isSettled = (sheet: BirdieSheet, round: number): boolean => roundOf(sheet, round).scorings.some((each) => each?.settled);

export function corrects(before: BirdieSheet, after: BirdieSheet): boolean {
  return [0, 1].some((round) => {
    const [old, now] = [roundOf(before, round), roundOf(after, round)];
    const rows = old.scorings.some((scoring, seat) => scoring?.settled && JSON.stringify(scoring) !== JSON.stringify(now.scorings[seat]));
    const later = isSettled(before, round) || isSettled(before, 1);
    return rows || (later && (JSON.stringify(old.order) !== JSON.stringify(now.order) || JSON.stringify(before.options) !== JSON.stringify(after.options)));
  });
}
