// Merge two versions of a document that began with the same one.
//
// A span that only one side changed is taken from that side. Where both changed it, and not alike, there is a
// conflict: the page shows both, and the user chooses.

import type { Snapshot } from "./snapshot";
import { isSame, overlaps } from "./text";
import type { Range, Span } from "./types";

export interface Conflict {
  readonly range: Range;
  readonly mine: readonly Span[];
  readonly theirs: readonly Span[];
}

export interface Merged {
  readonly snapshot: Snapshot;
  readonly conflicts: readonly Conflict[];
}

export function merge(base: Snapshot, mine: Snapshot, theirs: Snapshot): Merged {
  const spans: Span[] = [];
  const conflicts: Conflict[] = [];
  for (const range of groupRanges([...base.spans, ...mine.spans, ...theirs.spans])) {
    const [old, own, other] = [base, mine, theirs].map((side) => side.spans.filter((span) => overlaps(span, range)));
    if (areEqual(own!, other!) || areEqual(own!, old!)) spans.push(...other!);
    else if (areEqual(other!, old!)) spans.push(...own!);
    else {
      spans.push(...own!);
      conflicts.push({ range, mine: own!, theirs: other! });
    }
  }
  const snapshot = {
    spans: spans.sort((a, b) => a.start - b.start),
    done: mine.done === base.done ? theirs.done : mine.done,
    comment: mine.comment === base.comment ? theirs.comment : mine.comment,
  };
  return { snapshot, conflicts };
}

/** Join spans that touch into ranges that do not. */
function groupRanges(spans: readonly Span[]): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges[ranges.length - 1];
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else ranges.push({ start: span.start, end: span.end });
  }
  return ranges;
}

function areEqual(a: readonly Span[], b: readonly Span[]): boolean {
  return a.length === b.length && a.every((span, at) => isEqual(span, b[at]!));
}

/** Whether two spans say the same; how certain the program was, or which edge it was, does not matter. */
function isEqual(a: Span, b: Span): boolean {
  return (
    isSame(a, b) && a.label === b.label && a.number === b.number && a.action === b.action &&
    a.replacement === b.replacement && a.comment === b.comment &&
    a.affixes.join() === b.affixes.join() && a.notes.join() === b.notes.join()
  );
}
