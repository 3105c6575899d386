// Why a piece has its label: rule, cue, what else it may be.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Api } from "../api";
import type { Range, Span, Why } from "../types";
import { nameLabel, useWords } from "./context";

export function WhyBox({ api, id, range, span }: { api: Api; id: string; range: Range; span: Span | null }): JSX.Element {
  const words = useWords();
  const { t } = words;
  const [why, setWhy] = useState<Why | null>(null);
  useEffect(() => {
    let isWanted = true;
    setWhy(null);
    api.why(id, range.start, range.end).then((found) => isWanted && setWhy(found), () => undefined);
    return () => {
      isWanted = false;
    };
  }, [api, id, range.start, range.end]);
  const rule = span?.by === "person" ? t("byPerson") : (why?.rule ?? span?.rule ?? "");
  return (
    <section class="why" aria-label={t("why")}>
      <h3>{t("why")}</h3>
      <dl>
        {rule && <><dt>{t("whyRule")}</dt><dd lang={span?.by === "person" ? undefined : "en"}>{rule}</dd></>}
        {(why?.cue || span?.cue) && <><dt>{t("whyCue")}</dt><dd>{why?.cue || span?.cue}</dd></>}
        {why?.policy && <><dt>{t("whyPolicy")}</dt><dd lang="en">{why.policy}</dd></>}
        {(span?.reason || why?.reason) && <><dt>{t("whyReplacement")}</dt><dd lang="en">{span?.reason || why?.reason}</dd></>}
      </dl>
      {why && why.candidates.length > 0 && (
        <ul class="candidates" aria-label={t("whyCandidates")}>
          {why.candidates.slice(0, 8).map((candidate, at) => (
            <li key={at}>
              <Bar value={candidate.probability} />
              <span>{nameLabel(words, candidate.label)}{[candidate.parent, candidate.country].filter(Boolean).length > 0 && <small> {[candidate.parent, candidate.country].filter(Boolean).join(", ")}</small>}</span>
              <small class="sources" title={t("whySources")}>{candidate.sources.join(", ")}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A probability as a number and a bar. */
export function Bar({ value }: { value: number }): JSX.Element {
  return (
    <span class="bar">
      <span>{value.toFixed(2)}</span>
      <span class="track" aria-hidden="true"><span style={{ width: `${Math.round(value * 100)}%` }} /></span>
    </span>
  );
}
