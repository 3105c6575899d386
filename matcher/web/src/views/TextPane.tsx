// One of the two texts: words, and what spans make of them. Each line is drawn by itself, and drawn again only when
// its own spans or the selected words in it change.

import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";

import { needsLook } from "../certainty";
import { findAfter, isSame, overlaps, splitHidden, type Line } from "../text";
import type { Range, Span, Suspect } from "../types";
import { groupOf, nameLabel, useWords, type Words } from "./context";

export type Side = "original" | "new";

interface Props {
  readonly side: Side;
  /** Whether it is one of two tabs, which have its title. */
  readonly isTab: boolean;
  readonly original: string;
  readonly lines: readonly Line[];
  readonly spans: readonly Span[];
  readonly suspects: readonly Suspect[];
  readonly selected: Range | null;
  readonly onSelect: (range: Range) => void;
}

const NONE: readonly never[] = [];

export function TextPane(props: Props): JSX.Element {
  const { t } = useWords();
  const title = t(props.side === "original" ? "original" : "pseudonymized");
  const pane = useRef<HTMLDivElement>(null);
  const kept = useRef(new Map<number, LineContent>());
  const drawn = useDrawnLines(props.lines, props.selected);
  useEffect(() => {
    pane.current?.querySelector(".selected")?.scrollIntoView({ block: "nearest" });
  }, [props.selected]);

  const select = (event: Event): void => {
    const range = readSelection(pane.current, props.side) ?? readPiece(event.target) ?? readCaret(pane.current, props.side);
    if (range) props.onSelect(range);
  };
  return (
    <section class={`pane ${props.side}`} {...(props.isTab ? { id: "tab-text", role: "tabpanel", "aria-labelledby": `tab-${props.side}` } : { "aria-label": title })}>
      {!props.isTab && <h2>{title}</h2>}
      <div class="text" lang="sv" ref={pane} onMouseUp={select}>
        {props.lines.slice(0, drawn).map((line) => (
          <TextLine
            key={line.start}
            side={props.side}
            content={findContent(kept.current, line, props)}
            selected={props.selected && overlaps(props.selected, line) ? props.selected : null}
          />
        ))}
      </div>
    </section>
  );
}

/** Characters that are drawn at first: more than a screen shows, and less than a frame takes. */
const FIRST = 6000;
/** Characters that are added at a time, when the browser has nothing else to do. */
const PORTION = 8000;

/** How many lines are drawn: those of the first screen and up to what is selected at once, the others soon after. */
function useDrawnLines(lines: readonly Line[], selected: Range | null): number {
  const [size, setSize] = useState(FIRST);
  const total = lines[lines.length - 1]?.end ?? 0;
  const wanted = Math.max(size, selected ? selected.end + FIRST : 0);
  useEffect(() => {
    if (wanted >= total) return undefined;
    return whenIdle(() => setSize(wanted + PORTION));
  }, [wanted, total]);
  return wanted >= total ? lines.length : findAfter(lines, wanted) + 1;
}

/** Do something when the browser is idle; Safari does not say when. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 30);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 200 });
  return () => cancelIdleCallback(handle);
}

interface LineContent {
  readonly text: string;
  readonly start: number;
  readonly spans: readonly Span[];
  readonly suspects: readonly Suspect[];
}

/** Return what a line shows; the same object as before if nothing in it has changed. */
function findContent(kept: Map<number, LineContent>, line: Line, props: Props): LineContent {
  const content = {
    text: props.original.slice(line.start, line.end),
    start: line.start,
    spans: cut(props.spans, line),
    suspects: props.side === "original" ? cut(props.suspects, line) : NONE,
  };
  const before = kept.get(line.start);
  const isUnchanged =
    before && before.text === content.text && isSameList(before.spans, content.spans) && isSameList(before.suspects, content.suspects);
  if (isUnchanged) return before;
  kept.set(line.start, content);
  return content;
}

function cut<T extends Range>(ranges: readonly T[], line: Line): readonly T[] {
  const first = findAfter(ranges, line.start);
  let end = first;
  while (end < ranges.length && ranges[end]!.start < line.end) end += 1;
  return end > first ? ranges.slice(first, end) : NONE;
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

const TextLine = memo(function TextLine({ side, content, selected }: { side: Side; content: LineContent; selected: Range | null }): JSX.Element {
  const words = useWords();
  const parts: ComponentChildren[] = [];
  let done = content.start;
  const addPlain = (end: number): void => {
    parts.push(...drawPlain(words, side, content, done, end, selected));
    done = end;
  };
  for (const span of content.spans) {
    addPlain(span.start);
    parts.push(drawSpan(words, side, content, span, isSame(span, selected)));
    done = span.end;
  }
  addPlain(content.start + content.text.length);
  return <p dir="auto" data-start={content.start}>{parts}</p>;
});

function drawSpan(words: Words, side: Side, content: LineContent, span: Span, isSelected: boolean): JSX.Element {
  const old = content.text.slice(span.start - content.start, span.end - content.start);
  const text = side === "original" || span.action !== "replace" ? old : span.replacement;
  const isUnsure = needsLook(span);
  const classes = `span g-${groupOf(words, span.label)} ${span.action}${isSelected ? " selected" : ""}${isUnsure ? " unsure" : ""}`;
  const number = span.number ? ` ${span.number}` : "";
  const label = span.action === "free" ? words.t("freed") : nameLabel(words, span.label) + number;
  return (
    <span
      key={`s${span.start}`}
      class={classes}
      role="button"
      tabIndex={isSelected ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={`${text} (${label})`}
      data-piece={`${span.start}-${span.end}`}
      title={label}
      {...(isUnsure ? { style: { "--certainty": String(span.probability) } } : {})}
    >
      {drawText(text)}
    </span>
  );
}

/** Draw words without a span: suspects, and the selected words, stand out. */
function drawPlain(words: Words, side: Side, content: LineContent, start: number, end: number, selected: Range | null): ComponentChildren[] {
  if (start >= end) return [];
  const marks: (Range & { kind: string; title: string })[] = [];
  if (side === "original") {
    for (const suspect of content.suspects) {
      if (suspect.start >= start && suspect.end <= end && !(selected && overlaps(selected, suspect) && !isSame(selected, suspect))) {
        marks.push({ start: suspect.start, end: suspect.end, kind: "suspect", title: `${words.t("suspect")}: ${nameLabel(words, suspect.label)}` });
      }
    }
  }
  if (selected && selected.start >= start && selected.end <= end && !marks.some((mark) => isSame(mark, selected))) {
    marks.push({ start: selected.start, end: selected.end, kind: "", title: "" });
  }
  marks.sort((a, b) => a.start - b.start);
  const slice = (from: number, to: number): string => content.text.slice(from - content.start, to - content.start);
  const parts: ComponentChildren[] = [];
  let done = start;
  for (const mark of marks) {
    if (mark.start > done) parts.push(...drawText(slice(done, mark.start)));
    const isSelected = isSame(mark, selected);
    parts.push(
      <span
        key={`m${mark.start}`}
        class={`${mark.kind} ${isSelected ? "selected" : ""}`}
        data-piece={`${mark.start}-${mark.end}`}
        {...(mark.kind ? { role: "button", tabIndex: isSelected ? 0 : -1, "aria-pressed": isSelected, title: mark.title } : {})}
      >
        {drawText(slice(mark.start, mark.end))}
      </span>,
    );
    done = mark.end;
  }
  if (done < end) parts.push(...drawText(slice(done, end)));
  return parts;
}

/** Draw a text whose characters all count, also those that cannot be seen. */
function drawText(text: string): ComponentChildren[] {
  return splitHidden(text).map((piece) => (piece.hidden ? <i class="hidden" data-name={piece.hidden}>{piece.text}</i> : piece.text));
}

/** The words that were selected with the mouse in the original. */
function readSelection(pane: HTMLElement | null, side: Side): Range | null {
  const selection = window.getSelection();
  if (side !== "original" || !pane || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = readOffset(pane, range.startContainer, range.startOffset);
  const end = readOffset(pane, range.endContainer, range.endOffset);
  if (start === null || end === null || start >= end) return null;
  selection.removeAllRanges();
  return { start, end };
}

/** Where a plain word was clicked: a range without length. */
function readCaret(pane: HTMLElement | null, side: Side): Range | null {
  const selection = window.getSelection();
  if (side !== "original" || !pane || !selection?.anchorNode) return null;
  const at = readOffset(pane, selection.anchorNode, selection.anchorOffset);
  return at === null ? null : { start: at, end: at };
}

/** The offset in the text of a place in the page: all characters of a line count, and nothing else is in it. */
function readOffset(pane: HTMLElement, node: Node, offset: number): number | null {
  const line = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>("p[data-start]");
  if (!line || !pane.contains(line)) return null;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  return Number(line.dataset["start"]) + before.toString().length;
}

/** The piece, or the word, that was clicked. */
function readPiece(target: EventTarget | null): Range | null {
  if (!(target instanceof Element)) return null;
  const piece = target.closest<HTMLElement>("[data-piece]")?.dataset["piece"];
  if (piece) {
    const [start, end] = piece.split("-").map(Number);
    return { start: start!, end: end! };
  }
  return null;
}
