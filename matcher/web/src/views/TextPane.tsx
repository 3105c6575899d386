// One of the two texts: words, and what spans make of them. Each line is drawn by itself, and drawn again only when
// its own spans or the selected words in it change.

import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";

import { needsLook } from "../certainty";
import { findAfter, isSame, overlaps, renderSpan, splitHidden, type Line } from "../text";
import type { Range, Span, Suspect } from "../types";
import { groupOf, nameLabel, useWords, type Words } from "./context";

export type Side = "original" | "new";

interface Props {
  readonly side: Side;
  readonly title: string;
  readonly original: string;
  readonly lines: readonly Line[];
  readonly spans: readonly Span[];
  readonly suspects: readonly Suspect[];
  readonly selected: Range | null;
  readonly onSelect: (range: Range) => void;
}

const NONE: readonly never[] = [];

export function TextPane(props: Props): JSX.Element {
  const pane = useRef<HTMLDivElement>(null);
  const kept = useRef(new Map<number, LineContent>());
  useEffect(() => {
    pane.current?.querySelector(".selected")?.scrollIntoView({ block: "nearest" });
  }, [props.selected]);

  const select = (event: Event): void => {
    const range = readSelection(pane.current, props.side) ?? readPiece(event.target) ?? readCaret(pane.current, props.side);
    if (range) props.onSelect(range);
  };
  return (
    <section class={`pane ${props.side}`} aria-label={props.title}>
      <h2>{props.title}</h2>
      <div class="text" lang="sv" ref={pane} onMouseUp={select}>
        {props.lines.map((line) => (
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
  return <p dir="auto">{parts}</p>;
});

function drawSpan(words: Words, side: Side, content: LineContent, span: Span, isSelected: boolean): JSX.Element {
  const old = content.text.slice(span.start - content.start, span.end - content.start);
  const text = side === "original" ? old : renderSpan(content.text, { ...span, start: span.start - content.start, end: span.end - content.start });
  const classes = ["span", `g-${groupOf(words, span.label)}`, span.action, isSelected ? "selected" : "", needsLook(span) ? "unsure" : ""];
  const number = span.number ? ` ${span.number}` : "";
  const label = span.action === "free" ? words.t("freed") : nameLabel(words, span.label) + number;
  return (
    <span
      key={`s${span.start}`}
      class={classes.filter(Boolean).join(" ")}
      role="button"
      tabIndex={isSelected ? 0 : -1}
      aria-pressed={isSelected}
      data-piece={`${span.start}-${span.end}`}
      title={label}
      style={{ "--certainty": String(span.probability) }}
    >
      {drawText(text, side === "original" ? span.start : null)}
      <span class="sr"> ({label})</span>
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
  const at = (offset: number): number | null => (side === "original" ? offset : null);
  const parts: ComponentChildren[] = [];
  let done = start;
  for (const mark of marks) {
    if (mark.start > done) parts.push(<span key={`p${done}`}>{drawText(slice(done, mark.start), at(done))}</span>);
    const isSelected = isSame(mark, selected);
    parts.push(
      <span
        key={`m${mark.start}`}
        class={`${mark.kind} ${isSelected ? "selected" : ""}`}
        data-piece={`${mark.start}-${mark.end}`}
        {...(mark.kind ? { role: "button", tabIndex: isSelected ? 0 : -1, "aria-pressed": isSelected, title: mark.title } : {})}
      >
        {drawText(slice(mark.start, mark.end), at(mark.start))}
      </span>,
    );
    done = mark.end;
  }
  if (done < end) parts.push(<span key={`p${done}`}>{drawText(slice(done, end), at(done))}</span>);
  return parts;
}

/** Draw a text whose characters all count, also those that cannot be seen. */
function drawText(text: string, start: number | null): ComponentChildren[] {
  let at = start;
  return splitHidden(text).map((piece, index) => {
    const place = at === null ? {} : { "data-at": String(at) };
    if (at !== null) at += piece.text.length;
    return piece.hidden ? (
      <i key={index} class="hidden" data-name={piece.hidden} {...place}>{piece.text}</i>
    ) : (
      <span key={index} {...place}>{piece.text}</span>
    );
  });
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

function readOffset(pane: HTMLElement, node: Node, offset: number): number | null {
  const holder = node instanceof Text ? node.parentElement : null;
  const at = holder?.dataset["at"];
  return holder && at !== undefined && pane.contains(holder) ? Number(at) + offset : null;
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
