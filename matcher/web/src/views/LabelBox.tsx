// Choose a label by typing: a field that filters, and a list that arrows and Tab move in.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { LabelInfo } from "../types";
import { nameLabel, useWords } from "./context";

interface Props {
  readonly value: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChoose: (label: string) => void;
}

export function LabelBox({ value, isOpen, onOpen, onChoose }: Props): JSX.Element {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findLabels(words.labels, typed), [words.labels, typed]);
  useLayoutEffect(() => {
    if (!isOpen) return;
    setTyped("");
    setAt(0);
    field.current?.focus();
  }, [isOpen]);
  useEffect(() => document.getElementById(`label-${at}`)?.scrollIntoView({ block: "nearest" }), [at]);

  const press = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" || (event.key === "Tab" && !event.shiftKey) ? 1 : event.key === "ArrowUp" || event.key === "Tab" ? -1 : 0;
    if (step && isOpen) setAt((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter" && isOpen && found[at]) {
      onChoose(found[at].name);
      field.current?.blur(); // the keys are those of the text again
    }
    else if (event.key === "Escape" && isOpen) onOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="labelbox">
      <label for="label-field">{words.t("label")}</label>
      <input
        id="label-field"
        ref={field}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls="label-list"
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[at] ? `label-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={words.t("chooseLabel")}
        value={isOpen ? typed : value ? nameLabel(words, value) : ""}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          onOpen(true);
        }}
        onClick={() => onOpen(true)}
        onKeyDown={press}
        onBlur={() => onOpen(false)}
      />
      {isOpen && (
        <ul id="label-list" role="listbox" aria-label={words.t("label")}>
          {found.map((label, index) => (
            <li
              key={label.name}
              id={`label-${index}`}
              role="option"
              aria-selected={index === at}
              class={`g-${label.group}`}
              onMouseDown={(event) => {
                event.preventDefault();
                onChoose(label.name);
              }}
            >
              <b>{nameLabel(words, label.name)}</b> <small>{label.name}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The main labels that fit what was typed: those that begin with it, then those that contain it. */
function findLabels(labels: readonly LabelInfo[], typed: string): LabelInfo[] {
  const wanted = typed.trim().toLowerCase();
  const main = labels.filter((label) => label.kind === "main");
  if (!wanted) return main;
  const rank = (label: LabelInfo): number => {
    const names = [label.swedish.toLowerCase(), label.english.toLowerCase(), label.name];
    return names.some((name) => name.startsWith(wanted)) ? 0 : names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return main.filter((label) => rank(label) < 2).sort((a, b) => rank(a) - rank(b));
}
