// The words of both texts with lines between them. Lines of the text are laid out when they come into view.

import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

import { layOutLinks, type Column, type Links, type Stroke } from "../links";
import { isSame, overlaps, type Line } from "../text";
import type { Range, Span } from "../types";
import { groupOf, nameLabel, useWords, type Words } from "./context";

interface Props {
  readonly original: string;
  readonly lines: readonly Line[];
  readonly spans: readonly Span[];
  readonly selected: Range | null;
  readonly onSelect: (range: Range) => void;
}

export function LinksView({ original, lines, spans, selected, onSelect }: Props): JSX.Element {
  const words = useWords();
  return (
    <section class="pane links" aria-label={words.t("viewLinks")}>
      <h2>{words.t("viewLinks")}</h2>
      {lines.map((line) => (
        <LazyRow
          key={line.start}
          original={original}
          line={line}
          spans={spans.filter((span) => overlaps(span, line))}
          selected={selected && overlaps(selected, line) ? selected : null}
          onSelect={onSelect}
        />
      ))}
    </section>
  );
}

interface RowProps {
  readonly original: string;
  readonly line: Line;
  readonly spans: readonly Span[];
  readonly selected: Range | null;
  readonly onSelect: (range: Range) => void;
}

/** A line of the text, empty until it is near the window. */
function LazyRow(props: RowProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    }, { rootMargin: "600px" });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} class={isNear ? "row" : "row waiting"} dir="auto">
      {isNear && <Row {...props} />}
    </div>
  );
}

const Row = memo(
  function Row({ original, line, spans, selected, onSelect }: RowProps): JSX.Element {
    const words = useWords();
    const links = layOutLinks(original, spans, line);
    return (
      <>
        {links.columns.map((column) => (
          <ColumnView key={column.key} words={words} column={column} links={links} selected={selected} onSelect={onSelect} />
        ))}
      </>
    );
  },
  (before, after) =>
    before.original === after.original && isSame(before.selected, after.selected) && before.onSelect === after.onSelect &&
    before.spans.length === after.spans.length && before.spans.every((span, at) => span === after.spans[at]),
);

interface ColumnProps {
  readonly words: Words;
  readonly column: Column;
  readonly links: Links;
  readonly selected: Range | null;
  readonly onSelect: (range: Range) => void;
}

function ColumnView({ words, column, links, selected, onSelect }: ColumnProps): JSX.Element {
  const link = column.label >= 0 ? links.links[column.label]! : null;
  const own = links.links.find((each) => each.spans.some((span) => column.range && overlaps(span, column.range)));
  const isSelected = Boolean(selected && column.range && overlaps(selected, column.range));
  const group = own?.spans[0] ? groupOf(words, own.spans[0].label) : null;
  const choose = (): void => {
    const range = link?.spans[0] ?? own?.spans[0] ?? column.range;
    if (range) onSelect({ start: range.start, end: range.end });
  };
  return (
    <span class={`column ${group ? `g-${group}` : ""} ${isSelected ? "selected" : ""}`} onClick={choose}>
      <span class="word">{column.source || "\u00a0"}</span>
      <Cell strokes={column.upper} />
      {link ? (
        <button type="button" class="label" tabIndex={-1}>
          {link.spans.map((span) => `${nameLabel(words, span.label)}${span.number ? ` ${span.number}` : ""}${span.affixes.length ? ` ${span.affixes.join(" ")}` : ""}`).join(", ")}
        </button>
      ) : (
        <Cell strokes={column.upper.filter((stroke) => stroke.path === "M0 .6H1" || stroke.path.startsWith("M.5 0V1"))} isThin />
      )}
      <Cell strokes={column.lower} />
      <span class="word">{column.target || "\u00a0"}</span>
    </span>
  );
}

/** A square of lines that takes the size of its column. The light stroke below shows where lines cross. */
function Cell({ strokes, isThin = false }: { strokes: readonly Stroke[]; isThin?: boolean }): JSX.Element {
  return (
    <svg class={isThin ? "cell thin" : "cell"} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {strokes.map((stroke) => <path key={`b${stroke.path}`} class="below" d={stroke.path} />)}
      {strokes.map((stroke) => <path key={stroke.path} class={stroke.link < 0 ? "plain" : "tie"} d={stroke.path} />)}
    </svg>
  );
}
