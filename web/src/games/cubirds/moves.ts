/** What somebody did in a turn of CuBirds, for their panel. */
import { t, tn } from '../../page/i18n.svelte';
import type { Moves } from '../../table/log/moves';

export const moves: Moves = {
  of: (events, seat) => {
    const own = events.filter((event) => event.seat === seat);
    const drew = own.filter((event) => event.what === 'drew').length;
    const seen = own.flatMap(({ what, cards = '', place = '' }) => {
      const [row = '', side] = place.split(' ');
      if (what === 'laid') return [{ text: side === 'left' ? t('left of row {row}', { row }) : t('right of row {row}', { row }), cards: [...cards] }];
      if (what === 'took') return [{ text: t('taken'), cards: [...cards] }];
      return what === 'flocked' ? [{ text: t('as a flock'), cards: [...cards] }] : [];
    });
    return drew > 0 ? [...seen, { text: tn('{n} card drawn', '{n} cards drawn', drew), cards: [] }] : seen;
  },
  goesOn: (events) => !events.some((event) => event.what === 'ended'),
};
