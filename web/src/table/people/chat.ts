/** What people say at a table, and what of it was seen. */
import { t, translate } from '../../page/i18n.svelte';
import type { ChatNews, TableInfo } from '../../wire';
import { REACTIONS } from './phrases';

/** Who sits here is called as they are now: a name may have been changed or hidden since. */
export const speaker = (table: TableInfo | undefined, line: ChatNews): string =>
  (table?.seats.find((seat) => seat.person === line.person) ?? line).name || t('somebody');

export const wordsOf = ({ phrase = '', text = '' }: Pick<ChatNews, 'phrase' | 'text'>): string => (phrase ? translate(phrase) : text);

const READ = 'birdtable.read.';

/** The number of the last message that was seen at a table, in this tab. */
export function lastRead(table: string): number {
  try {
    return Number(sessionStorage.getItem(READ + table));
  } catch {
    return 0;
  }
}

export function keepRead(table: string, number: number): void {
  try {
    sessionStorage.setItem(READ + table, String(number));
  } catch {
    // Then they count as new after a reload.
  }
}

/** How much others have said after the message `read`; reactions are over when they have been seen. */
export const unread = (chat: ChatNews[], read: number, me: string | undefined): number =>
  chat.filter((line) => line.number > read && line.person !== me && !(line.phrase && REACTIONS[line.phrase])).length;
