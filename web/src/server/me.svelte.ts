/** Who I am: a guest with a name, known to the server by a cookie. No account. */
import type { Me, TableInfo } from '../wire';
import { alone } from './alone';
import { api, ProblemError } from './api';
import { keepSettings, settings } from '../page/settings.svelte';

/** Where a server has a page without one beside its own, one does not know the other's guest. */
const KNOWN = alone() ? 'birdtable.known alone' : 'birdtable.known';
/** Names of birds for people who do not give one; short, and usable in any language. */
const NAMES = ['Wren', 'Finch', 'Linnet', 'Merle', 'Lark', 'Siskin', 'Dunnock', 'Swift', 'Martin', 'Teal', 'Plover', 'Serin'];
export const SOMEBODY = 'Wren';

export const me = $state<{ now: Me | undefined }>({ now: undefined });

/** Has a guest been greeted on this device? If not, there is no need to ask the server. */
export const isKnown = (): boolean => {
  try {
    return localStorage.getItem(KNOWN) === '1';
  } catch {
    return me.now !== undefined;
  }
};

function keep(now: Me): Me {
  me.now = now;
  settings.name = now.name;
  keepSettings();
  try {
    localStorage.setItem(KNOWN, '1');
  } catch {
    // Then we rely on the cookie alone.
  }
  return now;
}

/** My places at a table: several at one device. */
export const seatsOf = ({ seats }: Pick<TableInfo, 'seats'>): number[] =>
  seats.flatMap(({ person }, place) => (person !== '' && person === me.now?.person ? [place] : []));

/** Loads the person behind the cookie, if there is one; `surely` when the server gave this browser a seat. */
export async function remember(surely = false): Promise<void> {
  if (!surely && !isKnown()) return;
  try {
    keep(await api.me());
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
    localStorage.removeItem(KNOWN);
  }
}

/** Comes in as a guest, under the name given, the one of last time or one of ours. */
export async function comeIn(name?: string): Promise<Me> {
  const now = await comeInAs((name ?? settings.name).trim());
  if (name?.trim()) settings.named = true;
  return now;
}

async function comeInAs(name: string): Promise<Me> {
  const wanted = name || (NAMES[Math.floor(Math.random() * NAMES.length)] as string);
  if (!me.now && isKnown()) await remember();
  if (!me.now) return keep(await api.greet(wanted));
  return me.now.name === wanted ? me.now : keep(await api.rename(wanted));
}

/** `asks`: refused if this device is known as somebody else. */
export async function comeBack(code: string, asks: boolean): Promise<void> {
  keep(await api.comeBack(code, asks));
}

export async function beForgotten(): Promise<void> {
  await api.forget();
  me.now = undefined;
  settings.name = '';
  keepSettings();
  localStorage.removeItem(KNOWN);
}
