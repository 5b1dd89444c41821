/** The HTTP side of the server: people and tables. Errors are the server's own one-line reasons. */
import type {
  Alone, Ask, AskChair, AskEvenings, BirdieAnswer, BirdiePile, BirdieRun, CareerNews, CarryOn, ChairAnswer, ChangedTable, CuBirdsAnswer, Decisive, Evenings, GameInfo, Join, KeepEvenings, Keeping, KeptEvenings, LessonAnswer, LessonConsidered, LessonInfo, LessonStop, Matches, Me, Mine,
  NewReport, NewTable, Notice, Outside, PastPosition, Problem, RecordReplay, Rematch, Replay, ReviewNews, SameDealInfo, SeatWish, Shuffle, TableInfo, Trial, Unseen,
} from '../wire';
import { translate } from '../page/i18n.svelte';
import { alone } from './alone';
import { noticeBan } from './banned.svelte';

export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.reason);
  }

  /** In the language of the page. */
  get words(): string {
    return translate(this.problem.reason, this.problem.details as Record<string, string | number>);
  }
}

type Headers = Record<string, string>;

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal, headers: Headers = {}): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = alone()
    ? await (await import('../tab/transport')).ask(method, path.replace(/^api\//, ''), text, signal)
    : await fetch(new URL(path, document.baseURI.replace(/#.*/, '')), {
        method,
        headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
        body: text,
        signal,
      });
  if (!answer.ok) {
    const { reason = answer.statusText, details = {}, clause = '' } = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    const problem = { reason, details, clause };
    noticeBan(problem);
    throw new ProblemError(answer.status, problem);
  }
  return answer;
}

export async function call<T>(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<T> {
  const answer = await ask(method, path, body, undefined, headers);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** An answer that comes line by line, each a JSON value. */
async function* lines<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const reader = ((await ask('POST', path, body, signal)).body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const parts = (rest + (value ?? '')).split('\n');
    rest = parts.pop() as string;
    for (const part of parts) if (part) yield JSON.parse(part) as T;
  }
}

export const api = {
  keeping: () => call<Keeping>('GET', 'api/keeping'),
  notice: () => call<Notice>('GET', 'api/notice'),
  me: () => call<Me>('GET', 'api/me'),
  greet: (name: string) => call<Me>('POST', 'api/guests', { name }),
  rename: (name: string) => call<Me>('PATCH', 'api/me', { name }),
  comeBack: (code: string, asks: boolean) => call<Me>('POST', 'api/guests/return', { code, asks }),
  newLink: () => call<Me>('POST', 'api/me/link'),
  forget: () => call<void>('DELETE', 'api/me'),
  games: () => call<GameInfo[]>('GET', 'api/games'),
  mine: () => call<Mine>('GET', 'api/mine'),
  matches: (wish: { game: string; phase: string; after: string }) =>
    call<Matches>('GET', `api/mine/matches?${new URLSearchParams(Object.entries(wish).filter(([, value]) => value !== ''))}`),
  publicTables: () => call<TableInfo[]>('GET', 'api/tables'),
  table: (id: string) => call<TableInfo>('GET', `api/tables/${id}`),
  open: (table: NewTable) => call<TableInfo>('POST', 'api/tables', table),
  change: (id: string, change: ChangedTable) => call<TableInfo>('PATCH', `api/tables/${id}`, change),
  join: (id: string, join: Join) => call<TableInfo>('POST', `api/tables/${id}/join`, join),
  leave: (id: string) => call<TableInfo>('POST', `api/tables/${id}/leave`),
  handOn: (id: string) => call<SameDealInfo>('POST', `api/tables/${id}/same-deal`),
  seat: (id: string, seat: number, wish: SeatWish) => call<TableInfo>('PUT', `api/tables/${id}/seats/${seat}`, wish),
  swap: (id: string, a: number, b: number) => call<TableInfo>('POST', `api/tables/${id}/swap`, { a, b }),
  start: (id: string, fill = '') => call<TableInfo>('POST', `api/tables/${id}/start`, { fill }),
  rematch: (id: string, wish: Rematch) => call<TableInfo>('POST', `api/tables/${id}/rematch`, wish),
  close: (id: string) => call<TableInfo>('POST', `api/tables/${id}/close`),
  report: (id: string, report: NewReport) => call<void>('POST', `api/tables/${id}/report`, report),
  past: (id: string, number: number, seat: number) =>
    call<PastPosition>('GET', `api/tables/${id}/replay/${number}?seat=${seat}`),
  /** A match so far, as one's own seat sees it, or as a spectator does for -1. */
  replayTable: (id: string, seat?: number) => call<Replay>('GET', `api/tables/${id}/replay${seat === undefined ? '' : `?seat=${seat}`}`),
  sheet: (ask: Ask) => call<BirdieAnswer | CuBirdsAnswer>('POST', 'api/sheet', ask),
  chair: (ask: AskChair) => call<ChairAnswer>('POST', 'api/chair', ask),
  evenings: (ask: AskEvenings) => call<Evenings>('POST', 'api/evenings', ask),
  keptEvenings: (known: number) => call<KeptEvenings>('GET', `api/me/evenings?known=${known}`),
  keepEvenings: (kept: KeepEvenings) => call<KeptEvenings>('PUT', 'api/me/evenings', kept),
  dropEvenings: () => call<void>('DELETE', 'api/me/evenings'),
  runs: (pile: BirdiePile) => call<BirdieRun[]>('POST', 'api/runs', pile),
  /** The record of a match that is over; `undefined` while it is played. */
  record: async (id: string) => {
    const answer = await ask('GET', `api/tables/${id}/record`);
    return answer.headers.get('content-type')?.startsWith('text/') ? answer.text() : undefined;
  },
  replayRecord: (record: string, seat: number) => call<RecordReplay>('POST', 'api/records/replay', { record, seat }),
  recordPosition: (record: string, number: number, seat: number) => call<PastPosition>('POST', 'api/records/position', { record, number, seat }),
  recordShuffle: (record: string) => call<Shuffle>('POST', 'api/records/shuffle', { record }),
  career: (game: string, signal: AbortSignal) => lines<CareerNews>('api/mine/career', { game }, signal),
  reviewRecord: (record: string, seat: number, signal: AbortSignal) => lines<ReviewNews>('api/records/review', { record, seat }, signal),
  trial: (trial: Trial) => call<TableInfo>('POST', 'api/records/trial', trial),
  carryOn: (wish: CarryOn) => call<TableInfo>('POST', 'api/records/carry', wish),
  lessons: () => call<LessonInfo[]>('GET', 'api/lessons'),
  lesson: (name: string, plays: string[][]) => call<LessonStop>('POST', `api/lessons/${name}/position`, { plays }),
  considerInLesson: (name: string, plays: string[][], steps: string[]) => call<LessonConsidered>('POST', `api/lessons/${name}/consider`, { plays, steps }),
  tryInLesson: (name: string, plays: string[][], steps: string[]) => call<LessonAnswer>('POST', `api/lessons/${name}/try`, { plays, steps }),
  unseen: (id: string) => call<Unseen>('GET', `api/tables/${id}/unseen`),
  outside: () => call<Outside>('GET', 'api/outside'),
  /** Without https no browser runs that page or keeps it. */
  alone: (): Promise<Alone> => (isSecureContext ? call<Alone>('GET', 'api/alone') : Promise.resolve({ megabytes: 0 })),
  decisive: (id: string) => call<Decisive>('GET', `api/tables/${id}/decisive`),
  shuffle: (id: string) => call<Shuffle>('GET', `api/tables/${id}/shuffle`),
  /** Everything that a device keeps, where the tables are in the page. */
  device: () => call<Record<string, unknown>>('GET', 'api/device'),
  bring: (file: unknown) => call<{ tables: number; page: Record<string, string> }>('POST', 'api/device', file),
};
