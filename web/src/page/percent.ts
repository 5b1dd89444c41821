/** Parts of a victory as they are shown. */
import { t } from './i18n.svelte';

export const percent = (part: number): string => t('{n} %', { n: Math.round(part * 100) });
/** Of whole per cents. */
export const withSign = (n: number): string => `${n > 0 ? '+' : n < 0 ? '−' : '±'}${t('{n} %', { n: Math.abs(n) })}`;
export const signed = (part: number): string => withSign(Math.round(part * 100));
