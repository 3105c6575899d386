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

export interface Wanted {
  readonly sort: string;
  readonly find?: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit?: number;
}

export class Api {
  /** The token may change: the service was started again, and printed another link. */
  token = "";
  /** The names of documents that were opened, and the ids that they have now: each run has its own. */
  private readonly names = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  settings(): Promise<Settings> {
    return this.get("/review/api/settings");
  }

  changeSettings(changes: Body): Promise<Settings> {
    return this.send("PUT", "/review/api/settings", changes);
  }

  list(wanted: Wanted): Promise<DocPage> {
    return this.send("POST", "/review/api/documents", { ...wanted });
  }

  async load(id: string): Promise<Doc> {
    const doc = await this.withId(id, (now) => this.get<Doc>(`/review/api/documents/${now}`));
    this.names.set(id, doc.name);
    return { ...doc, id };
  }

  save(id: string, base: number, spans: readonly Span[], comment: string, done: boolean): Promise<{ version: number; doc: Doc }> {
    return this.withId(id, (now) => this.send("PUT", `/review/api/documents/${now}`, { base, spans, comment, done }));
  }

  why(id: string, start: number, end: number): Promise<Why> {
    return this.withId(id, (now) => this.send("POST", `/review/api/documents/${now}/why`, { start, end }));
  }

  /** The document after another one in the order of names, or before it; none at the end. */
  async findNeighbour(id: string, step: 1 | -1): Promise<string | null> {
    const page = await this.withId(id, (now) => this.list({ sort: "name", limit: 1, [step > 0 ? "after" : "before"]: now }));
    return page.documents[0]?.id ?? null;
  }

  async forms(label: string, newBase: string, mentions: readonly Pick<Span, "base" | "affixes">[], texts: readonly string[]): Promise<string[]> {
    const body = mentions.map(({ base, affixes }, at) => ({ text: texts[at], base, affixes }));
    return (await this.send<{ replacements: string[] }>("POST", "/review/api/forms", { label, newBase, mentions: body })).replacements;
  }

  async draw(id: string, label: string, base: string, avoid: readonly string[]): Promise<string> {
    const { newBase } = await this.withId(id, (now) => this.send<{ newBase: string }>("POST", "/review/api/draw", { id: now, label, base, avoid }));
    return newBase;
  }

  async makeSpans(
    id: string, original: string, spans: readonly Span[], pieces: readonly { start: number; end: number; label?: string }[],
  ): Promise<Span[]> {
    const made = await this.withId(id, (now) => this.send<{ spans: Span[] }>("POST", "/review/api/spans", { id: now, original, pieces, spans }));
    return made.spans;
  }

  /** Apply a decision to all documents but one, which has it already. */
  applyEverywhere(except: string, body: Body): Promise<{ changed: { id: string; version: number; spans: number }[]; conflicts: string[] }> {
    return this.withId(except, (now) => this.send("POST", "/review/api/apply", { ...body, except: now }));
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

  /** Fetch the file of a document, or of all that are done, so that it can be saved. */
  async download(id: string | null, format: string): Promise<{ blob: Blob; name: string }> {
    const answer =
      id === null
        ? await this.call("POST", "/review/api/export", { format })
        : await this.withId(id, (now) => this.call("GET", `/review/api/documents/${now}/export?format=${format}`));
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

  /** Ask about a document. If the service was started again, the document has another id, and is found by its name. */
  private async withId<T>(id: string, ask: (now: string) => Promise<T>): Promise<T> {
    try {
      return await ask(this.ids.get(id) ?? id);
    } catch (error) {
      const name = this.names.get(id);
      if (!(error instanceof Problem) || error.status !== 404 || name === undefined) throw error;
      const { documents } = await this.list({ sort: "name", find: name, limit: 1000 });
      const row = documents.find((each) => each.name === name);
      if (!row || row.id === (this.ids.get(id) ?? id)) throw error;
      this.ids.set(id, row.id);
      return ask(row.id);
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
