// Look up any word: what it may be, and words that begin like it while typing.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Api } from "../api";
import type { Candidate } from "../types";
import { nameLabel, useWords } from "./context";
import { Bar } from "./WhyBox";

const PAUSE = 120;

export function LookUp({ api }: { api: Api }): JSX.Element {
  const words = useWords();
  const { t } = words;
  const [typed, setTyped] = useState("");
  const [forms, setForms] = useState<readonly string[]>([]);
  const [found, setFound] = useState<readonly Candidate[] | null>(null);
  useEffect(() => {
    const word = typed.trim();
    if (!word) {
      setForms([]);
      setFound(null);
      return undefined;
    }
    let isWanted = true;
    const timer = window.setTimeout(() => {
      Promise.all([api.complete(word), api.lookup(word)]).then(
        ([completed, candidates]) => {
          if (!isWanted) return;
          setForms(completed);
          setFound(candidates);
        },
        () => undefined,
      );
    }, PAUSE);
    return () => {
      isWanted = false;
      window.clearTimeout(timer);
    };
  }, [api, typed]);
  return (
    <section class="lookup">
      <h3><label for="lookup-field">{t("lookUp")}</label></h3>
      <input id="lookup-field" type="search" list="lookup-forms" autocomplete="off" spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <datalist id="lookup-forms">{forms.map((form) => <option key={form} value={form} />)}</datalist>
      <div role="status">
        {found && found.length === 0 && <p>{t("unknownWord")}</p>}
        {found && found.length > 0 && (
          <ul class="candidates">
            {found.slice(0, 8).map((candidate, at) => (
              <li key={at}>
                <Bar value={candidate.probability} />
                <span>{nameLabel(words, candidate.label)}</span>
                <small class="sources">{[candidate.parent, candidate.country].filter(Boolean).join(", ")}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
