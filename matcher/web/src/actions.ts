// Corrections for which the service draws or inflects pseudonyms. Each returns a command, which is one step to undo.

import type { Api } from "./api";
import {
  chain, type Command, entityKey, findTouched, freeSpan, nextNumber, putSpans, remove, setEntity, setReplacements,
  type Snapshot,
} from "./snapshot";
import { listWords, overlaps } from "./text";
import type { Doc, Range, Span } from "./types";

export interface Desk {
  readonly api: Api;
  readonly doc: Doc;
  readonly snapshot: Snapshot;
  /** The spans as they were when the document was opened: what is saved since then is no proposal. */
  readonly proposed: readonly Span[];
  /** The pseudonyms that the user did not want in this document: they are not drawn again. */
  readonly refused: Set<string>;
}

/** Label pieces of the text: a new span, another label, another extent. Without a label, the service proposes one. */
export async function labelPieces(desk: Desk, ranges: readonly Range[], label?: string): Promise<Command> {
  const { api, doc, snapshot } = desk;
  const others = snapshot.spans.filter((span) => !ranges.some((range) => overlaps(span, range)));
  const pieces = ranges.map(({ start, end }) => (label ? { start, end, label } : { start, end }));
  const made = await api.makeSpans(doc.id, doc.original, others, pieces);
  const noted = made.map((span) => keepNotes(span, findTouched(snapshot.spans, span)));
  return putSpans(noted);
}

function keepNotes(span: Span, before: readonly Span[]): Span {
  const noted = before.find((each) => each.notes.length);
  return noted ? { ...span, notes: noted.notes, comment: noted.comment } : span;
}

/** Let pieces of the text stay as they are. */
export function freePieces(desk: Desk, ranges: readonly Range[]): Command {
  return putSpans(ranges.map((range) => freeSpan(desk.doc.original, range)));
}

/** Give all mentions of a person or place another name, each in its own form. */
export async function rename(desk: Desk, mentions: readonly Span[], newBase: string): Promise<Command> {
  const { api, doc, refused } = desk;
  for (const { newBase: before } of mentions) if (before) refused.add(before);
  refused.delete(newBase);
  const label = mentions[0]!.label;
  const texts = mentions.map((span) => doc.original.slice(span.start, span.end));
  const replacements = await api.forms(label, newBase, mentions, texts);
  return setReplacements(mentions.map((range, at) => ({ range, replacement: replacements[at] ?? newBase, newBase })));
}

/** Draw another pseudonym for a person or place. */
export async function redraw(desk: Desk, mentions: readonly Span[]): Promise<Command> {
  const { api, doc, snapshot, refused } = desk;
  const first = mentions.find((span) => !span.affixes.length) ?? mentions[0]!;
  const avoid = [...new Set([...refused, ...snapshot.spans.map((span) => span.newBase)])].filter(Boolean);
  return rename(desk, mentions, await api.draw(doc.id, first.label, first.base, avoid));
}

/** Make two persons or places one: the second gets label, number and name of the first. */
export async function mergeEntities(desk: Desk, into: readonly Span[], mentions: readonly Span[]): Promise<Command> {
  const target = into[0]!;
  const renamed = target.newBase ? await rename(desk, mentions.map((span) => ({ ...span, label: target.label })), target.newBase) : chain();
  return chain(setEntity(mentions, target.label, target.number), renamed);
}

/** Make some mentions a person or place of their own, with another name. */
export async function splitEntity(desk: Desk, mentions: readonly Span[]): Promise<Command> {
  const label = mentions[0]!.label;
  const number = nextNumber(desk.snapshot.spans, label);
  return chain(setEntity(mentions, label, number), await redraw(desk, mentions));
}

/** What the program proposed for the words of a range. */
export function restoreProposal(desk: Desk, range: Range): Command {
  const touched = findTouched(desk.snapshot.spans, range);
  return chain(remove(touched), putSpans(findTouched(desk.proposed, range)));
}

/** Join a span with the one after it (Alt-M). */
export async function joinWithNext(desk: Desk, range: Range): Promise<Command | null> {
  const next = desk.snapshot.spans.find((span) => span.start >= range.end);
  const label = findTouched(desk.snapshot.spans, range)[0]?.label;
  return next ? labelPieces(desk, [{ start: range.start, end: next.end }], label || next.label) : null;
}

/** Make each word of a span a span of its own (Alt-O). */
export function takeApart(desk: Desk, span: Span): Promise<Command> {
  const text = desk.doc.original.slice(span.start, span.end);
  const words = listWords(text).map((word) => ({ start: word.start + span.start, end: word.end + span.start }));
  return labelPieces(desk, words, span.label);
}

/** All mentions of the person or place that a span names. */
export function mentionsOf(snapshot: Snapshot, span: Span): Span[] {
  const key = entityKey(span);
  return key ? snapshot.spans.filter((each) => entityKey(each) === key) : [span];
}
