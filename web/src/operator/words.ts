/** What operators did, and when, in words. */
import { dateWords, msg } from '../page/i18n.svelte';
import type { Deed } from '../wire';

export const DEEDS: Record<Deed['what'], string> = {
  'banned': msg('ban made'),
  'lifted ban': msg('ban lifted'),
  'hid name': msg('name hidden'),
  'showed name': msg('name shown again'),
  'hid message': msg('message hidden'),
  'showed message': msg('message shown again'),
  'kicked': msg('removed from a table'),
  'closed table': msg('table closed'),
  'settled report': msg('report settled'),
  'rotated key': msg('signing key replaced'),
  'dropped keys': msg('earlier signing keys dropped'),
};

export const moment = (at: number): string =>
  dateWords(at * 1000, 'short', 'short');
