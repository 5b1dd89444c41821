/** What a check of the shuffle found, in words. */
import { list, t, tn } from '../page/i18n.svelte';
import type { Verdict } from './shuffle';

export function verdictWords({ fault, trusting, attempts, silent, leftOut, carried }: Verdict, name: (seat: number) => string): string {
  const sentences = [
    fault === 'odds' ? t('A card was drawn from other cards than were left in the deck.')
    : fault ? t('The shuffle does not match what was sealed.')
    : t('The shuffle was fair: every card came from the sealed secret.'),
    !fault && carried > 0 && tn('The first {n} card was drawn at another table: its record is the one to check.', 'The first {n} cards were drawn at another table: its record is the one to check.', carried),
    attempts > 1 && tn('It took {n} attempt.', 'It took {n} attempts.', attempts),
    silent.length > 0 && t('No part in it: {names}.', { names: list(silent.map(name)) }),
    leftOut && t('What this device contributed was not used.'),
    !fault && trusting && t('What was left in the deck is partly the server’s word; birdtable verify checks that too.'),
  ];
  return sentences.filter(Boolean).join(' ');
}
