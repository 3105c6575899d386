// The keys, and what the lines and colours mean.

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";

import { KEYS, writeKey } from "../keys";
import { useWords } from "./context";

export function HelpBox({ onClose }: { onClose: () => void }): JSX.Element {
  const { t, language } = useWords();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">{t("keysTitle")}</h2>
      <p>{t("firstSteps")}</p>
      <Legend />
      <dl class="keys">
        {KEYS.map((key, at) => (
          <div key={at}><dt><kbd>{writeKey(key)}</kbd></dt><dd>{language === "sv" ? key.swedish : key.english}</dd></div>
        ))}
      </dl>
      <form method="dialog"><button class="main">{t("close")}</button></form>
    </dialog>
  );
}

/** What the lines under words mean, and which colour is which group. */
export function Legend(): JSX.Element {
  const { t, labels, language } = useWords();
  const groups = [...new Set(labels.filter((label) => label.kind === "main").map((label) => label.group))];
  return (
    <ul class="legend" aria-label={t("legend")}>
      <li><span class="span g-other replace">{t("replaced")}</span></li>
      <li><span class="span g-other mark">{t("marked")}</span></li>
      <li><span class="suspect">{t("suspect")}</span></li>
      <li><span class="span free">{t("freed")}</span></li>
      {groups.map((group) => <li key={group}><span class={`span replace g-${group}`}>{NAMES[group][language]}</span></li>)}
    </ul>
  );
}

const NAMES = {
  names: { en: "names", sv: "namn" },
  geographic: { en: "places", sv: "platser" },
  institutions: { en: "institutions", sv: "institutioner" },
  transportation: { en: "transport", sv: "trafik" },
  age: { en: "age", sv: "ålder" },
  dates: { en: "dates", sv: "datum" },
  misc: { en: "numbers and others", sv: "nummer och annat" },
  mark: { en: "only marked", sv: "bara markerat" },
  other: { en: "other", sv: "övrigt" },
} as const;
