/** The games with their options, stored on this device so that a sheet can be started without a network. */
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
