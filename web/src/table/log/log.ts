/** The log: news put into tellings, game by game. */
import { currentLanguage, msg } from '../../page/i18n.svelte';
import type { Entry } from '../table.svelte';
import type { Telling } from './telling';
import type { Event, News } from '../../wire';

export interface LogLine {
  number: number;
  telling: Telling;
  withdrawn: boolean;
}

export type Tell = (events: readonly Event[], name: (seat: number) => string, me: number) => Telling[];

/** Said of others, and to whoever did it. */
const AROUND: Partial<Record<News['what'], readonly [string, string]>> = {
  undone: [msg('The last play was taken back'), msg('The last play was taken back')],
  asked: [msg('{name} asks to take back the last play'), msg('You ask to take back the last play')],
  agreed: [msg('{name} agrees'), msg('You agree')],
  declined: [msg('{name} does not agree'), msg('You do not agree')],
  stood_in: [msg('A bot plays for {name}'), msg('A bot plays for you')],
  came_back: [msg('{name} is back'), msg('You are back')],
  ran_out: [msg('{name} has no time left'), msg('You have no time left')],
  forfeited: [msg('{name} has no time left and loses'), msg('You have no time left and lose')],
};

/** All that happened and was not taken back. */
export const standing = (entries: readonly Entry[]): Event[] => entries.flatMap((entry) => (entry.withdrawn ? [] : entry.events));

/** The lines of an entry, with everything that they were put together from. */
interface Told {
  tell: Tell;
  me: number;
  language: string;
  names: Map<number, string>;
  lines: LogLine[];
}
const told = new WeakMap<Entry, Told>();

/** What has been told before stays the same object, so that a log is not drawn anew for every line that it gets. */
export function lines(entries: readonly Entry[], tell: Tell, name: (seat: number) => string, me: number): LogLine[] {
  const language = currentLanguage();
  return entries.flatMap((entry) => {
    const known = told.get(entry);
    if (known?.tell === tell && known.me === me && known.language === language && [...known.names].every(([seat, was]) => name(seat) === was)) return known.lines;
    const names = new Map<number, string>();
    const noted = (seat: number): string => {
      names.set(seat, name(seat));
      return name(seat);
    };
    const found = linesOf(entry, tell, noted, me);
    told.set(entry, { tell, me, language, names, lines: found });
    return found;
  });
}

function linesOf({ number, what, seat, events, withdrawn }: Entry, tell: Tell, name: (seat: number) => string, me: number): LogLine[] {
  const around = AROUND[what];
  const tellings = tell(events, name, me);
  if (around) tellings.unshift({ id: around[seat === me ? 1 : 0], params: { name: name(seat) } });
  return tellings.map((telling) => ({ number, telling, withdrawn }));
}
