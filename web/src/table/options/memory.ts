/** What a table remembers for its players, in words. */
import { t } from '../../page/i18n.svelte';
import type { TableInfo } from '../../wire';

export function memoryWords(memory: TableInfo['memory']): { label: string; text: string } {
  if (memory === 'strict') {
    return { label: t('Nothing'), text: t('What is face down stays face down. No looking back, and no hints when friends play along.') };
  }
  return { label: t('Everything you could remember'), text: t('Shows your own pile and the cards that others took. You can look back, and everybody may ask for hints.') };
}
