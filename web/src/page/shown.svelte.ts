/** The game on the screen, for whatever wants to begin with it. */
import type { GameName } from '../cards/cards';

export const shownGame = $state<{ name: GameName }>({ name: 'birdie' });
