import { expect, test } from 'vitest';
import { cardsIn } from '../../games/birdie/cards';
import { has, parse } from './rulebook';

const isCards = (code: string): boolean => cardsIn(code).length > 0;

test('sections and clauses are read from the file, with what is marked in them', () => {
  const [section, ...rest] = parse('# Rules\n\nHello.\n\n## B1 What is in the box\n\nFor 2 to 4\nplayers.\n\n- B1.1 There are **64** cards,\n  `Pu` one of them.\n- B1.2 One Stop card.\n', isCards);
  expect(rest).toEqual([]);
  expect(section).toMatchObject({ number: 'B1', title: 'What is in the box' });
  expect(section?.intro.map((spans) => spans.map((s) => s.text).join(''))).toEqual(['For 2 to 4 players.']);
  expect(section?.clauses[0]).toEqual({
    number: 'B1.1',
    text: [
      { text: 'There are ', kind: 'plain' }, { text: '64', kind: 'strong' }, { text: ' cards, ', kind: 'plain' },
      { text: 'Pu', kind: 'cards' }, { text: ' one of them.', kind: 'plain' },
    ],
  });
  expect(section?.clauses).toHaveLength(2);
});

test('tables, references and decisions of ours are told apart', () => {
  const [section] = parse('# Rules\n\n## B9 Options\n\n| option | other |\n|---|---|\n| `owl` | `move`: see B9.2 |\n\n- B9.1 Twice (our decision), as in B7.1.\n', isCards);
  expect(section?.table).toHaveLength(2);
  expect(section?.table[1]?.[1]).toEqual([
    { text: 'move', kind: 'code' }, { text: ': see ', kind: 'plain' }, { text: 'B9.2', kind: 'clause' },
  ]);
  expect(section?.clauses[0]?.text).toEqual([
    { text: 'Twice ', kind: 'plain' }, { text: '(our decision)', kind: 'ours' }, { text: ', as in ', kind: 'plain' },
    { text: 'B7.1', kind: 'clause' }, { text: '.', kind: 'plain' },
  ]);
});

test('a search finds words in any order, without their capitals and accents', () => {
  expect(has('Cada Pájaro tiene un trofeo.', 'trofeo pajaro')).toBe(true);
  expect(has('Малиновка берёт карту', 'берет')).toBe(true);
  expect(has('Cada Pájaro tiene un trofeo.', 'pájaro aleteo')).toBe(false);
});
