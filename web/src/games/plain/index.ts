/** A game that brings nothing for the page: its cards are written, and its table is a list of what one sees. */
import { list, t, tn } from '../../page/i18n.svelte';
import type { GameInfo } from '../../wire';
import type { Game } from '../game';

/** @param info what the server says about it, as far as it has answered */
export const plain = (info: GameInfo | undefined): Game => ({
  title: () => info?.title ?? '',
  about: () => {
    if (!info) return '';
    const { min_seats: least, max_seats: most } = info;
    return least === most ? tn('{n} player.', '{n} players.', most) : t('{least} to {most} players.', { least, most });
  },
  letter: '',
  words: '',
  fan: [],
  row: [],
  lessons: {},
  coach: '',
  seats: [],
  chapters: {},
  options: {},
  presets: {},
  face: () => ({}),
  cardName: (card) => card,
  join: list,
  cardsIn: () => [],
  kit: () => import('./kit').then(({ kit }) => kit),
});
