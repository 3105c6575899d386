// The people, places and institutions of a document, with all their mentions.

import { useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";

import { listEntities, type Entity } from "../snapshot";
import type { Range, Span } from "../types";
import { groupOf, nameLabel, useWords } from "./context";

interface Props {
  readonly spans: readonly Span[];
  readonly selected: Range | null;
  readonly onSelect: (range: Range) => void;
  readonly onRename: (mentions: readonly Span[], name: string) => void;
  readonly onMerge: (into: Entity, other: Entity) => void;
  readonly onSplit: (mentions: readonly Span[]) => void;
}

export function Entities({ spans, selected, onSelect, onRename, onMerge, onSplit }: Props): JSX.Element {
  const words = useWords();
  const { t } = words;
  const entities = useMemo(() => listEntities(spans).filter((each) => each.mentions.some((span) => span.action === "replace")), [spans]);
  const [open, setOpen] = useState("");
  return (
    <section class="entities" aria-label={t("entities")}>
      <h3>{t("entities")}</h3>
      <ul>
        {entities.map((entity) => {
          const isOpen = open === entity.key || entity.mentions.some((span) => span.start === selected?.start);
          return (
            <li key={entity.key} class={`g-${groupOf(words, entity.label)}`}>
              <button type="button" class="entity" aria-expanded={isOpen} onClick={() => { setOpen(isOpen ? "" : entity.key); onSelect(entity.mentions[0]!); }}>
                <small>{nameLabel(words, entity.label)} {entity.number}</small> {entity.base} → <b>{entity.newBase || entity.mentions[0]!.replacement}</b>{" "}
                <small>{t("mentions", entity.mentions.length)}</small>
              </button>
              {isOpen && <EntityTools entity={entity} entities={entities} onSelect={onSelect} onRename={onRename} onMerge={onMerge} onSplit={onSplit} selected={selected} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface ToolProps extends Omit<Props, "spans"> {
  readonly entity: Entity;
  readonly entities: readonly Entity[];
}

function EntityTools({ entity, entities, selected, onSelect, onRename, onMerge, onSplit }: ToolProps): JSX.Element {
  const words = useWords();
  const { t } = words;
  const [name, setName] = useState(entity.newBase);
  const [other, setOther] = useState("");
  const others = entities.filter((each) => each.key !== entity.key && groupOf(words, each.label) === groupOf(words, entity.label));
  const mention = entity.mentions.find((span) => span.start === selected?.start);
  return (
    <div class="tools">
      <form onSubmit={(event) => { event.preventDefault(); if (name.trim()) onRename(entity.mentions, name.trim()); }}>
        <label>{t("rename")} <input value={name} spellcheck={false} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} /></label>
        <button type="submit">{t("apply")}</button>
      </form>
      {others.length > 0 && (
        <form onSubmit={(event) => { event.preventDefault(); const chosen = others.find((each) => each.key === other); if (chosen) onMerge(chosen, entity); }}>
          <label>
            {t("mergeWith")}{" "}
            <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
              <option value="" />
              {others.map((each) => <option key={each.key} value={each.key}>{nameLabel(words, each.label)} {each.number}: {each.base}</option>)}
            </select>
          </label>
          <button type="submit" disabled={!other}>{t("apply")}</button>
        </form>
      )}
      {mention && entity.mentions.length > 1 && <button type="button" onClick={() => onSplit([mention])}>{t("split")}</button>}
      <p>
        {entity.mentions.map((span, at) => (
          <button key={span.start} type="button" class="mention" aria-current={span.start === selected?.start} onClick={() => onSelect(span)}>{at + 1}</button>
        ))}
      </p>
    </div>
  );
}
