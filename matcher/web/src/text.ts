// Texts, their words, and the text that spans make of them.

import type { Range, Span } from "./types";

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-'’·.:][\p{L}\p{M}\p{N}]+)*/gu;
const TOKEN = /\s*\S+\s*/g;
const HIDDEN = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff]/u;
const HIDDEN_ALL = new RegExp(HIDDEN, "gu");
/** Names of characters that cannot be seen. */
const HIDDEN_NAMES: Readonly<Record<string, string>> = {
  "\u00ad": "SHY", "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\u200e": "LRM", "\u200f": "RLM",
  "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2060": "WJ",
  "\ufeff": "BOM", "\u034f": "CGJ", "\u061c": "ALM",
};
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A line of the original, with its spans. Lines are drawn, and drawn again, one by one. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    lines.push({ start, end: end + 1 });
    start = end + 1;
  }
  if (start < text.length || lines.length === 0) lines.push({ start, end: text.length });
  return lines;
}

/** The words of a text, as people see them. */
export function listWords(text: string): Range[] {
  return Array.from(text.matchAll(WORD), (match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The words as SVALA cuts them: by blanks alone. */
export function listTokens(text: string): Range[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Widen a range to whole words, and leave out blanks at its ends. Null if it has no letter or digit. */
export function snapToWords(text: string, words: readonly Range[], range: Range): Range | null {
  const touched = words.filter((word) => word.start < range.end && range.start < word.end);
  const first = touched[0];
  const last = touched[touched.length - 1];
  if (first && last) return { start: Math.min(first.start, range.start), end: Math.max(last.end, trimEnd(text, range)) };
  const piece = text.slice(range.start, range.end);
  const start = range.start + (piece.length - piece.trimStart().length);
  return piece.trim() ? { start, end: start + piece.trim().length } : null;
}

function trimEnd(text: string, range: Range): number {
  return range.start + text.slice(range.start, range.end).trimEnd().length;
}

/** The offset one visible character further, or before: an emoji and its modifiers are one. */
export function stepCharacter(text: string, offset: number, direction: 1 | -1): number {
  const from = Math.max(0, offset - 64);
  const window = text.slice(from, offset + 64);
  const borders = Array.from(graphemes.segment(window), (segment) => from + segment.index);
  borders.push(from + window.length);
  if (direction > 0) return borders.find((border) => border > offset) ?? offset;
  return borders.findLast((border) => border < offset) ?? offset;
}

export function overlaps(a: Range, b: Range): boolean {
  return a.start < b.end && b.start < a.end;
}

export function isSame(a: Range | null, b: Range | null): boolean {
  return a === b || (a !== null && b !== null && a.start === b.start && a.end === b.end);
}

/** The index of the first of some sorted ranges that ends after an offset. */
export function findAfter(ranges: readonly Range[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What stands in the new text for a span. */
export function renderSpan(original: string, span: Span): string {
  return span.action === "replace" ? span.replacement : original.slice(span.start, span.end);
}

/** The pseudonymized text. */
export function renderText(original: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const span of spans) {
    parts.push(original.slice(done, span.start), renderSpan(original, span));
    done = span.end;
  }
  parts.push(original.slice(done));
  return parts.join("");
}

export interface Piece {
  readonly text: string;
  /** The name of a character that cannot be seen; empty for readable text. */
  readonly hidden: string;
}

/** Cut a text so that characters that cannot be seen stand alone. */
export function splitHidden(text: string): Piece[] {
  if (!HIDDEN.test(text)) return text ? [{ text, hidden: "" }] : [];
  const pieces: Piece[] = [];
  let plain = "";
  let at = 0;
  for (const character of text) {
    at += character.length;
    if (!HIDDEN.test(character) || (character === "\u200d" && joinsEmoji(text, at))) {
      plain += character;
      continue;
    }
    if (plain) pieces.push({ text: plain, hidden: "" });
    plain = "";
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    pieces.push({ text: character, hidden: HIDDEN_NAMES[character] ?? `U+${code}` });
  }
  if (plain) pieces.push({ text: plain, hidden: "" });
  return pieces;
}

/** Whether the joiner before an offset makes one emoji of two, as in a family. */
function joinsEmoji(text: string, offset: number): boolean {
  return /\p{Emoji}\ufe0f?\u200d$/u.test(text.slice(Math.max(0, offset - 8), offset)) && /^\p{Extended_Pictographic}/u.test(text.slice(offset, offset + 2));
}

/** What equal words share, whatever the case of their letters. */
export function foldWord(text: string): string {
  return text.replace(HIDDEN_ALL, "").normalize("NFC").toLowerCase();
}
