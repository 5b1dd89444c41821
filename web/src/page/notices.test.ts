import { expect, test } from 'vitest';
import { live, notice } from './signals/live.svelte';

test('what is still to be read is not said twice', () => {
  notice('waiting for Juno');
  notice('choose birds');
  notice('waiting for Juno');
  expect(live.notices.map(({ text }) => text)).toEqual(['Choose birds', 'Waiting for Juno']);
});
