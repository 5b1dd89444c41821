/** Evenings: the games of this device, one after another. Fetched when somebody looks at them. */
export { default as Evenings } from './Evenings.svelte';
export { attend } from './account.svelte';
