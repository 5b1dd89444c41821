/** What can be said at every table, in the language of the page. */
import { msg } from '../page/i18n.svelte';

export const PHRASES = [
  msg('Hello!'), msg('Good luck!'), msg('Well played!'), msg('Thank you!'), msg('Nice!'), msg('Oops!'),
  msg('One moment, please.'), msg('Your turn.'), msg('Shall we play again?'), msg('I have to go. Goodbye!'),
];
