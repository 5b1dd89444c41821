/**
 * Evenings in the account of this server, if one wishes: players, score sheets and tables with bots, as one text with a
 * version. Whatever is stored on this device is sent at once; what other devices sent is fetched every few seconds while
 * somebody looks. Of two devices that change the same game at once the later one is refused and goes on from the newer
 * game; a device that was offline keeps its own as a game apart. Off unless somebody turns it on, on each device.
 */
import { chairs, putChairs } from '../chair/chairs.svelte';
import { ACCOUNT, CAME, KEPT } from '../cardboard/kept';
import { putSheets, shelf } from '../companion/sheets.svelte';
import { t } from '../page/i18n.svelte';
import { notice } from '../page/signals/live.svelte';
import { api, ProblemError } from '../server/api';
import { comeIn, me, remember } from '../server/me.svelte';
import { everything, keepBirds, playersBirds, readEverything } from './evenings';
import { merge, type Game } from './merge';

/** What this device and the server last agreed on. */
interface Wish {
  /** Whose account it is: nobody else's is ever sent anything. */
  person: string;
  version: number;
  /** When each game had been changed by then, by its id. */
  base: Record<string, number>;
  /** The birds of the players, as text. */
  birds: string;
}

const EVERY = 4000;
const TRIES = 4;

function read(): Wish | undefined {
  try {
    return (JSON.parse(localStorage.getItem(ACCOUNT) ?? 'null') as Wish | null) ?? undefined;
  } catch {
    return undefined;
  }
}
function write(wish: Wish | undefined): void {
  if (wish) localStorage.setItem(ACCOUNT, JSON.stringify(wish));
  else localStorage.removeItem(ACCOUNT);
  account.on = wish !== undefined;
}

export const account = $state({ on: read() !== undefined, state: 'waiting' as 'waiting' | 'fresh' | 'full' });

const basesOf = (games: readonly Game[]): Record<string, number> => Object.fromEntries(games.map((game) => [game.id, game.changed]));
const birdsText = (): string => JSON.stringify(playersBirds());

/** Whether something here is not yet in the account. */
function differs(wish: Wish): boolean {
  const games = [...shelf(), ...chairs()];
  return wish.version === 0 || wish.birds !== birdsText() || games.length !== Object.keys(wish.base).length || games.some((game) => wish.base[game.id] !== game.changed);
}

let busy = false;
let again = false;
/** What was said last of something in the account that this page cannot read: it is said once. */
let unread = '';
/** Nobody who has left meanwhile is up to date: what is entered elsewhere then is not told to this page. */
const agreed = (): 'fresh' | 'waiting' => (lookers > 0 ? 'fresh' : 'waiting');

/** Agrees with the server; the next time somebody asks if it cannot be reached now. */
async function agree(): Promise<void> {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    do {
      again = false;
      await exchange();
    } while (again);
  } catch (error) {
    account.state = error instanceof ProblemError && [400, 413].includes(error.status) ? 'full' : 'waiting';
  } finally {
    busy = false;
  }
}

async function exchange(): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    let wish = read();
    if (!wish) return;
    if (!me.now) await remember();
    if (me.now?.person !== wish.person) return;
    const there = await api.keptEvenings(wish.version);
    if (there.version === 0 && wish.version > 0) {
      write(undefined);
      notice(t('Evenings are no longer kept in your account: that was turned off on another device. This device keeps everything.'));
      return;
    }
    if (there.body !== null) {
      if (!take(wish, there.body)) return;
      wish = { ...(read() ?? wish), version: there.version };
      write(wish);
      dispatchEvent(new Event(CAME));
    }
    if (!differs(wish)) {
      account.state = agreed();
      return;
    }
    const [base, birds] = [basesOf([...shelf(), ...chairs()]), birdsText()];
    try {
      const { version } = await api.keepEvenings({ after: there.version, body: JSON.stringify(everything()) });
      write({ person: wish.person, version, base, birds });
      account.state = agreed();
      return;
    } catch (error) {
      // Another device was faster: its games come first.
      if (!(error instanceof ProblemError) || error.status !== 409) throw error;
    }
  }
}

/** Takes what another device sent; false, and everything as it was, if this page cannot read it. */
function take(wish: Wish, body: string): boolean {
  const file = readEverything(body);
  if (typeof file === 'string') {
    if (file !== unread) notice(file, { tone: 'berry' });
    unread = file;
    return false;
  }
  unread = '';
  const sheets = merge(wish.base, shelf(), file.sheets);
  const tables = merge(wish.base, chairs(), file.chairs);
  const late = [...sheets.refused, ...tables.refused].length > 0;
  // Somebody who is here has just been overtaken, and enters one thing again. After a time offline it may be a whole game.
  const apart = account.state !== 'fresh';
  const copies = <T extends Game>(refused: readonly T[]): T[] => (apart ? refused.map((game) => ({ ...game, id: `${game.id}${game.changed.toString(36)}` })) : []);
  putSheets([...sheets.all, ...copies(sheets.refused)].sort((a, b) => b.changed - a.changed));
  putChairs([...tables.all, ...copies(tables.refused)]);
  if (birdsText() === wish.birds) keepBirds(file.players);
  else keepBirds({ ...file.players, ...playersBirds() });
  write({ ...wish, base: basesOf([...file.sheets, ...file.chairs]), birds: JSON.stringify(file.players) });
  if (late) notice(apart ? t('This game was changed on another device too. Both are kept: yours is here as a game of its own.') : t('Something was entered on another device meanwhile. Look at it and enter yours again.'), { tone: 'berry' });
  return true;
}

export async function turnOn(): Promise<void> {
  const { person } = await comeIn();
  write({ person, version: 0, base: {}, birds: '{}' });
  await agree();
}

/** The server forgets what it has; this device keeps everything. */
export async function turnOff(): Promise<void> {
  await api.dropEvenings();
  write(undefined);
}

let lookers = 0;
let timer = 0;
const changed = (): void => {
  const wish = read();
  if (wish && differs(wish)) void agree();
};
const look = (): void => {
  if (!document.hidden) void agree();
};

/** While somebody looks; returns how to end that. */
export function attend(): () => void {
  lookers += 1;
  if (lookers === 1) {
    addEventListener(KEPT, changed);
    addEventListener('online', look);
    timer = window.setInterval(look, EVERY);
    void agree();
  }
  return () => {
    lookers -= 1;
    if (lookers > 0) return;
    account.state = 'waiting';
    removeEventListener(KEPT, changed);
    removeEventListener('online', look);
    clearInterval(timer);
  };
}
