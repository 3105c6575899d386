// Calls of the service. The token comes from the fragment of the address, which no server and no log sees.

import type { Candidate, Doc, DocPage, Figures, Settings, Span, Why } from "./types";

/** An answer that says what went wrong. Its text is for the user. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly newest: Doc | null = null,
  ) {
    super(detail);
  }
}

/** The service does not answer at all. What was typed is kept, and sent when it is back. */
export class Unreachable extends Error {}

type Body = Record<string, unknown>;

export class Api {
  /** The token may change: the service was started again, and printed another link. */
  token = "";

  settings(): Promise<Settings> {
    return this.get("/review/api/settings");
  }

  changeSettings(changes: Body): Promise<Settings> {
    return this.send("PUT", "/review/api/settings", changes);
  }

  list(sort: string, find: string, after: string): Promise<DocPage> {
    return this.get("/review/api/documents", { sort, find, after, limit: "200" });
  }

  load(id: string): Promise<Doc> {
    return this.get(`/review/api/documents/${encodeURIComponent(id)}`);
  }

  save(id: string, base: number, spans: readonly Span[], comment: string, done: boolean): Promise<{ version: number; doc: Doc }> {
    return this.send("PUT", `/review/api/documents/${encodeURIComponent(id)}`, { base, spans, comment, done });
  }

  why(id: string, start: number, end: number): Promise<Why> {
    return this.send("POST", `/review/api/documents/${encodeURIComponent(id)}/why`, { start, end });
  }

  async forms(label: string, newBase: string, mentions: readonly Pick<Span, "base" | "affixes">[], texts: readonly string[]): Promise<string[]> {
    const body = mentions.map(({ base, affixes }, at) => ({ text: texts[at], base, affixes }));
    return (await this.send<{ replacements: string[] }>("POST", "/review/api/forms", { label, newBase, mentions: body })).replacements;
  }

  async draw(id: string, label: string, base: string, avoid: readonly string[]): Promise<string> {
    return (await this.send<{ newBase: string }>("POST", "/review/api/draw", { id, label, base, avoid })).newBase;
  }

  async makeSpans(
    id: string, original: string, spans: readonly Span[], pieces: readonly { start: number; end: number; label?: string }[],
  ): Promise<Span[]> {
    return (await this.send<{ spans: Span[] }>("POST", "/review/api/spans", { id, original, pieces, spans })).spans;
  }

  applyEverywhere(body: Body): Promise<{ changed: { id: string; version: number; spans: number }[]; conflicts: string[] }> {
    return this.send("POST", "/review/api/apply", body);
  }

  figures(users: string): Promise<Figures> {
    return this.get("/review/api/figures", users ? { users } : {});
  }

  async lookup(form: string): Promise<readonly Candidate[]> {
    return (await this.send<{ candidates: Candidate[] }>("POST", "/v1/lookup", { form })).candidates;
  }

  async complete(prefix: string): Promise<string[]> {
    return (await this.send<{ forms: string[] }>("POST", "/v1/complete", { prefix, limit: 8 })).forms;
  }

  /** Fetch a file, so that it can be saved. */
  async download(path: string, body?: Body): Promise<{ blob: Blob; name: string }> {
    const answer = await this.call(body ? "POST" : "GET", path, body);
    const named = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition") ?? "");
    return { blob: await answer.blob(), name: named?.[1] ?? "document" };
  }

  async isBack(): Promise<boolean> {
    try {
      await this.get("/review/api/pulse");
      return true;
    } catch (error) {
      return !(error instanceof Unreachable);
    }
  }

  private get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
    return this.send("GET", search ? `${path}?${search}` : path);
  }

  private async send<T>(method: string, path: string, body?: Body): Promise<T> {
    return (await this.call(method, path, body)).json() as Promise<T>;
  }

  private async call(method: string, path: string, body?: Body): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    if (body) headers["Content-Type"] = "application/json";
    let answer: Response;
    try {
      answer = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : null, cache: "no-store" });
    } catch {
      throw new Unreachable();
    }
    if (answer.ok) return answer;
    const problem = (await answer.json().catch(() => ({}))) as { detail?: string; newest?: Doc };
    throw new Problem(answer.status, problem.detail ?? `HTTP ${answer.status}`, problem.newest ?? null);
  }
}
