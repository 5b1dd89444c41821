/** The operator's side of the server. The token is kept in memory only, and travels in a header. */
import { call } from '../server/api';
import type { Ban, Case, Deed, KnownPerson, NewBan, WatchedTable } from '../wire';

export class OperatorApi {
  constructor(private readonly token: string) {}

  private ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return call<T>(method, `api/operator/${path}`, body, { Authorization: `Bearer ${this.token}` });
  }

  reports = () => this.ask<Case[]>('GET', 'reports');
  settle = (report: string) => this.ask<void>('DELETE', `reports/${report}`);
  people = (search: string) => this.ask<KnownPerson[]>('GET', `people?search=${encodeURIComponent(search)}`);
  hideName = (person: string, on: boolean) => this.ask<void>('POST', `people/${person}/hide`, { on });
  bans = () => this.ask<Ban[]>('GET', 'bans');
  ban = (ban: NewBan) => this.ask<Ban>('POST', 'bans', ban);
  lift = (ban: string) => this.ask<void>('DELETE', `bans/${ban}`);
  table = (id: string, number: number) => this.ask<WatchedTable>('GET', `tables/${encodeURIComponent(id)}?number=${number}`);
  close = (id: string) => this.ask<void>('POST', `tables/${id}/close`);
  kick = (id: string, person: string) => this.ask<void>('POST', `tables/${id}/kick`, { person });
  hideMessage = (id: string, number: number, on: boolean) => this.ask<void>('POST', `tables/${id}/talk/${number}/hide`, { on });
  deeds = () => this.ask<Deed[]>('GET', 'deeds');
}
