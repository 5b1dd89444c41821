/** What came of a sheet, as evenings count it. */
import type { Finished } from '../wire';
import { PAPERS } from './papers';
import type { Kept } from './sheets.svelte';

/** As its answer tells, or what came along from another device. */
export function finishedSheet({ sheet, answer, finished }: Kept): Finished | undefined {
  if (!answer) return finished;
  const { end, feats } = PAPERS[answer.game];
  return answer.over ? { game: sheet.game, players: sheet.players, points: end(answer).points, winners: answer.winners, ...feats?.(answer) } : undefined;
}
