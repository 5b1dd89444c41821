/** The games and the names of the bots, fetched from the server once. */
import type { GameInfo, TableInfo } from '../wire';
import { api } from './api';
import { t, translate } from '../page/i18n.svelte';

let asked: Promise<GameInfo[]> | undefined;
let known = $state.raw<GameInfo[]>([]);

/** The games of this server in its order, as far as it has answered. */
export const serverGames = (): GameInfo[] => known;

export function games(): Promise<GameInfo[]> {
  asked ??= api.games().then((found) => (known = found)).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

export const infoOf = (game: string): GameInfo | undefined => known.find((each) => each.name === game);

export function levelName(game: string, level: string): string {
  const found = infoOf(game)?.levels.find((each) => each.level === level);
  return found ? translate(found.name) : t('bot');
}

/** In records a bot is called by its level. */
export function playerName(game: string, name: string): string {
  const isBot = infoOf(game)?.levels.some((each) => each.level === name);
  return isBot ? levelName(game, name) : name;
}

/** The name of who sits there, unless it is hidden or its owner was deleted. Bots of one level at one table are numbered, or nobody could tell them apart. */
export function seatName(table: TableInfo, seat: number): string {
  const info = table.seats[seat];
  if (!info) return '';
  if (info.player !== 'bot') return info.name || (info.player === 'person' ? t('somebody') : '');
  return botName(table.game, table.seats, seat);
}

/** Bots of one level are told apart by numbers. */
export function botName(game: string, seats: readonly { player?: string; level?: string }[], seat: number): string {
  const level = seats[seat]?.level ?? '';
  const name = levelName(game, level);
  const alike = seats.flatMap((other, place) => (other.player === 'bot' && other.level === level ? [place] : []));
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}
