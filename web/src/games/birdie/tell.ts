/** Birdie's events in words. Several events of one play that belong together are told in one line. */
import { traitName, type Trait } from './cards';
import { msg, msgn } from '../../page/i18n.svelte';
import { secretFor } from '../../table/log/secret';
import { gather, gatherThen, type Telling } from '../../table/log/telling';
import type { Event } from '../../wire';

const cards = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);
const [ONE_HAND_CARD, HAND_CARDS] = msgn(
  '{name} puts {cards} and {n} hand card on the pile', '{name} puts {cards} and {n} hand cards on the pile');
const [ONE_POINT, POINTS] = msgn('{name} passes for {n} point', '{name} passes for {n} points');
const [YOU_ONE_POINT, YOU_POINTS] = msgn('You pass for {n} point', 'You pass for {n} points');
const [ONE_FLAP, FLAPS] = msgn('{name} marks {n} Flap', '{name} marks {n} Flaps');
const [YOU_ONE_FLAP, YOU_FLAPS] = msgn('You mark {n} Flap', 'You mark {n} Flaps');
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
    const add = (others: string, you: string): number => told.push({ id: mine ? you : others, params });
    switch (what) {
      case 'started':
        add(msg('{name} starts round {n}'), msg('You start round {n}'));
        break;
      case 'dealt':
        if (secret.length) gather(told, msg('Your opening hand: {cards}'), secret);
        break;
      case 'laid out':
        gather(told, msg('The display: {cards}'), shown);
        break;
      case 'refilled':
        gatherThen(told, msg('New in the display: {cards}'), shown);
        break;
      case 'took':
        add(msg('{name} takes {cards} to the hand'), msg('You take {cards} to your hand'));
        break;
      case 'stacked':
        if (secret.length) told.push({ id: msg('You put {cards} on your pile'), params: { cards: secret }, ordered: true });
        else if (count) told.push({ id: ONE_HAND_CARD, plural: HAND_CARDS, n: count, params });
        else told.push({ id: msg('{name} puts {cards} on the pile'), params });
        break;
      case 'passed':
        told.push(mine
          ? { id: YOU_ONE_POINT, plural: YOU_POINTS, n: points, params: { n: points } }
          : { id: ONE_POINT, plural: POINTS, n: points, params: { ...params, n: points } });
        break;
      case 'could only pass':
        add(msg('The display is empty: {name} must pass'), msg('The display is empty: you must pass'));
        break;
      case 'turned over':
        if (shown.length > 0) told.push({ id: mine ? msg('You turn your pile over: {cards}') : msg('{name} turns the pile over: {cards}'), params, ordered: true });
        else add(msg('{name} has no pile to turn over'), msg('You have no pile to turn over'));
        break;
      case 'used':
        add(msg('{name} discards {cards} for its ability'), msg('You discard {cards} for its ability'));
        break;
      case 'drew':
        add(msg('{name} draws {cards} for Robin'), msg('You draw {cards} for Robin'));
        break;
      case 'inserted':
        add(msg('{name} inserts {cards} as card {n} of the row'), msg('You insert {cards} as card {n} of the row'));
        break;
      case 'moved':
        add(msg('{name} moves {cards} to place {n} of the row'), msg('You move {cards} to place {n} of the row'));
        break;
      case 'dropped':
        add(msg('{name} swaps a set of {n} for 2 Flaps: {trait}'), msg('You swap a set of {n} for 2 Flaps: {trait}'));
        break;
      case 'wrote':
        add(msg('{name} writes {points}: {trait}'), msg('You write {points}: {trait}'));
        break;
      case 'copied':
        if (event.at) add(msg('{name} moves a set with Owl, for {points}: {trait}'), msg('You move a set with Owl, for {points}: {trait}'));
        else add(msg('{name} copies {points} with Owl: {trait}'), msg('You copy {points} with Owl: {trait}'));
        break;
      case 'flapped':
        flap(told, mine ? [YOU_ONE_FLAP, YOU_FLAPS] : [ONE_FLAP, FLAPS], params.name, count);
        break;
      case 'won trophy':
        if (event.other !== seat) add(msg('{name} takes the trophy: {trait}'), msg('You take the trophy: {trait}'));
        break;
      case 'removed':
        add(msg('{name} removes {cards}'), msg('You remove {cards}'));
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
        add(msg('{name} wins'), msg('You win'));
        break;
    }
  }
  return told;
}

/** Marks made one by one in a scoring are told as their sum, in the place of the last. */
function flap(told: Telling[], [id, plural]: readonly [string, string], name: string, marks: number): void {
  if (marks === 0) return;
  const at = told.findLastIndex((t) => t.id === id && t.params?.name === name);
  const n = marks + (at >= 0 ? (told[at]?.n ?? 0) : 0);
  if (at >= 0) told.splice(at, 1);
  told.push({ id, plural, n, params: { name, n } });
}
