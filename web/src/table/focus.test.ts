import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './focus';

const main = document.createElement('main');
let keeping: { destroy(): void };
const changes = (): Promise<void> => new Promise((done) => setTimeout(done, 5));
const show = (html: string): Promise<void> => {
  main.innerHTML = html;
  return changes();
};
const at = (): string => (document.activeElement === document.body ? 'nowhere' : document.activeElement?.id || 'main');
const focus = (id: string): void => document.getElementById(id)?.focus();
const card = (place: number, can = true): string =>
  `<div data-place="display-${place}"><button id="card-${place}" class="${can ? 'can' : ''}" data-stop></button></div>`;
const act = (button = ''): string => `<section id="act" tabindex="-1">${button}</section>`;

beforeEach(() => {
  main.tabIndex = -1;
  document.body.replaceChildren(main);
  keeping = keepFocus(main);
});
afterEach(() => keeping.destroy());

test('after a play the focus waits on the panel, and comes back to the place where one played', async () => {
  await show(card(1) + card(2) + act('<button id="take" class="btn"></button>'));
  focus('card-2');
  focus('take');
  await show(card(1, false) + card(2, false) + act());
  expect(at()).toBe('act');
  await show(card(1) + card(2) + act());
  expect(at()).toBe('card-2');
});

test('it comes back as soon as something can be played, even if nothing else changes', async () => {
  await show(card(1) + act());
  focus('card-1');
  await show(card(2, false) + act());
  expect(at()).toBe('act');
  document.getElementById('card-2')?.classList.add('can');
  document.getElementById('card-2')?.classList.add('can');
  await changes();
  expect(at()).toBe('card-2');
});

test('where that place cannot be played again, it is the first that can', async () => {
  await show(card(1) + card(2) + act());
  focus('card-2');
  await show(card(1, false) + card(3) + card(4) + act());
  expect(at()).toBe('card-3');
});

test('without a panel it waits where the board was', async () => {
  await show(card(1) + act());
  focus('card-1');
  await show('<p>over</p>');
  expect(at()).toBe('main');
});

test('whoever has gone elsewhere meanwhile stays there', async () => {
  const chat = document.createElement('input');
  chat.id = 'chat';
  document.body.append(chat);
  await show(card(1) + act());
  focus('card-1');
  focus('chat');
  await show(card(2) + act());
  expect(at()).toBe('chat');
  focus('card-2');
  await show(card(2, false).replace('card-2', 'other') + act());
  focus('chat');
  await show(card(2) + act());
  expect(at()).toBe('chat');
});

test('nothing is focused for somebody who never was at the keyboard', async () => {
  await show(card(1) + act());
  await show(card(2) + act());
  expect(at()).toBe('nowhere');
});
