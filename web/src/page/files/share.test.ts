import { afterEach, expect, test, vi } from 'vitest';
import { copyText, isLocal } from './share';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('an address of this machine is of no use to others', () => {
  const local = ['localhost', 'a.localhost', '127.0.0.1', '127.1.2.3', '0.0.0.0', '[::1]'];
  expect([...local, '192.168.1.20', 'localhost.example', 'birds.example', '[fe80::1]'].filter(isLocal)).toEqual(local);
});

test('where there is no clipboard a text is copied as one did before', async () => {
  vi.stubGlobal('navigator', {});
  let copied = '';
  document.execCommand = () => {
    copied = (document.querySelector('textarea') as HTMLTextAreaElement).value;
    return true;
  };
  expect(await copyText('http://192.168.1.20/#/table/k3')).toBe(true);
  expect([copied, document.querySelector('textarea')]).toEqual(['http://192.168.1.20/#/table/k3', null]);
  document.execCommand = () => false;
  expect(await copyText('x')).toBe(false);
});
