// Pictures where people would rather look than read: labels, certainty, risk, agreement.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Api } from "../api";
import type { Agreement, Figures, Risk } from "../types";
import { groupOf, nameLabel, useWords } from "./context";

/** Milliseconds until figures that are still computed are asked for again. */
const REFRESH = 2000;

interface Props {
  readonly api: Api;
  readonly users: readonly string[];
  readonly onOpen: (id: string, piece: string) => void;
  readonly onProblem: (error: unknown) => void;
}

export function FiguresView({ api, users, onOpen, onProblem }: Props): JSX.Element {
  const words = useWords();
  const { t } = words;
  const [figures, setFigures] = useState<Figures | null>(null);
  const [round, setRound] = useState(0);
  const [pair, setPair] = useState<readonly [string, string]>([users[0] ?? "", users[1] ?? ""]);
  useEffect(() => {
    let isWanted = true;
    const chosen = pair[0] !== pair[1] ? pair.join(",") : "";
    api.figures(chosen).then((found) => isWanted && setFigures(found), onProblem);
    return () => {
      isWanted = false;
    };
  }, [api, pair, round]);
  const isCounting = figures !== null && figures.risk === null;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = window.setTimeout(() => setRound((before) => before + 1), REFRESH);
    return () => window.clearTimeout(timer);
  }, [isCounting, round]);
  if (!figures) return <p role="status">{t("loading")}</p>;
  const most = Math.max(1, ...figures.labels.map((each) => each.spans));
  const highest = Math.max(1, ...figures.certainty);
  return (
    <div class="figures">
      <section>
        <h2>{t("byLabel")}</h2>
        <table>
          <thead><tr><th scope="col">{t("label")}</th><th scope="col">{t("spans")}</th><th scope="col" class="number">{t("replaced")}</th><th scope="col" class="number">{t("marked")}</th><th scope="col" class="number">{t("added")}</th><th scope="col" class="number">{t("relabelled")}</th></tr></thead>
          <tbody>
            {figures.labels.map((row) => (
              <tr key={row.label} class={`g-${groupOf(words, row.label)}`}>
                <th scope="row">{nameLabel(words, row.label)}</th>
                <td><span class="bar"><span>{row.spans}</span><span class="track" aria-hidden="true"><span style={{ width: `${(100 * row.spans) / most}%` }} /></span></span></td>
                <td class="number" data-title={t("replaced")}>{row.replaced}</td><td class="number" data-title={t("marked")}>{row.marked}</td><td class="number" data-title={t("added")}>{row.added}</td><td class="number" data-title={t("relabelled")}>{row.changed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section>
        <h2>{t("byCertainty")}</h2>
        <ol class="histogram">
          {figures.certainty.map((count, at) => (
            <li key={at}><span style={{ height: `${(100 * count) / highest}%` }} title={`${at * 5}–${at * 5 + 5} %: ${count}`} /><small>{at % 4 === 0 ? `${at * 5} %` : ""}</small><span class="sr">{at * 5} %: {count}</span></li>
          ))}
        </ol>
      </section>
      {figures.risk && <RiskBox risk={figures.risk} />}
      <section>
        <h2>{t("agreement")}</h2>
        {users.length > 1 && (
          <p>
            {([0, 1] as const).map((at) => (
              <select key={at} aria-label={`${t("agreement")} ${at + 1}`} value={pair[at]} onChange={(event) => setPair(at === 0 ? [event.currentTarget.value, pair[1]] : [pair[0], event.currentTarget.value])}>
                {users.map((user) => <option key={user} value={user}>{user || "–"}</option>)}
              </select>
            ))}
          </p>
        )}
        {figures.agreement ? <AgreementBox agreement={figures.agreement} onOpen={onOpen} /> : <p>{t("noAgreement")}</p>}
      </section>
    </div>
  );
}

function RiskBox({ risk }: { risk: Risk }): JSX.Element {
  const { t } = useWords();
  return (
    <section>
      <h2>{t("risk")}</h2>
      <p class={risk.leaks ? "warning" : "fine"}>{t(risk.leaks ? "riskLeaks" : "riskFine")}</p>
      <p>{t("leftovers", risk.leftovers.count)}. {t("combinations", risk.combinations.count)}.</p>
      {risk.attacks.length > 0 && (
        <table>
          <thead><tr><th scope="col">{t("attack")}</th><th scope="col" class="number">{t("success")}</th><th scope="col" class="number">{t("chance")}</th></tr></thead>
          <tbody>
            {risk.attacks.slice(0, 20).map((attack, at) => (
              <tr key={at}><th scope="row">{attack.attack}</th><td class="number" data-title={t("success")}>{Math.round(attack.success * 100)} %</td><td class="number" data-title={t("chance")}>{Math.round(attack.chance * 100)} %</td></tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function AgreementBox({ agreement, onOpen }: { agreement: Agreement; onOpen: (id: string, piece: string) => void }): JSX.Element {
  const words = useWords();
  const { t } = words;
  const write = (value: number | null): string => (value === null ? "–" : value.toFixed(3));
  return (
    <>
      <p>κ {write(agreement.kappa)} · α {write(agreement.alpha)}</p>
      <table>
        <thead><tr><th scope="col">{t("label")}</th><th scope="col" class="number">{agreement.users[0]}</th><th scope="col" class="number">{agreement.users[1]}</th></tr></thead>
        <tbody>{agreement.labels.map((row) => <tr key={row.label}><th scope="row">{nameLabel(words, row.label)}</th><td class="number">{row.both + row.first}</td><td class="number">{row.both + row.second}</td></tr>)}</tbody>
      </table>
      <h3>{t("differences")}</h3>
      <ul>
        {agreement.differences.slice(0, 200).map((each, at) => (
          <li key={at}><button type="button" onClick={() => onOpen(each.id, `${each.start}-${each.end}`)}>{nameLabel(words, each.a)} / {nameLabel(words, each.b)}</button></li>
        ))}
      </ul>
    </>
  );
}
