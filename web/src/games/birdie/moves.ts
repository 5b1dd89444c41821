/** What somebody did in a turn of Birdie, for their panel. */
import { t, tn } from '../../page/i18n.svelte';
import type { Moves } from '../../table/log/moves';

export const moves: Moves = {
  of: (events, seat) => events.filter((event) => event.seat === seat).flatMap(({ what, cards = '', count = 0, points = 0 }) => {
    const shown = cards.split(' ').filter(Boolean);
    if (what === 'took') return [{ text: t('to the hand'), cards: shown }];
    if (what === 'stacked') return [{ text: count ? tn('to the pile, with {n} hand card', 'to the pile, with {n} hand cards', count) : t('to the pile'), cards: shown }];
    return what === 'passed' ? [{ text: t('passed for {n}', { n: points }), cards: [] }] : [];
  }),
};
