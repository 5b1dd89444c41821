/** The game on the screen, for whatever wants to begin with it. */
export const shownGame = $state({ name: '' });
