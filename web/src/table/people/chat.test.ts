import { expect, test } from 'vitest';
import { adopt } from '../../page/i18n.svelte';
import { PHRASES as KNOWN, REACTIONS as REACTIONS_KNOWN, type ChatNews, type TableInfo } from '../../wire';
import { keepRead, lastRead, speaker, unread } from './chat';
import { PHRASES, REACTIONS } from './phrases';

adopt('en', {});
const line = (number: number, person: string, words: Partial<ChatNews> = { text: 'hm' }): ChatNews => ({ type: 'chat', number, person, name: person, seat: 0, at: 0, ...words });

test('the page offers what the server takes', () => {
  expect([PHRASES, Object.keys(REACTIONS)]).toEqual([[...KNOWN], [...REACTIONS_KNOWN]]);
});

test('unread is what others have said in words since', () => {
  const chat = [line(1, 'tom'), line(2, 'me'), line(3, 'tom', { phrase: 'Bravo!' }), line(4, 'tom', { phrase: 'Hello!' }), line(5, 'tom')];
  expect(unread(chat, 1, 'me')).toBe(2);
  expect(unread(chat, 5, 'me')).toBe(0);
});

test('who changed the name is called by the new one', () => {
  const table = { seats: [{ person: 'tom', name: 'Tomás' }] } as TableInfo;
  expect([speaker(table, line(1, 'tom')), speaker(table, line(2, 'ann')), speaker(undefined, { ...line(3, ''), name: '' })]).toEqual(['Tomás', 'ann', 'somebody']);
});

test('what was read stays read, by table', () => {
  keepRead('one', 7);
  expect([lastRead('one'), lastRead('two')]).toEqual([7, 0]);
});
