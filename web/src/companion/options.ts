/** The options of the games, remembered on this device: without a network a sheet can still be begun by any of them. */
import { games } from '../server/games.svelte';
import type { GameInfo } from '../wire';

const KEY = 'birdtable.games';

export async function rememberedGames(): Promise<GameInfo[]> {
  try {
    const found = await games();
    localStorage.setItem(KEY, JSON.stringify(found));
    return found;
  } catch {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? '[]') as GameInfo[];
    } catch {
      return [];
    }
  }
}
