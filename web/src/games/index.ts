/** The games by name. One that is not here is played on the plain board, with the title that the server gives it. */
import { infoOf } from '../server/games.svelte';
import { birdie } from './birdie';
import { cubirds } from './cubirds';
import type { Game } from './game';
import { plain } from './plain';

const GAMES: Record<string, Game> = { birdie, cubirds };

/** Those that the page can draw, in the order in which it shows them before the server has answered. */
export const pageGames = Object.keys(GAMES);

export const gameOf = (name: string): Game => GAMES[name] ?? plain(infoOf(name));

export const gameTitle = (name: string): string => gameOf(name).title() || name;

/** The game whose rules have a clause. */
export const gameOfClause = (clause: string): string | undefined =>
  pageGames.find((name) => clause.startsWith(GAMES[name]?.letter ?? ' '));
