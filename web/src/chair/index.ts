/** A bot in a chair at a table of cardboard: fetched when somebody wants one. */
export { default as Chair } from './Chair.svelte';
