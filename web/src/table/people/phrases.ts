/** What can be said at every table, in the language of the page. */
import { msg } from '../../page/i18n.svelte';

export const PHRASES = [
  msg('Hello!'), msg('Good luck!'), msg('Well played!'), msg('Thank you!'), msg('Nice!'), msg('Oops!'),
  msg('One moment, please.'), msg('Your turn.'), msg('Shall we play again?'), msg('I have to go. Goodbye!'),
];
/** With the bird that says each. */
export const REACTIONS: Record<string, string> = {
  [msg('Bravo!')]: 'cubirds-parrot', [msg('Wow!')]: 'birdie-owl', [msg('Ha ha!')]: 'cubirds-magpie', [msg('Oh no!')]: 'cubirds-duck', [msg('Phew!')]: 'cubirds-flamingo',
};
