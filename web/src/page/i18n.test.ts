import { expect, test, vi } from 'vitest';
import { adopt, dateWords } from './i18n.svelte';

test('a day is written as where the browser is at home, in the language of the page', () => {
  adopt('en', {});
  const day = Date.UTC(2026, 10, 16, 12);
  const at = (...languages: string[]): string => {
    vi.stubGlobal('navigator', { languages });
    return dateWords(day, 'short');
  };
  expect(at('en-GB', 'en')).toBe('16/11/2026');
  expect(at('en-US')).toBe('11/16/26');
  expect(at('de-DE', 'en-GB')).toBe('16/11/2026');
  expect(at('de-DE')).toBe('11/16/26');
  vi.unstubAllGlobals();
});
