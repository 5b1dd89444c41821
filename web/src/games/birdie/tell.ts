/** Birdie's events in words. Several events of one play that belong together are told in one line. */
import { traitName, type Trait } from './cards';
import { msg, msgn } from '../../page/i18n.svelte';
import { secretFor } from '../../table/secret';
import type { Telling } from '../../table/telling';
import type { Event } from '../../wire';

const cards = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);
const [ONE_HAND_CARD, HAND_CARDS] = msgn(
  '{name} puts {cards} and {n} hand card on the pile', '{name} puts {cards} and {n} hand cards on the pile');
const [ONE_POINT, POINTS] = msgn('{name} passes for {n} point', '{name} passes for {n} points');
const [YOU_ONE_POINT, YOU_POINTS] = msgn('You pass for {n} point', 'You pass for {n} points');
const [ONE_FLAP, FLAPS] = msgn('{name} marks {n} Flap', '{name} marks {n} Flaps');
const [ONE_LEFT, LEFT] = msgn('{n} card leaves the row: {trait}', '{n} cards leave the row: {trait}');

/**
 * @param name how a seat is called
 * @param me the seat that reads this, or -1
 */
export function tell(events: readonly Event[], name: (seat: number) => string, me: number): Telling[] {
  const told: Telling[] = [];
  for (const event of events) {
    const { what, seat = -2, count = 0, points = 0 } = event;
    const trait = event.place ? traitName(event.place as Trait) : '';
    const shown = cards(event.cards);
    const secret = cards(secretFor(event, me));
    const mine = seat === me;
    const params = { name: name(seat), cards: shown, trait, points, n: count };
    switch (what) {
      case 'started':
        told.push({ id: msg('{name} starts round {n}'), params });
        break;
      case 'dealt':
        if (secret.length) gather(told, msg('Your opening hand: {cards}'), secret);
        break;
      case 'laid out':
        gather(told, msg('The display: {cards}'), shown);
        break;
      case 'refilled':
        gather(told, msg('New in the display: {cards}'), shown);
        break;
      case 'took':
        told.push({ id: mine ? msg('You take {cards} to your hand') : msg('{name} takes {cards} to the hand'), params });
        break;
      case 'stacked':
        if (secret.length) told.push({ id: msg('You put {cards} on your pile'), params: { cards: secret } });
        else if (count) told.push({ id: ONE_HAND_CARD, plural: HAND_CARDS, n: count, params });
        else told.push({ id: msg('{name} puts {cards} on the pile'), params });
        break;
      case 'passed':
        told.push(mine
          ? { id: YOU_ONE_POINT, plural: YOU_POINTS, n: points, params: { n: points } }
          : { id: ONE_POINT, plural: POINTS, n: points, params: { ...params, n: points } });
        break;
      case 'could only pass':
        told.push({ id: msg('The display is empty: {name} must pass'), params });
        break;
      case 'turned over':
        told.push({ id: shown.length > 0 ? msg('{name} turns the pile over: {cards}') : msg('{name} has no pile to turn over'), params });
        break;
      case 'used':
        told.push({ id: msg('{name} discards {cards} for its ability'), params });
        break;
      case 'drew':
        told.push({ id: msg('{name} draws {cards} for Robin'), params });
        break;
      case 'inserted':
        told.push({ id: msg('{name} inserts {cards} as card {n} of the row'), params });
        break;
      case 'moved':
        told.push({ id: msg('{name} moves {cards} to place {n} of the row'), params });
        break;
      case 'dropped':
        told.push({ id: msg('{name} swaps a set of {n} for 2 Flaps: {trait}'), params });
        break;
      case 'wrote':
        told.push({ id: msg('{name} writes {points}: {trait}'), params });
        break;
      case 'copied':
        told.push({ id: msg('{name} copies {points} with Owl: {trait}'), params });
        break;
      case 'flapped':
        flap(told, params.name, points);
        break;
      case 'won trophy':
        if (event.other !== seat) told.push({ id: msg('{name} takes the trophy: {trait}'), params });
        break;
      case 'removed':
        told.push({ id: msg('{name} removes {cards}'), params });
        break;
      case 'set taken':
        told.push({ id: ONE_LEFT, plural: LEFT, n: count, params });
        break;
      case 'lost':
        told.push({ id: msg('The box is full, nothing is written: {trait}'), params });
        break;
      case 'round ended':
        told.push({ id: msg('Round {n} is over'), params });
        break;
      case 'game ended':
        told.push({ id: msg('{name} wins'), params });
        break;
    }
  }
  return told;
}

/** Cards that come one by one are told at once. */
function gather(told: Telling[], id: string, more: string[]): void {
  const last = told.at(-1);
  const before = last?.id === id ? last.params?.cards : undefined;
  if (Array.isArray(before)) told[told.length - 1] = { id, params: { cards: [...before, ...more] } };
  else told.push({ id, params: { cards: more } });
}

/** Marks made one by one in a scoring are told as their sum, in the place of the last. */
function flap(told: Telling[], name: string, marks: number): void {
  if (marks === 0) return;
  const at = told.findLastIndex((t) => t.id === ONE_FLAP && t.params?.name === name);
  const n = marks + (at >= 0 ? (told[at]?.n ?? 0) : 0);
  if (at >= 0) told.splice(at, 1);
  told.push({ id: ONE_FLAP, plural: FLAPS, n, params: { name, n } });
}
