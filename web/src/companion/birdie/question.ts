/** What is asked while somebody scores by themselves, in words. */
import { cutWords, stepQuestion } from '../../games/birdie/scoring/questions';
import { t } from '../../page/i18n.svelte';
import type { OwnPlay } from '../../wire';

/** @param options of the game */
export function question(play: OwnPlay, options: Readonly<Record<string, unknown>>): { title: string; text: string } {
  const found = stepQuestion(play.phase, play.trait, play.taking, play.lost);
  if (found) return found;
  const title = t('Your own scoring');
  if (!options['expert']) return { title, text: cutWords(options) };
  if (!play.legal.some((step) => step.startsWith('remove '))) return { title, text: t('There is nothing more to remove.') };
  return { title, text: t('Tap a card to remove it. Cards that then meet and share a trait fly off as a set.') };
}
