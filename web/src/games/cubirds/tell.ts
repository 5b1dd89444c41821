/** CuBirds' events in words. */
import { msg, msgn } from '../../page/i18n.svelte';
import { secretFor } from '../../table/log/secret';
import { gather, gatherThen, type Telling } from '../../table/log/telling';
import type { Event } from '../../wire';

const [DRAWS_ONE, DRAWS] = msgn('{name} draws {n} card', '{name} draws {n} cards');
const [NEW_PILE_ONE, NEW_PILE] = msgn('The discard pile is the new draw pile: {n} card', 'The discard pile is the new draw pile: {n} cards');

export function tell(events: readonly Event[], name: (seat: number) => string, me: number): Telling[] {
  const told: Telling[] = [];
  for (const event of events) {
    const { what, seat = -2, count = 0, place = '' } = event;
    const cards = [...(event.cards ?? '')];
    const secret = [...secretFor(event, me)];
    const [row = '', side = ''] = place.split(' ');
    const mine = seat === me;
    const params = { name: name(seat), cards, n: count, row };
    const add = (others: string, you: string): number => told.push({ id: mine ? you : others, params });
    switch (what) {
      case 'started':
        add(msg('{name} deals and begins'), msg('You deal and begin'));
        break;
      case 'laid out':
        if (told.at(-1)?.id !== ROWS) told.push({ id: ROWS });
        break;
      case 'aside shuffled':
        told.push({ id: msg('No card is left for the rows: the {count} cards put aside are shuffled and used'), params: { count } });
        break;
      case 'aside discarded':
        told.push({ id: msg('The cards put aside start the discard pile: {cards}'), params });
        break;
      case 'first bird':
        add(msg('{name} begins the collection with {cards}'), msg('You begin your collection with {cards}'));
        break;
      case 'dealt':
        if (secret.length) gather(told, msg('You are dealt {cards}'), secret);
        break;
      case 'laid':
        if (side === 'left') add(msg('{name} lays {cards} left of row {row}'), msg('You lay {cards} left of row {row}'));
        else add(msg('{name} lays {cards} right of row {row}'), msg('You lay {cards} right of row {row}'));
        break;
      case 'took':
        add(msg('{name} takes {cards}'), msg('You take {cards}'));
        break;
      case 'refilled':
        gatherThen(told, msg('Row {row} is refilled: {cards}'), cards, { row });
        break;
      case 'drew':
        if (secret.length) gather(told, msg('You draw {cards}'), secret);
        else drew(told, params.name, count);
        break;
      case 'kept':
        add(msg('{name} does not draw'), msg('You do not draw'));
        break;
      case 'flocked':
        add(msg('{name} flocks {cards}'), msg('You flock {cards}'));
        break;
      case 'collected':
        add(msg('{name} collects {cards}'), msg('You collect {cards}'));
        break;
      case 'hand discarded':
        add(msg('{name} discards the hand: {cards}'), msg('You discard your hand: {cards}'));
        break;
      case 'reshuffled':
        told.push({ id: NEW_PILE_ONE, plural: NEW_PILE, n: count, params: { n: count } });
        break;
      case 'round ended':
        add(msg('{name} has no cards left: the round is over'), msg('You have no cards left: the round is over'));
        break;
      case 'won':
        add(msg('{name} wins'), msg('You win'));
        break;
    }
  }
  return told;
}

const ROWS = msg('The four rows are laid out');

function drew(told: Telling[], name: string, count: number): void {
  const last = told.at(-1);
  const n = count + (last?.id === DRAWS_ONE ? (last.n ?? 0) : 0);
  if (last?.id === DRAWS_ONE) told.pop();
  told.push({ id: DRAWS_ONE, plural: DRAWS, n, params: { name, n } });
}
