// Save what was changed, without being asked: a moment after the last change, and again when the service is back.

import { type Api, Problem, Unreachable } from "./api";
import type { Snapshot } from "./snapshot";
import type { Doc } from "./types";

const PAUSE = 1000;
const RETRY = 2000;

export type SavingState = "saved" | "changed" | "saving" | "unreachable" | "conflict" | "refused";

export interface SavingEvents {
  /** What the page shows about saving, and why saving was refused. */
  onState(state: SavingState, detail: string): void;
  /** A version was saved. */
  onSaved(doc: Doc, snapshot: Snapshot): void;
  /** Somebody else saved the same version before. */
  onConflict(newest: Doc): void;
}

/** Saves one document. */
export class Saver {
  private wanted: Snapshot | null = null;
  private timer = 0;
  private isBusy = false;
  private isClosed = false;

  constructor(
    private readonly api: Api,
    private doc: Doc,
    private readonly events: SavingEvents,
  ) {}

  get hasUnsaved(): boolean {
    return this.wanted !== null;
  }

  /** Save a snapshot soon. */
  want(snapshot: Snapshot): void {
    this.wanted = snapshot;
    this.events.onState(this.isBusy ? "saving" : "changed", "");
    this.schedule(PAUSE);
  }

  /** Save what is pending now. */
  async flush(): Promise<void> {
    window.clearTimeout(this.timer);
    if (this.isBusy || this.wanted === null || this.isClosed) return;
    const snapshot = this.wanted;
    this.isBusy = true;
    this.events.onState("saving", "");
    try {
      const { doc } = await this.api.save(this.doc.id, this.doc.version, snapshot.spans, snapshot.comment, snapshot.done);
      this.doc = doc;
      if (this.wanted === snapshot) this.wanted = null;
      this.events.onSaved(doc, snapshot);
      this.events.onState(this.wanted ? "changed" : "saved", "");
      if (this.wanted) this.schedule(PAUSE);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Go on from another version, after a merge. */
  rebase(doc: Doc): void {
    this.doc = doc;
  }

  /** Stop: another document is opened. */
  close(): void {
    this.isClosed = true;
    window.clearTimeout(this.timer);
  }

  private fail(error: unknown): void {
    if (error instanceof Unreachable) {
      this.events.onState("unreachable", "");
      this.schedule(RETRY);
    } else if (error instanceof Problem && error.status === 409 && error.newest) {
      this.events.onState("conflict", "");
      this.events.onConflict(error.newest);
    } else {
      this.events.onState("refused", error instanceof Problem ? error.message : "");
    }
  }

  private schedule(milliseconds: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), milliseconds);
  }
}
