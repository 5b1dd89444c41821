/** Puzzles, in a file of their own: fetched by those who come for them. */
export { default as Puzzle } from './Puzzle.svelte';
export { default as Puzzles } from './Puzzles.svelte';
export { default as SameDeal } from './SameDeal.svelte';
