/** Steps and events of any game, in the game's own words. */
import { tn, translate, upper } from '../../page/i18n.svelte';
import type { Tell } from '../../table/log/log';
import { secretFor } from '../../table/log/secret';
import type { Telling } from '../../table/log/telling';
import type { Event } from '../../wire';

export const stepWords = (step: string): string => upper(translate(step));

/** `Mira: showed K` */
export const tell: Tell = (events, name, me) => events.map((event): Telling => {
  const what = words(event, name, me);
  const { seat = -2 } = event;
  return seat >= 0 ? { id: '{name}: {what}', params: { name: name(seat), what } } : { id: '{what}', params: { what: upper(what) } };
});

function words(event: Event, name: (seat: number) => string, me: number): string {
  const { what, count, place, points, other = -2 } = event;
  const shown = event.cards || secretFor(event, me);
  const parts = [translate(what), shown || count, place, other >= 0 && name(other), points && tn('{n} point', '{n} points', points)];
  return parts.filter(Boolean).join(' ');
}
