// The documents of the folder: which are new, which were looked at, and where the program is least sure.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";

import type { Api } from "../api";
import type { DocRow } from "../types";
import { useWords } from "./context";
import { Export } from "./Export";
import { Bar } from "./WhyBox";

const REFRESH = 3000;

interface Props {
  readonly api: Api;
  readonly onOpen: (id: string) => void;
  readonly onCount: (done: number, total: number) => void;
  readonly onProblem: (error: unknown) => void;
}

export function ListView({ api, onOpen, onCount, onProblem }: Props): JSX.Element {
  const { t } = useWords();
  const [sort, setSort] = useState("unsure");
  const [find, setFind] = useState("");
  const [rows, setRows] = useState<readonly DocRow[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const load = async (after: string): Promise<void> => {
    try {
      const page = await api.list({ sort, find, after });
      setRows((before) => (after && before ? [...before, ...page.documents] : page.documents));
      setNext(page.next);
      onCount(page.done, page.total);
    } catch (error) {
      onProblem(error);
    }
  };
  useEffect(() => {
    void load("");
  }, [sort, find]);
  const isCounting = rows?.some((row) => row.least === null && row.spans === 0) ?? false;
  useEffect(() => {
    if (!isCounting || (rows?.length ?? 0) > 200) return undefined;
    const timer = window.setTimeout(() => void load(""), REFRESH);
    return () => window.clearTimeout(timer);
  }, [rows, isCounting]);
  if (rows === null) return <p role="status">{t("loading")}</p>;
  return (
    <section class="list" aria-label={t("documents")}>
      <p class="intro">{rows.length || find ? t("firstSteps") : t("empty")}</p>
      <div class="toolbar">
        <label>{t("find")} <input type="search" value={find} onInput={(event) => setFind(event.currentTarget.value)} /></label>
        <select aria-label={t("sortUnsure")} value={sort} onChange={(event) => setSort(event.currentTarget.value)}>
          <option value="unsure">{t("sortUnsure")}</option>
          <option value="name">{t("sortName")}</option>
          <option value="state">{t("sortState")}</option>
        </select>
        <Export api={api} id={null} onProblem={(message) => onProblem(new Error(message))} />
      </div>
      <table>
        <thead>
          <tr><th scope="col">{t("name")}</th><th scope="col">{t("state")}</th><th scope="col" class="number">{t("words")}</th><th scope="col" class="number">{t("spans")}</th><th scope="col" class="number">{t("unsure")}</th><th scope="col">{t("least")}</th></tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row"><a href="#" onClick={(event) => { event.preventDefault(); onOpen(row.id); }}><bdi>{row.name}</bdi></a></th>
              <td><span class={`state ${row.done ? "done" : row.version ? "seen" : "new"}`}>{t(row.done ? "stateDone" : row.version ? "stateSeen" : "stateNew")}</span>{row.notes > 0 && <small> {t("notes")}: {row.notes}</small>}</td>
              {row.error ? <td class="warning" colSpan={4}>{row.error}</td> : <RowFigures row={row} />}
            </tr>
          ))}
        </tbody>
      </table>
      {next && <p><button type="button" onClick={() => void load(next)}>{t("more")}</button></p>}
    </section>
  );
}

function RowFigures({ row }: { row: DocRow }): JSX.Element {
  const { t } = useWords();
  return (
    <>
      <td class="number" data-title={t("words")}>{row.words || ""}</td>
      <td class="number" data-title={t("spans")}>{row.least === null ? "…" : row.spans}</td>
      <td class="number" data-title={t("unsure")}>{row.least === null ? "…" : row.unsure}</td>
      <td data-title={t("least")}>{row.least === null ? "…" : <Bar value={row.least} />}</td>
    </>
  );
}
