/** Opening tables: from what a person chose to a table on the server, with my part of the shuffle. */
import { api, ProblemError } from '../server/api';
import { promise } from '../shuffle/entropy';
import { refusal } from '../page/signals/live.svelte';
import { games, infoOf } from '../server/games.svelte';
import { comeIn, me } from '../server/me.svelte';
import type { Values } from '../table/options/options';
import { go } from '../page/route.svelte';
import { settings } from '../page/settings.svelte';
import type { Clock, NewTable, SeatWish, TableInfo } from '../wire';

export interface Setup {
  seats: SeatWish[];
  options: Values;
  /** Null: as the rules of the game have it. */
  memory: 'assisted' | 'strict' | null;
  pace: number;
  redraws: boolean;
  clock?: Clock;
}

/** The last set-up of this door and game, or a sensible first one. */
export function lastSetup(door: string, game: string): Setup {
  const { levels = [] } = infoOf(game) ?? {};
  const level = levels[Math.min(1, levels.length - 1)]?.level ?? '';
  const kept = settings.last[`${door} ${game}`] as Setup | undefined;
  if (kept && Array.isArray(kept.seats)) {
    // A level that no longer exists is replaced.
    const seats = plain(kept.seats).map((seat) => (seat.player === 'bot' && !levels.some((each) => each.level === seat.level) ? { ...seat, level } : seat));
    return { ...plain(kept), seats, redraws: kept.redraws ?? true };
  }
  const other: SeatWish = door === 'bots' ? { player: 'bot', level } : { player: door === 'device' ? 'me' : 'open' };
  const { min_seats = 2, max_seats = 3, memory = null } = infoOf(game) ?? {};
  const count = Math.min(Math.max(door === 'bots' ? 3 : 2, min_seats), max_seats);
  const others = Array.from({ length: count - 1 }, () => ({ ...other }));
  return { seats: [{ player: 'me' }, ...others], options: {}, memory, pace: 1, redraws: true };
}

/** A copy without the proxies of reactive state. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Opens a table, and starts it if every seat is taken. */
export async function open(table: NewTable, start: boolean): Promise<TableInfo | undefined> {
  try {
    await comeIn();
    const opened = await api.open({ ...table, commitment: promise() });
    if (start) await api.start(opened.id);
    go(`#/table/${opened.id}`);
    return opened;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    refusal(error);
    return undefined;
  }
}

/** As last time: against bots it begins at once, with friends it waits for them. */
export async function openAsLast(door: 'bots' | 'friends', game: string): Promise<void> {
  await games().catch(() => undefined);
  const setup = lastSetup(door, game);
  const opened = await open({ game, ...setup }, door === 'bots');
  if (opened && door === 'bots') settings.last[`bots ${game}`] ??= setup;
}

/** The same table again: it starts at once if only bots and I sit there, and otherwise waits for my friends. */
export async function rematch(id: string): Promise<void> {
  try {
    const next = await api.rematch(id, { commitment: promise() });
    const { person } = await comeIn();
    const kept = next.seats.findIndex((seat) => seat.player === 'open' && seat.kept_for === person);
    const alone = next.seats.every((seat) => seat.player === 'bot' || seat.person === person);
    if (next.phase === 'gathering' && kept >= 0) await sitDown(next.id, kept);
    else if (next.phase === 'gathering' && alone) await api.start(next.id);
    go(`#/table/${next.id}`);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    refusal(error);
  }
}

/** A bot plays for me there, and I may come back. */
export const keptWarm = ({ phase, seats }: TableInfo): boolean =>
  phase === 'playing' && seats.some((seat) => seat.stand_in && !seat.forfeited && seat.person !== '' && seat.person === me.now?.person);

/** Takes my seat back from the bot that kept it warm, if one did. */
export async function takeSeatBack(table: TableInfo): Promise<void> {
  if (!keptWarm(table)) return;
  try {
    await api.join(table.id, { seat: null });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    refusal(error);
  }
}

/** Sits down at somebody's table. */
export async function sitDown(id: string, seat: number | null, name = ''): Promise<void> {
  try {
    await comeIn();
    await api.join(id, { seat, name, commitment: promise() });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    refusal(error);
  }
}
