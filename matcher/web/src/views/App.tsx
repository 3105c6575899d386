// The frame: which view is shown, what the service says, and whether everything is saved.

import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";

import { Api, Problem, Unreachable } from "../api";
import { readKey } from "../keys";
import { guessLanguage, makeTranslator, type Language } from "../language";
import { readRoute, writeRoute, type Route, type View } from "../route";
import type { SavingState } from "../saving";
import type { Doc, Settings } from "../types";
import { WordsContext } from "./context";
import { Desk } from "./Desk";
import { FiguresView } from "./FiguresView";
import { HelpBox, Legend } from "./HelpBox";
import { ListView } from "./ListView";
import { SettingsView } from "./SettingsView";

const PULSE = 2000;

export function App(): JSX.Element {
  const [route, setRoute] = useState<Route>(() => readRoute(location.hash));
  const [language, setLanguage] = useState<Language>(guessLanguage);
  const [settings, setSettings] = useState<Settings | null>(null);
  const [doc, setDoc] = useState<Doc | null>(null);
  const [isHelping, setHelping] = useState(false);
  const [message, setMessage] = useState("");
  const [notice, setNotice] = useState("");
  const [isAway, setAway] = useState(false);
  const [saving, setSaving] = useState<SavingState>("saved");
  const [count, setCount] = useState<readonly [number, number]>([0, 0]);
  const api = useMemo(() => new Api(), []);
  api.token = route.token;
  const t = useMemo(() => makeTranslator(language), [language]);
  const words = useMemo(() => {
    const labels = settings?.labels ?? [];
    return { t, language, labels, byName: new Map(labels.map((label) => [label.name, label])) };
  }, [t, language, settings]);

  const report = useCallback((error: unknown): void => {
    if (error instanceof Unreachable) setAway(true);
    else if (error instanceof Problem && error.status === 401) setMessage(t("noToken"));
    else setMessage(error instanceof Error ? error.message : String(error));
  }, [t]);
  const go = useCallback((changes: Partial<Route>): void => {
    setRoute((before) => {
      const next = { ...before, ...changes };
      history.replaceState(null, "", writeRoute(next));
      return next;
    });
  }, []);
  useEffect(() => {
    const follow = (): void => setRoute(readRoute(location.hash));
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && readKey(event) === "help") setHelping(true);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    api.settings().then(setSettings, report);
  }, [api, route.token, isAway]);
  useEffect(() => {
    if (!isAway) return undefined;
    const timer = window.setInterval(() => void api.isBack().then((isBack) => isBack && setAway(false)), PULSE);
    return () => window.clearInterval(timer);
  }, [api, isAway]);
  useEffect(() => {
    if (!route.doc || isAway || doc?.id === route.doc) return;
    setDoc(null);
    api.load(route.doc).then(setDoc, (error: unknown) => {
      report(error);
      if (error instanceof Problem && error.status !== 401) go({ doc: "", view: "list", piece: "" });
    });
  }, [api, route.token, route.doc, isAway]);

  const open = useCallback((id: string, piece = ""): void => go({ doc: id, view: "both", piece }), [go]);
  const leave = useCallback((step: 1 | -1): void => {
    api.findNeighbour(route.doc, step).then((id) => {
      if (id) open(id);
      else go({ doc: "", view: "list", piece: "" });
    }, report);
  }, [api, route.doc, open, go, report]);
  const onSaving = useCallback((state: SavingState, detail: string): void => {
    setSaving(state);
    setAway(state === "unreachable");
    if (state === "refused") setMessage(t("refused", detail));
  }, [t]);
  const onRoute = useCallback((view: View, piece: string): void => go({ view, piece }), [go]);

  const isDoc = route.doc !== "" && ["both", "links", "new"].includes(route.view);
  return (
    <WordsContext.Provider value={words}>
      <a class="skip" href="#texts" onClick={(event) => { event.preventDefault(); document.getElementById("texts")?.focus(); }}>{t("skip")}</a>
      <header class="frame">
        <h1>Täcknamn</h1>
        <nav aria-label="Täcknamn">
          <button type="button" aria-current={route.view === "list" ? "page" : undefined} onClick={() => go({ view: "list", doc: "", piece: "" })}>{t("documents")}</button>
          {isDoc && doc && <b class="name"><bdi>{doc.name}</bdi></b>}
          {isDoc && <button type="button" onClick={() => leave(-1)} title={t("previous")}>‹<span class="sr"> {t("previous")}</span></button>}
          {isDoc && <button type="button" onClick={() => leave(1)} title={t("next")}>›<span class="sr"> {t("next")}</span></button>}
        </nav>
        <span class="state" role="status">
          {count[1] > 0 && <span>{t("doneOf", ...count)}</span>}{" "}
          {isDoc && doc && (doc.writable ? <span class={`saving ${saving}`}>{t(saving === "saved" ? "saved" : saving === "saving" ? "saving" : "changed")}</span> : t("readOnly"))}
        </span>
        <nav class="tools" aria-label={t("settings")}>
          <button type="button" aria-current={route.view === "figures" ? "page" : undefined} onClick={() => go({ view: "figures" })}>{t("figures")}</button>
          <button type="button" aria-current={route.view === "settings" ? "page" : undefined} onClick={() => go({ view: "settings" })}>{t("settings")}</button>
          <button type="button" lang={language === "sv" ? "en" : "sv"} onClick={() => setLanguage(language === "sv" ? "en" : "sv")}>{t("language")}</button>
          <button type="button" onClick={() => setHelping(true)}>{t("help")} <kbd>?</kbd></button>
        </nav>
      </header>
      {isAway && <p class="banner warning" role="alert">{t("unreachable")}</p>}
      {message && <p class="banner warning" role="alert">{message} <button type="button" onClick={() => setMessage("")}>{t("close")}</button></p>}
      {notice && <p class="banner" role="status">{notice} <button type="button" onClick={() => setNotice("")}>{t("close")}</button></p>}
      {isDoc && doc?.warnings.map((warning) => <p key={warning} class="banner">{warning}</p>)}
      <main>
        {route.view === "list" && <ListView api={api} onOpen={open} onCount={(done, total) => setCount([done, total])} onProblem={report} />}
        {route.view === "figures" && <FiguresView api={api} users={settings?.users ?? []} onOpen={open} onProblem={report} />}
        {route.view === "settings" && settings && <SettingsView api={api} settings={settings} onChange={(changed) => { setSettings(changed); setDoc(null); go({ view: "list", doc: "" }); }} onProblem={report} />}
        {isDoc && !doc && <p role="status">{t("loading")}</p>}
        {isDoc && doc && (
          <Desk key={doc.id} api={api} loaded={doc} view={route.view} piece={route.piece} onRoute={onRoute} onSaving={onSaving} onProblem={setMessage} onNotice={setNotice} onLeave={leave} />
        )}
      </main>
      {isDoc && <footer><Legend /></footer>}
      {isHelping && <HelpBox onClose={() => setHelping(false)} />}
    </WordsContext.Provider>
  );
}
