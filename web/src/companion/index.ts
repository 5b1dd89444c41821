/** Score sheets of games with real cards: fetched when somebody wants one. */
export { default as Companion } from './Companion.svelte';
export { openSheet } from './sheetfile';
