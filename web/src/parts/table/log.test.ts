import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Log from './Log.svelte';

test('a scroll that is told after the log has left the page harms nobody', async () => {
  const page = document.createElement('div');
  const log = mount(Log, { target: page, props: { game: 'plain', lines: [] } });
  const list = page.querySelector('.scroll') as HTMLElement;
  await unmount(log);
  expect(() => list.dispatchEvent(new Event('scroll'))).not.toThrow();
});
