/** The rules as text, from the same files that the command line prints. */
import { gameOf } from '../../games';

interface Clause {
  number: string;
  text: Span[];
}
export interface Section {
  number: string;
  title: string;
  intro: Span[][];
  /** Rows of a table; the first one is its header. */
  table: Span[][][];
  clauses: Clause[];
}
export interface Rulebook {
  game: string;
  /** The text before the first section. */
  preface: Span[][];
  sections: Section[];
}
/** Words; `cards` are drawn, `clause` leads to another clause, `ours` marks a decision of ours. */
export type Span = { text: string; kind: 'plain' | 'strong' | 'code' | 'cards' | 'clause' | 'ours' };

const FILES = import.meta.glob<string>('../../../../src/birdtable/games/*/RULES*.md', { query: '?url', import: 'default', eager: true });

/** The rules of a game in this language, or in English. */
export async function rulebook(game: string, language: string): Promise<Rulebook> {
  const path = (tail: string): string => `../../../../src/birdtable/games/${game}/RULES${tail}.md`;
  const file = FILES[path(`.${language}`)] ?? FILES[path('')];
  if (!file) return { game, preface: [], sections: [] };
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`no rules: ${answer.status}`);
  const text = await answer.text();
  const isCards = (code: string): boolean => gameOf(game).cardsIn(code).length > 0;
  return { game, preface: preface(text, isCards), sections: parse(text, isCards) };
}

/** Without capitals and accents, as people type when they search. */
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Does the text have all these words, in any order? */
export function has(text: string, wanted: string): boolean {
  const found = bare(text);
  return bare(wanted).split(/\s+/).every((word) => found.includes(word));
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

type IsCards = (code: string) => boolean;

function preface(markdown: string, isCards: IsCards): Span[][] {
  const [before = ''] = markdown.split(/\n(?=## )/);
  return before.split(/\n\s*\n/).slice(1).map(squeeze).filter(Boolean).map((text) => spans(text, isCards));
}

export function parse(markdown: string, isCards: IsCards): Section[] {
  const sections: Section[] = [];
  for (const block of markdown.replace(/\n(?= {2,}\S)/g, ' ').split(/\n(?=## )/).slice(1)) {
    const [head = '', ...rest] = block.split('\n');
    const [, number = '', title = ''] = /^## (\S+)\s+(.*)$/.exec(head) ?? [];
    const section: Section = { number, title, intro: [], table: [], clauses: [] };
    for (const part of rest.join('\n').split(/\n\s*\n|\n(?=- )/)) {
      const text = squeeze(part);
      const clause = /^- ([A-Z]\d+\.\d+) (.*)$/.exec(text);
      if (clause) section.clauses.push({ number: clause[1] as string, text: spans(clause[2] as string, isCards) });
      else if (text.startsWith('|')) section.table.push(...rows(part, isCards));
      else if (text) section.intro.push(spans(text.replace(/^- /, ''), isCards));
    }
    sections.push(section);
  }
  return sections;
}

const rows = (table: string, isCards: IsCards): Span[][][] =>
  table.trim().split('\n').filter((line) => !/^\|[-| ]+$/.test(line)).map((line) => line.split('|').slice(1, -1).map((cell) => spans(cell.trim(), isCards)));

const OURS = /\((?:our decision|decisione nostra|decisión nuestra|unsere Entscheidung|наше решение)[^)]*\)/;
const PIECES = new RegExp(String.raw`(\*\*[^*]+\*\*|${'`[^`]+`'}|${OURS.source}|\b[A-Z]\d+(?:\.\d+)?\b)`);

function spans(text: string, isCards: IsCards): Span[] {
  return text.split(PIECES).filter(Boolean).map((piece) => {
    if (piece.startsWith('**')) return { text: piece.slice(2, -2), kind: 'strong' };
    if (piece.startsWith('`')) {
      const code = piece.slice(1, -1);
      return { text: code, kind: isCards(code) ? 'cards' : 'code' };
    }
    if (OURS.test(piece)) return { text: piece, kind: 'ours' };
    return { text: piece, kind: /^[A-Z]\d+(\.\d+)?$/.test(piece) ? 'clause' : 'plain' };
  });
}
