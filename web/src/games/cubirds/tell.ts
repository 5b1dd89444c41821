/** CuBirds' events in words. */
import { msg, msgn } from '../../page/i18n.svelte';
import { secretFor } from '../../table/secret';
import type { Telling } from '../../table/telling';
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
    switch (what) {
      case 'started':
        told.push({ id: msg('{name} deals and begins'), params });
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
        told.push({ id: msg('{name} begins the collection with {cards}'), params });
        break;
      case 'dealt':
        if (secret.length) gather(told, msg('You are dealt {cards}'), secret);
        break;
      case 'laid':
        if (mine) told.push({ id: side === 'left' ? msg('You lay {cards} left of row {row}') : msg('You lay {cards} right of row {row}'), params });
        else told.push({ id: side === 'left' ? msg('{name} lays {cards} left of row {row}') : msg('{name} lays {cards} right of row {row}'), params });
        break;
      case 'took':
        told.push({ id: mine ? msg('You take {cards}') : msg('{name} takes {cards}'), params });
        break;
      case 'refilled':
        gather(told, msg('Row {row} is refilled: {cards}'), cards, { row });
        break;
      case 'drew':
        if (secret.length) gather(told, msg('You draw {cards}'), secret);
        else drew(told, params.name, count);
        break;
      case 'kept':
        told.push({ id: msg('{name} does not draw'), params });
        break;
      case 'flocked':
        told.push({ id: msg('{name} flocks {cards}'), params });
        break;
      case 'collected':
        told.push({ id: msg('{name} collects {cards}'), params });
        break;
      case 'hand discarded':
        told.push({ id: msg('{name} discards the hand: {cards}'), params });
        break;
      case 'reshuffled':
        told.push({ id: NEW_PILE_ONE, plural: NEW_PILE, n: count, params: { n: count } });
        break;
      case 'round ended':
        told.push({ id: msg('{name} has no cards left: the round is over'), params });
        break;
      case 'won':
        told.push({ id: msg('{name} wins'), params });
        break;
    }
  }
  return told;
}

const ROWS = msg('The four rows are laid out');

function gather(told: Telling[], id: string, more: string[], extra: Record<string, string> = {}): void {
  const last = told.at(-1);
  const before = last?.id === id ? last.params?.cards : undefined;
  if (Array.isArray(before)) told[told.length - 1] = { id, params: { ...extra, cards: [...before, ...more] } };
  else told.push({ id, params: { ...extra, cards: more } });
}

function drew(told: Telling[], name: string, count: number): void {
  const last = told.at(-1);
  const n = count + (last?.id === DRAWS_ONE ? (last.n ?? 0) : 0);
  if (last?.id === DRAWS_ONE) told.pop();
  told.push({ id: DRAWS_ONE, plural: DRAWS, n, params: { name, n } });
}
