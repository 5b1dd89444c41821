/** The operator's screen; loaded when somebody opens it. */
export { default as Operator } from './Operator.svelte';
