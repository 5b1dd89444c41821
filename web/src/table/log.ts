/** The log: news put into tellings, game by game. */
import { msg } from '../page/i18n.svelte';
import type { Entry } from './table.svelte';
import type { Telling } from './telling';
import type { Event, News } from '../wire';

export interface LogLine {
  number: number;
  telling: Telling;
  withdrawn: boolean;
}

export type Tell = (events: readonly Event[], name: (seat: number) => string, me: number) => Telling[];

const AROUND: Partial<Record<News['what'], string>> = {
  undone: msg('The last play was taken back'),
  asked: msg('{name} asks to take back the last play'),
  agreed: msg('{name} agrees'),
  declined: msg('{name} does not agree'),
  stood_in: msg('A bot plays for {name}'),
  came_back: msg('{name} is back'),
  ran_out: msg('{name} has no time left'),
  forfeited: msg('{name} has no time left and loses'),
};

export function lines(entries: readonly Entry[], tell: Tell, name: (seat: number) => string, me: number): LogLine[] {
  return entries.flatMap(({ number, what, seat, events, withdrawn }) => {
    const around = AROUND[what];
    const tellings = tell(events, name, me);
    if (around) tellings.unshift({ id: around, params: { name: name(seat) } });
    return tellings.map((telling) => ({ number, telling, withdrawn }));
  });
}
