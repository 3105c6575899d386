// Where there is no room for both texts, they are tabs: arrows, Home and End move between them.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Phrase } from "../language";
import { useWords } from "./context";
import type { Side } from "./TextPane";

/** The width below which two columns are too narrow to read; page.css has the same. */
const NARROW = "(max-width: 640px)";
const SIDES: readonly (readonly [Side, Phrase])[] = [["original", "original"], ["new", "pseudonymized"]];

/** Whether the window is too narrow for two texts. */
export function useNarrow(): boolean {
  const query = useRef(window.matchMedia(NARROW)).current;
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setNarrow(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return isNarrow;
}

export function Tabs({ side, onSide }: { side: Side; onSide: (side: Side) => void }): JSX.Element {
  const { t } = useWords();
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const at = SIDES.findIndex(([name]) => name === side);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: SIDES.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows are not those of the text here
    const next = (to + SIDES.length) % SIDES.length;
    onSide(SIDES[next]![0]);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t("viewBoth")} ref={list} onKeyDown={press}>
      {SIDES.map(([name, phrase]) => (
        <button
          key={name} type="button" role="tab" id={`tab-${name}`} aria-controls="tab-text" aria-selected={name === side}
          tabIndex={name === side ? 0 : -1} onClick={() => onSide(name)}
        >
          {t(phrase)}
        </button>
      ))}
    </div>
  );
}
