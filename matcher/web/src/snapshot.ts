// What a person decides about one document, and the commands that change it.
//
// A snapshot is never changed: a command returns a new one. So undoing is going back to an earlier one, and
// lines whose spans are the same objects as before need not be drawn again. Commands that need a pseudonym
// get it from the service first (see actions.ts) and are then applied at once.

import { findAfter, foldWord, isSame, listWords, overlaps } from "./text";
import type { Doc, Range, Span } from "./types";

export interface Snapshot {
  readonly spans: readonly Span[];
  readonly done: boolean;
  readonly comment: string;
}

export type Command = (snapshot: Snapshot) => Snapshot;

export function takeSnapshot(doc: Doc): Snapshot {
  return { spans: doc.spans, done: doc.done, comment: doc.comment };
}

/** The span of a range; null if there is none. */
export function findSpan(spans: readonly Span[], range: Range | null): Span | null {
  if (range === null) return null;
  const span = spans[findAfter(spans, range.start)];
  return span && isSame(span, range) ? span : null;
}

/** All spans that touch a range. */
export function findTouched(spans: readonly Span[], range: Range): Span[] {
  const found: Span[] = [];
  for (let at = findAfter(spans, range.start); at < spans.length && spans[at]!.start < range.end; at += 1) {
    found.push(spans[at]!);
  }
  return found;
}

/** Put spans into a document: what they touch gives way. */
export function putSpans(added: readonly Span[]): Command {
  return (snapshot) => {
    const kept = snapshot.spans.filter((span) => !added.some((each) => overlaps(each, span)));
    const spans = [...kept, ...added].sort((a, b) => a.start - b.start);
    return { ...snapshot, spans };
  };
}

/** Change the spans that a test chooses. */
export function changeSpans(isChosen: (span: Span) => boolean, change: (span: Span) => Span): Command {
  return (snapshot) => ({
    ...snapshot,
    spans: snapshot.spans.map((span) => (isChosen(span) ? change(span) : span)),
  });
}

export function accept(ranges: readonly Range[]): Command {
  return changeSpans(isOneOf(ranges), (span) => ({ ...span, accepted: true }));
}

/** Let the words of spans stay, without a label. The program does not label them again. */
export function free(original: string, ranges: readonly Range[]): Command {
  return changeSpans(isOneOf(ranges), (span) => freeSpan(original, span));
}

/** A span that lets some words stay. */
export function freeSpan(original: string, range: Range & Partial<Span>): Span {
  const text = original.slice(range.start, range.end);
  return {
    start: range.start, end: range.end, label: "", number: 0, affixes: [], notes: [], comment: "",
    replacement: text, base: text, newBase: text, action: "free", by: "person", accepted: true,
    probability: 1, rule: "by_hand", cue: "", reason: "", edge: range.edge ?? null,
  };
}

/** Remove spans: their words are as if they had never been looked at. */
export function remove(ranges: readonly Range[]): Command {
  const isChosen = isOneOf(ranges);
  return (snapshot) => ({ ...snapshot, spans: snapshot.spans.filter((span) => !isChosen(span)) });
}

export function setReplacements(found: readonly { range: Range; replacement: string; newBase: string }[]): Command {
  return changeSpans(
    (span) => found.some((each) => isSame(each.range, span)),
    (span) => {
      const each = found.find((item) => isSame(item.range, span))!;
      return byPerson({ ...span, replacement: each.replacement, newBase: each.newBase, action: "replace" });
    },
  );
}

export function setNotes(range: Range, notes: readonly string[], comment: string): Command {
  return changeSpans((span) => isSame(span, range), (span) => byPerson({ ...span, notes, comment: notes.length ? comment : "" }));
}

export function setEntity(ranges: readonly Range[], label: string, number: number): Command {
  return changeSpans(isOneOf(ranges), (span) => byPerson({ ...span, label, number }));
}

export function setDone(done: boolean): Command {
  return (snapshot) => ({ ...snapshot, done });
}

export function setComment(comment: string): Command {
  return (snapshot) => ({ ...snapshot, comment });
}

/** Apply commands one after the other, as one step that is undone at once. */
export function chain(...commands: readonly Command[]): Command {
  return (snapshot) => commands.reduce((now, command) => command(now), snapshot);
}

function byPerson(span: Span): Span {
  return { ...span, by: "person", accepted: true, probability: 1 };
}

function isOneOf(ranges: readonly Range[]): (span: Span) => boolean {
  const keys = new Set(ranges.map((range) => `${range.start}-${range.end}`));
  return (span) => keys.has(`${span.start}-${span.end}`);
}

/** The next number of a label. */
export function nextNumber(spans: readonly Span[], label: string): number {
  return spans.reduce((most, span) => (span.label === label ? Math.max(most, span.number) : most), 0) + 1;
}

/** A person, place or institution: all spans with one label and number. */
export interface Entity {
  readonly key: string;
  readonly label: string;
  readonly number: number;
  readonly base: string;
  readonly newBase: string;
  readonly mentions: readonly Span[];
}

export function entityKey(span: Span): string {
  return span.label && span.number ? `${span.label} ${span.number}` : "";
}

export function listEntities(spans: readonly Span[]): Entity[] {
  const byKey = new Map<string, Span[]>();
  for (const span of spans) {
    const key = entityKey(span);
    if (!key) continue;
    const known = byKey.get(key);
    if (known) known.push(span);
    else byKey.set(key, [span]);
  }
  return Array.from(byKey, ([key, mentions]) => {
    const first = mentions.find((span) => !span.affixes.length) ?? mentions[0]!;
    return { key, label: first.label, number: first.number, base: first.base, newBase: first.newBase, mentions };
  });
}

/** All pieces of a text that are the same word as a range, itself included, and their spans. */
export function findEqual(original: string, words: readonly Range[], spans: readonly Span[], range: Range): Range[] {
  const wanted = foldWord(original.slice(range.start, range.end));
  const length = Math.max(listWords(original.slice(range.start, range.end)).length, 1);
  const isEqual = (piece: Range): boolean =>
    piece.end - piece.start < MOST_FOLDS * wanted.length && foldWord(original.slice(piece.start, piece.end)) === wanted;
  const covered = spans.filter(isEqual);
  const found: Range[] = [...covered];
  for (let at = 0; at + length <= words.length; at += 1) {
    const piece = { start: words[at]!.start, end: words[at + length - 1]!.end };
    if (isEqual(piece) && !covered.some((span) => overlaps(span, piece))) found.push(piece);
  }
  if (!found.some((piece) => isSame(piece, range))) found.push(range);
  return found.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
}

/** Equal pieces are at most so many times longer, by accents and characters that cannot be seen. */
const MOST_FOLDS = 8;
