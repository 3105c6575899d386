// What still needs a look: spans that the program is not sure of, and words that it may have missed.

import { findTouched } from "./snapshot";
import type { Range, Span, Suspect } from "./types";

/** Below this probability a person looks. Nine of ten labels above it are right (docs/accuracy.md). */
export const SURE = 0.9;

export interface Doubt extends Range {
  readonly probability: number;
}

export function needsLook(span: Span): boolean {
  return span.by === "program" && !span.accepted && span.probability < SURE;
}

/** Everything uncertain in a document, the least certain first. */
export function listDoubts(spans: readonly Span[], suspects: readonly Suspect[]): Doubt[] {
  const missed = suspects.filter((suspect) => findTouched(spans, suspect).length === 0);
  const doubts = [
    ...spans.filter(needsLook).map(({ start, end, probability }) => ({ start, end, probability })),
    ...missed.map(({ start, end, probability }) => ({ start, end, probability: 1 - probability })),
  ];
  return doubts.sort((a, b) => a.probability - b.probability || a.start - b.start);
}

/** The uncertain place after the selected one, in the order of certainty; the first if none is selected. */
export function findNextDoubt(doubts: readonly Doubt[], selected: Range | null, step: 1 | -1): Doubt | null {
  if (doubts.length === 0) return null;
  const at = selected ? doubts.findIndex((doubt) => doubt.start === selected.start && doubt.end === selected.end) : -1;
  if (at < 0) return doubts[step > 0 ? 0 : doubts.length - 1]!;
  return doubts[(at + step + doubts.length) % doubts.length]!;
}
