/** What series of puzzles are called. */
import { gameTitle } from '../games';
import { dateWords, t } from '../page/i18n.svelte';

export const seriesTitle = (series: string): string => {
  const [game = '', kind] = series.split('-');
  return kind === 'row' ? t('{game}: score the row', { game: gameTitle(game) }) : t('{game}: find the turn', { game: gameTitle(game) });
};
/** A day as one writes it where the page is read. */
export const dayWords = (day: string): string => dateWords(new Date(`${day}T12:00`).getTime(), 'long');
