/** What a table of any game is shown and told with. */
import { t } from '../../page/i18n.svelte';
import type { TableKit } from '../game';
import Board from './Board.svelte';
import { fieldsOf, label, spokenWords } from './fields';
import Result from './Result.svelte';
import { stepWords, tell } from './tell';

export const kit: TableKit = {
  Board,
  Result,
  tell,
  spoken: (view) => {
    const all = (): string => fieldsOf(view).map(([name, value]) => `${label(name)}: ${spokenWords(value)}.`).join(' ');
    return { hand: () => ('hand' in view ? `${t('Your hand')}: ${spokenWords(view.hand)}` : all()), display: all, boards: all };
  },
  stepWords,
  detail: (_, value) => value,
  round: (view) => ('round' in view && typeof view.round === 'number' ? t('Round {n}', { n: view.round }) : ''),
  sound: () => undefined,
};
