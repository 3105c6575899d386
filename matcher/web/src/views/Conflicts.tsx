// Two tabs changed the same words: show both, and let the user choose.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Conflict } from "../merge";
import type { Snapshot } from "../snapshot";
import { overlaps, renderSpan } from "../text";
import type { Span } from "../types";
import { nameLabel, useWords, type Words } from "./context";

interface Props {
  readonly original: string;
  readonly conflicts: readonly Conflict[];
  readonly merged: Snapshot;
  readonly onChoose: (snapshot: Snapshot) => void;
}

export function Conflicts({ original, conflicts, merged, onChoose }: Props): JSX.Element {
  const words = useWords();
  const { t } = words;
  const box = useRef<HTMLDialogElement>(null);
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => box.current?.showModal(), []);
  const finish = (): void => {
    const dropped = conflicts.filter((_, at) => taken.has(at));
    const kept = merged.spans.filter((span) => !dropped.some((conflict) => overlaps(conflict.range, span)));
    const spans = [...kept, ...dropped.flatMap((conflict) => conflict.theirs)].sort((a, b) => a.start - b.start);
    onChoose({ ...merged, spans });
  };
  return (
    <dialog ref={box} aria-labelledby="conflict-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="conflict-title">{t("conflictTitle")}</h2>
      <p>{t("conflictHelp")}</p>
      <ul class="conflicts">
        {conflicts.map((conflict, at) => (
          <li key={conflict.range.start}>
            <b><bdi>{original.slice(conflict.range.start, conflict.range.end)}</bdi></b>
            {(["mine", "theirs"] as const).map((side) => (
              <label key={side}>
                <input
                  type="radio"
                  name={`conflict-${at}`}
                  checked={taken.has(at) === (side === "theirs")}
                  onChange={() => setTaken((before) => new Set(side === "theirs" ? [...before, at] : [...before].filter((each) => each !== at)))}
                />{" "}
                {t(side)}: {describeSide(words, original, side === "mine" ? conflict.mine : conflict.theirs)}
              </label>
            ))}
          </li>
        ))}
      </ul>
      <button type="button" class="main" onClick={finish}>{t("useMerged")}</button>
    </dialog>
  );
}

function describeSide(words: Words, original: string, spans: readonly Span[]): string {
  if (spans.length === 0) return words.t("noLabel");
  return spans.map((span) => (span.action === "free" ? words.t("freed") : `${renderSpan(original, span)} (${nameLabel(words, span.label)})`)).join(", ");
}
