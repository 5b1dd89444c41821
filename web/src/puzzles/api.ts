/** What the server is asked about puzzles. */
import type { DealInfo, PuzzleAnswer, PuzzleConsidered, PuzzleDays, PuzzleInfo, PuzzleTried, SameDealInfo, TableInfo } from '../wire';
import { call } from '../server/api';

const at = (series: string, day: string): string => `api/puzzles/${encodeURIComponent(series)}/${encodeURIComponent(day)}`;

export const puzzles = {
  days: () => call<PuzzleDays>('GET', 'api/puzzles'),
  one: (series: string, day: string) => call<PuzzleInfo>('GET', at(series, day)),
  consider: (series: string, day: string, steps: string[]) => call<PuzzleConsidered>('POST', `${at(series, day)}/consider`, { steps }),
  attempt: (series: string, day: string, steps: string[]) => call<PuzzleTried>('POST', `${at(series, day)}/try`, { steps }),
  deals: () => call<DealInfo[]>('GET', 'api/deals'),
  deal: (game: string) => call<TableInfo>('POST', `api/deals/${encodeURIComponent(game)}`),
  sameDeal: (code: string) => call<SameDealInfo>('GET', `api/same-deals/${encodeURIComponent(code)}`),
  playSame: (code: string) => call<TableInfo>('POST', `api/same-deals/${encodeURIComponent(code)}`),
  answer: (series: string, day: string) => call<PuzzleAnswer>('POST', `${at(series, day)}/answer`),
};
