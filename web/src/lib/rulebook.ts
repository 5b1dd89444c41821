/** The rules as text, out of the same files that the command line prints. */
export interface Clause {
  number: string;
  /** Words, with `strong` and `code` marked. */
  text: Span[];
}
export interface Section {
  number: string;
  title: string;
  intro: Span[][];
  clauses: Clause[];
}
export type Span = { text: string; kind: 'plain' | 'strong' | 'code' };

const FILES = import.meta.glob<string>('../../../src/birdtable/games/*/RULES*.md', { query: '?url', import: 'default' });

/** The rules of a game in the language, else in English. */
export async function rulebook(game: string, language: string): Promise<Section[]> {
  const path = (tail: string): string => `../../../src/birdtable/games/${game}/RULES${tail}.md`;
  const file = FILES[path(`.${language}`)] ?? FILES[path('')];
  if (!file) return [];
  const answer = await fetch(await file());
  if (!answer.ok) throw new Error(`no rules: ${answer.status}`);
  return parse(await answer.text());
}

export function parse(markdown: string): Section[] {
  const sections: Section[] = [];
  for (const block of markdown.replace(/\n(?= {2,}\S)/g, ' ').split(/\n(?=## )/).slice(1)) {
    const [head = '', ...rest] = block.split('\n');
    const [, number = '', title = ''] = /^## (\S+)\s+(.*)$/.exec(head) ?? [];
    const section: Section = { number, title, intro: [], clauses: [] };
    for (const part of rest.join('\n').split(/\n\s*\n|\n(?=- )/)) {
      const text = part.replace(/\s+/g, ' ').trim();
      const clause = /^- ([BC]\d+\.\d+) (.*)$/.exec(text);
      if (clause) section.clauses.push({ number: clause[1] as string, text: spans(clause[2] as string) });
      else if (text && !text.startsWith('|')) section.intro.push(spans(text.replace(/^- /, '')));
    }
    sections.push(section);
  }
  return sections;
}

function spans(text: string): Span[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).filter(Boolean).map((piece) => {
    if (piece.startsWith('**')) return { text: piece.slice(2, -2), kind: 'strong' };
    if (piece.startsWith('`')) return { text: piece.slice(1, -1), kind: 'code' };
    return { text: piece, kind: 'plain' };
  });
}
