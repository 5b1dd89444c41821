/** The games that can be scored, by name. */
import { birdie } from './birdie';
import { cubirds } from './cubirds';
import type { Paper } from './paper';
import type { Sheet } from './sheets.svelte';

export const PAPERS: Record<Sheet['game'], Paper> = { birdie, cubirds };

export const paperGames = Object.keys(PAPERS) as Sheet['game'][];
