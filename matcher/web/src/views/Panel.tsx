// What is selected, and everything that can be done with it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Range, Span } from "../types";
import { nameLabel, useWords } from "./context";
import { LabelBox } from "./LabelBox";
import { Bar } from "./WhyBox";

export type Scope = "this" | "entity" | "equal" | "folder";

export interface Deeds {
  label(label: string, scope: Scope): void;
  replace(text: string, scope: Scope): void;
  another(scope: Scope): void;
  accept(): void;
  reject(scope: Scope): void;
  automatic(): void;
  extend(range: Range): void;
  note(notes: readonly string[], comment: string): void;
}

/** Which part of the panel the keyboard asked for. */
export type Focus = "label" | "replacement" | "note" | "extent" | null;

interface Props {
  readonly original: string;
  readonly range: Range | null;
  readonly span: Span | null;
  /** How many mentions the person or place has, and how many words are equal. */
  readonly mentions: number;
  readonly equal: number;
  readonly focus: Focus;
  readonly onFocus: (focus: Focus) => void;
  readonly steps: { readonly [name in "startEarlier" | "startLater" | "endEarlier" | "endLater"]: Range | null };
  readonly deeds: Deeds;
}

export function Panel(props: Props): JSX.Element {
  const { t } = useWords();
  if (!props.range) return <section class="selected-box"><h3>{t("selected")}</h3><p>{t("nothing")}</p></section>;
  return <Selected key={`${props.range.start}-${props.range.end}`} {...props} range={props.range} />;
}

function Selected({ original, range, span, mentions, equal, focus, onFocus, steps, deeds }: Props & { range: Range }): JSX.Element {
  const words = useWords();
  const { t } = words;
  const [scope, setScope] = useState<Scope>(mentions > 1 ? "entity" : "this");
  const [typed, setTyped] = useState(span ? (scope === "entity" && span.newBase) || span.replacement : "");
  const replacement = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  // At once: what is typed after the key would be taken for commands.
  useLayoutEffect(() => {
    if (focus === "replacement") replacement.current?.select();
    if (focus === "note") note.current?.focus();
  }, [focus]);
  const text = original.slice(range.start, range.end);
  const hasName = span !== null && span.action !== "free";
  const scopes: [Scope, string, boolean][] = [
    ["this", t("scopeThis"), true],
    ["entity", t("scopeEntity", mentions, t(/^(first|sur|nick|middle)/.test(span?.label ?? "") ? "person" : "thing")), mentions > 1],
    ["equal", t("scopeEqual", equal), equal > 1],
    ["folder", t("scopeFolder"), true],
  ];
  return (
    <section class="selected-box" aria-label={t("selected")}>
      <h3>{t("selected")}: <bdi>{text}</bdi></h3>
      {span && <p class="facts">{span.action === "free" ? t("freed") : `${nameLabel(words, span.label)} ${span.number || ""} ${span.affixes.join(" ")}`} {span.by === "program" && <Bar value={span.probability} />}</p>}
      <LabelBox value={span?.label ?? ""} isOpen={focus === "label"} onOpen={(isOpen) => onFocus(isOpen ? "label" : null)} onChoose={(label) => deeds.label(label, scope)} />
      {hasName && (
        <form class="replace" onSubmit={(event) => { event.preventDefault(); deeds.replace(typed, scope); }}>
          <label for="replacement-field">{t("replacement")}</label>
          <input id="replacement-field" ref={replacement} value={typed} spellcheck={false} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
          <button type="submit">{t("apply")}</button>
          <button type="button" onClick={() => deeds.another(scope)} title={t("another")}>↻<span class="sr"> {t("another")}</span></button>
        </form>
      )}
      <fieldset>
        <legend class="sr">{t("apply")}</legend>
        {scopes.filter(([, , isOffered]) => isOffered).map(([name, title]) => (
          <label key={name}><input type="radio" name="scope" checked={scope === name} onChange={() => setScope(name)} /> {title}</label>
        ))}
      </fieldset>
      <p class="buttons">
        {span && !span.accepted && <button type="button" class="main" onClick={deeds.accept}>{t("accept")} <kbd>A</kbd></button>}
        {span?.action !== "free" && <button type="button" onClick={() => deeds.reject(scope)}>{t("reject")} <kbd>R</kbd></button>}
        {!span && <button type="button" class="main" onClick={() => onFocus("label")}>{t("add")} <kbd>L</kbd></button>}
        {span?.by === "person" && <button type="button" onClick={deeds.automatic}>{t("automatic")}</button>}
      </p>
      <details open={focus === "extent"}>
        <summary>{t("extent")} <kbd>E</kbd></summary>
        <p>{t("extentHelp")}</p>
        <p class="buttons">
          {(Object.keys(steps) as (keyof typeof steps)[]).map((name) => (
            <button key={name} type="button" disabled={!steps[name]} onClick={() => steps[name] && deeds.extend(steps[name])}>{t(name)}</button>
          ))}
        </p>
      </details>
      {span && (
        <details open={focus === "note" || span.notes.length > 0}>
          <summary>{t("notes")} <kbd>C</kbd></summary>
          {(["OBS!", "Com!"] as const).map((name) => (
            <label key={name}>
              <input type="checkbox" checked={span.notes.includes(name)} onChange={(event) => deeds.note(event.currentTarget.checked ? [...span.notes, name] : span.notes.filter((each) => each !== name), span.comment)} />{" "}
              {t(name === "OBS!" ? "noteInternal" : "notePublic")}
            </label>
          ))}
          <label for="note-field">{t("comment")}</label>
          <textarea id="note-field" ref={note} value={span.comment} onChange={(event) => deeds.note(span.notes.length ? span.notes : ["OBS!"], event.currentTarget.value)} />
        </details>
      )}
    </section>
  );
}
