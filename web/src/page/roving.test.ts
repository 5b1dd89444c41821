import { beforeEach, expect, test, vi } from 'vitest';
import { roving } from './roving';

let zone: HTMLElement;
let looks = 0;

beforeEach(() => {
  document.body.innerHTML = '<div id="zone"><button data-stop>a</button><button data-stop>b</button><button data-stop>c</button></div><button id="other"></button>';
  zone = document.getElementById('zone') as HTMLElement;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callback());
  looks = 0;
  for (const each of zone.querySelectorAll<HTMLElement>('[data-stop]')) each.checkVisibility = () => (looks += 1) > 0;
});

const tabbed = (): string => [...zone.querySelectorAll<HTMLElement>('[data-stop]')].map((stop) => (stop.tabIndex === 0 ? stop.textContent : '')).join('');
const changes = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));

test('a zone has one tab stop, and keeps it without looking at the page', async () => {
  roving(zone);
  await changes();
  expect(tabbed()).toBe('a');
  looks = 0;
  zone.insertAdjacentHTML('beforeend', '<button data-stop>d</button>');
  await changes();
  expect([tabbed(), looks]).toEqual(['a', 0]);
});

test('when the tab stop goes another takes its place', async () => {
  roving(zone);
  await changes();
  zone.firstElementChild?.remove();
  await changes();
  expect(tabbed()).toBe('b');
});

test('who was on a stop that goes stays at its place', async () => {
  roving(zone);
  (zone.children[1] as HTMLElement).focus();
  zone.children[1]?.remove();
  await changes();
  expect(document.activeElement?.textContent).toBe('c');
});
