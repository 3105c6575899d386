// The links between the words of both texts, drawn as SVALA draws them.
//
// The view is a wrapping row of columns: a word of the original, a cell of lines, the label, a cell of lines, a
// word of the new text. A cell is a square without a size of its own, so lines survive wrapping and resizing, and
// nothing is measured. Every link has a lane: its line leaves the word as a curve, runs through the columns at the
// height of its lane, and ends at the column of the label.

import { listTokens, overlaps, renderSpan } from "./text";
import type { Range, Span } from "./types";

/** A line within one cell, by the middle of its sides: from the word, through, or to the label. */
export interface Stroke {
  readonly path: string;
  readonly link: number;
}

export interface Column {
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly upper: readonly Stroke[];
  readonly lower: readonly Stroke[];
  /** The link whose label stands in this column; -1 if none does. */
  readonly label: number;
  readonly range: Range | null;
}

export interface Link {
  readonly spans: readonly Span[];
  readonly first: number;
  readonly last: number;
}

export interface Links {
  readonly columns: readonly Column[];
  readonly links: readonly Link[];
}

interface Draft {
  source: string;
  target: string;
  link: number;
  range: Range | null;
}

/** Lay out a piece of a text: the words of the original and of the new text, and the lines between them. */
export function layOutLinks(original: string, spans: readonly Span[], piece: Range): Links {
  const tokens = listTokens(original.slice(piece.start, piece.end)).map((token) => ({
    start: token.start + piece.start,
    end: token.end + piece.start,
  }));
  const drafts: Draft[] = [];
  const links: Link[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { end, touched } = growGroup(tokens, at, spans);
    const group = tokens.slice(at, end);
    const range = { start: group[0]!.start, end: group[group.length - 1]!.end };
    const first = drafts.length;
    if (touched.length === 0) {
      drafts.push({ source: original.slice(range.start, range.end).trim(), target: original.slice(range.start, range.end).trim(), link: -1, range });
    } else {
      const sources = group.map((token) => original.slice(token.start, token.end).trim());
      const targets = replaceIn(original, range, touched).split(/\s+/).filter(Boolean);
      for (let index = 0; index < Math.max(sources.length, targets.length); index += 1) {
        drafts.push({ source: sources[index] ?? "", target: targets[index] ?? "", link: links.length, range: group[index] ?? null });
      }
      links.push({ spans: touched, first, last: drafts.length - 1 });
    }
    at = end;
  }
  return { columns: drafts.map((draft, at) => drawColumn(draft, at, drafts, links)), links };
}

/** Find the words that a word is tied to by spans. */
function growGroup(tokens: readonly Range[], at: number, spans: readonly Span[]): { end: number; touched: Span[] } {
  let end = at + 1;
  let touched: Span[] = [];
  for (;;) {
    const range = { start: tokens[at]!.start, end: tokens[end - 1]!.end };
    touched = spans.filter((span) => span.action !== "free" && overlaps(span, range));
    const last = touched[touched.length - 1];
    const next = tokens[end];
    if (!last || !next || last.end <= next.start) return { end, touched };
    end += 1;
  }
}

function replaceIn(original: string, range: Range, spans: readonly Span[]): string {
  let text = "";
  let done = range.start;
  for (const span of spans) {
    text += original.slice(done, Math.max(done, span.start)) + renderSpan(original, span);
    done = span.end;
  }
  return text + original.slice(done, Math.max(done, range.end));
}

function drawColumn(draft: Draft, at: number, drafts: readonly Draft[], links: readonly Link[]): Column {
  const link = draft.link < 0 ? null : links[draft.link]!;
  const middle = link ? link.first + ((link.last - link.first) >> 1) : at;
  const column = { source: draft.source, target: draft.target, range: draft.range, key: `${draft.range?.start ?? ""}:${at}` };
  const label = link && at === middle ? draft.link : -1;
  if (!link || link.first === link.last) {
    const straight = [{ path: "M.5 0V1", link: draft.link }];
    return { ...column, label, upper: straight, lower: straight };
  }
  const own = drafts.slice(link.first, link.last + 1);
  const upper = own.flatMap((each, index) => (each.source ? drawLine(link.first + index, middle, at, draft.link) : []));
  const lower = own.flatMap((each, index) => (each.target ? drawLine(link.first + index, middle, at, draft.link) : []));
  return { ...column, label, upper, lower: lower.map(mirror) };
}

const LANE = 0.6;

/** The part of a line from a word to its label that runs through a column. */
function drawLine(word: number, label: number, at: number, link: number): Stroke[] {
  if (at < Math.min(word, label) || at > Math.max(word, label)) return [];
  if (word === label) return [{ path: "M.5 0V1", link }];
  const side = word < label ? 1 : 0;
  if (at === word) return [{ path: `M.5 0C.5 ${LANE} .5 ${LANE} ${side} ${LANE}`, link }];
  if (at === label) return [{ path: `M${1 - side} ${LANE}C.5 ${LANE} .5 ${LANE} .5 1`, link }];
  return [{ path: `M0 ${LANE}H1`, link }];
}

/** Turn a line upside down, for the cells below the label. */
function mirror(stroke: Stroke): Stroke {
  return { ...stroke, path: stroke.path.replace(/([MCHV])([^MCHV]*)/g, (_, letter: string, numbers: string) => letter + flip(letter, numbers)) };
}

function flip(letter: string, numbers: string): string {
  const values = numbers.trim().split(/\s+/).map(Number);
  if (letter === "H") return numbers;
  if (letter === "V") return String(1 - values[0]!);
  return values.map((value, index) => (index % 2 ? round(1 - value) : value)).join(" ");
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
