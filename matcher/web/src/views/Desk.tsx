// One document: its texts, the panel, and the keys.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

import * as actions from "../actions";
import { type Api, Problem, Unreachable } from "../api";
import { findNextDoubt, listDoubts } from "../certainty";
import { perform, redo, startHistory, undo, type History } from "../history";
import { readKey, type Deed } from "../keys";
import { merge, type Conflict } from "../merge";
import type { View } from "../route";
import { Saver, type SavingState } from "../saving";
import { accept, chain, type Command, findEqual, findSpan, findTouched, setComment, setDone, setNotes, setReplacements, type Snapshot, takeSnapshot } from "../snapshot";
import { findAfter, isSame, listWords, overlaps, snapToWords, splitLines, stepCharacter, type Line } from "../text";
import type { Doc, Range, Span } from "../types";
import { useWords } from "./context";
import { Conflicts } from "./Conflicts";
import { Entities } from "./Entities";
import { Export } from "./Export";
import { LinksView } from "./LinksView";
import { LookUp } from "./LookUp";
import { type Deeds, type Focus, Panel, type Scope } from "./Panel";
import { Tabs, useNarrow } from "./Tabs";
import { TextPane, type Side } from "./TextPane";
import { WhyBox } from "./WhyBox";

interface Props {
  readonly api: Api;
  readonly loaded: Doc;
  readonly view: View;
  readonly piece: string;
  readonly onRoute: (view: View, piece: string) => void;
  readonly onSaving: (state: SavingState, detail: string) => void;
  readonly onProblem: (message: string) => void;
  readonly onNotice: (message: string) => void;
  readonly onLeave: (step: 1 | -1) => void;
}

interface Clash {
  readonly newest: Doc;
  readonly merged: Snapshot;
  readonly conflicts: readonly Conflict[];
}

export function Desk({ api, loaded, view, piece, onRoute, onSaving, onProblem, onNotice, onLeave }: Props): JSX.Element {
  const { t } = useWords();
  const [doc, setDoc] = useState(loaded);
  const [history, setHistory] = useState<History>(() => startHistory(takeSnapshot(loaded)));
  const [focus, setFocus] = useState<Focus>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const now = useRef({ doc, history });
  now.current = { doc, history };
  const { present } = history;
  const selected = useMemo(() => readRange(piece), [piece]);
  const span = findSpan(present.spans, selected);
  const lines = useMemo(() => joinLines(splitLines(doc.original), present.spans), [doc.original, present.spans]);
  const words = useMemo(() => listWords(doc.original), [doc.original]);
  const doubts = useMemo(() => listDoubts(present.spans, doc.suspects), [present.spans, doc.suspects]);

  const saver = useMemo(
    () =>
      new Saver(api, loaded, {
        onState: onSaving,
        onSaved: (saved) => setDoc((before) => ({ ...before, version: saved.version })),
        onConflict: (newest) => {
          const merged = merge(takeSnapshot(now.current.doc), now.current.history.present, takeSnapshot(newest));
          setClash({ newest, merged: merged.snapshot, conflicts: merged.conflicts });
        },
      }),
    [api, loaded],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (saver.hasUnsaved) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      void saver.flush().finally(() => saver.close());
    };
  }, [saver]);

  const change = useCallback((next: History): void => {
    if (next === now.current.history) return;
    now.current.history = next;
    setHistory(next);
    if (now.current.doc.writable) saver.want(next.present);
  }, [saver]);
  const run = useCallback((command: Command): void => change(perform(now.current.history, command)), [change]);
  const runLater = useCallback((command: Promise<Command | null>): void => {
    command.then((ready) => ready && run(ready), (error: unknown) => onProblem(describe(error, t("unreachable"))));
  }, [run, onProblem, t]);
  const select = useCallback((range: Range | null): void => {
    setFocus(null);
    onRoute(view, range ? `${range.start}-${range.end}` : "");
  }, [view, onRoute]);
  const choose = useCallback((range: Range): void => {
    const spans = now.current.history.present.spans;
    const touched = findTouched(spans, { start: range.start, end: Math.max(range.end, range.start + 1) });
    if (touched.some((each) => isSame(each, range))) select(range);
    else if (range.start === range.end) {
      const word = touched[0] ?? words.find((each) => each.start <= range.start && range.start <= each.end);
      select(word ?? null);
    } else select(snapToWords(doc.original, words, range));
  }, [doc.original, words, select]);

  const refused = useRef(new Set<string>());
  const desk = (): actions.Desk => ({ api, doc: now.current.doc, snapshot: now.current.history.present, proposed: loaded.spans, refused: refused.current });
  const chosen = (scope: Scope): Range[] => {
    if (!selected) return [];
    if (scope === "entity" && span) return actions.mentionsOf(present, span);
    if (scope === "equal") return findEqual(doc.original, words, present.spans, selected);
    return [selected];
  };
  const everywhere = (action: "replace" | "free", label: string, replacement: string): void => {
    const form = selected ? doc.original.slice(selected.start, selected.end) : "";
    const body = { form, action, ...(label ? { label } : {}), ...(replacement ? { replacement } : {}) };
    saver.flush().then(() => api.applyEverywhere(doc.id, body)).then(({ changed, conflicts }) => {
      const number = changed.reduce((sum, each) => sum + each.spans, 0);
      onNotice([t("appliedTo", number, changed.length), conflicts.length ? t("notApplied", conflicts.length) : ""].join(" ").trim());
    }).catch((error: unknown) => onProblem(describe(error, t("unreachable"))));
  };
  const deeds: Deeds = {
    label: (label, scope) => {
      setFocus(null);
      runLater(actions.labelPieces(desk(), scope === "folder" ? chosen("equal") : chosen(scope), label));
      if (scope === "folder") everywhere("replace", label, "");
    },
    replace: (text, scope) => {
      const mentions = chosen(scope).flatMap((range) => findSpan(present.spans, range) ?? []);
      if (!span || !text) return;
      if (scope === "this") run(setReplacements([{ range: span, replacement: text, newBase: span.affixes.length ? span.newBase : text }]));
      else if (mentions.length) runLater(actions.rename(desk(), mentions, text));
      if (scope === "folder") everywhere("replace", span.label, text);
    },
    another: (scope) => {
      const mentions = chosen(scope === "folder" ? "entity" : scope).flatMap((range) => findSpan(present.spans, range) ?? []);
      if (mentions.length) runLater(actions.redraw(desk(), mentions));
    },
    accept: () => {
      if (!selected) return;
      if (span) run(accept(actions.mentionsOf(present, span)));
      step(1);
    },
    reject: (scope) => {
      if (!selected) return;
      run(actions.freePieces(desk(), scope === "folder" ? chosen("equal") : chosen(scope)));
      if (scope === "folder") everywhere("free", "", "");
    },
    automatic: () => selected && run(actions.restoreProposal(desk(), selected)),
    extend: (range) => extend(range),
    note: (notes, comment) => span && run(setNotes(span, notes, comment)),
  };
  const step = (by: 1 | -1): void => {
    const left = listDoubts(now.current.history.present.spans, doc.suspects);
    const next = findNextDoubt(left, selected, by);
    if (next) select({ start: next.start, end: next.end });
  };
  const extend = (range: Range): void => {
    if (span?.label) runLater(actions.labelPieces(desk(), [range], span.label).then((command) => (selected ? chain(dropTouched(selected), command) : command)));
    onRoute(view, `${range.start}-${range.end}`);
  };
  const move = (by: 1 | -1): void => {
    const at = selected ?? { start: 0, end: 0 };
    const word = by > 0 ? words.find((each) => each.start >= at.end) : words.findLast((each) => each.end <= at.start);
    if (word) choose(findTouched(present.spans, word)[0] ?? word);
  };
  const jump = (by: 1 | -1, isWanted: (each: Span) => boolean): void => {
    const at = selected ?? { start: -1, end: -1 };
    const next = by > 0 ? present.spans.find((each) => each.start >= at.end && isWanted(each)) : present.spans.findLast((each) => each.end <= at.start && isWanted(each));
    if (next) select({ start: next.start, end: next.end });
  };
  const steps = findSteps(doc.original, words, selected);
  const isWord = !span;
  const grow = (name: keyof typeof steps): void => {
    const range = steps[name];
    if (!range) return;
    if (isWord) onRoute(view, `${range.start}-${range.end}`);
    else extend(range);
  };

  const handle: Partial<Record<Deed, () => void>> = {
    accept: deeds.accept,
    reject: () => deeds.reject("this"),
    label: () => selected && setFocus("label"),
    replacement: () => setFocus("replacement"),
    another: () => deeds.another("entity"),
    note: () => setFocus("note"),
    extent: () => setFocus("extent"),
    same: () => span && (span.action === "free" ? deeds.reject("equal") : deeds.label(span.label, "equal")),
    nextUnsure: () => step(1),
    previousUnsure: () => step(-1),
    undo: () => change(undo(now.current.history)),
    redo: () => change(redo(now.current.history)),
    done: () => {
      run(setDone(!present.done));
      if (!present.done) void saver.flush().then(() => onLeave(1));
    },
    save: () => void saver.flush(),
    search: () => document.getElementById("lookup-field")?.focus(),
    deselect: () => {
      if (focus) setFocus(null);
      else select(null);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    nextWord: () => move(1),
    previousWord: () => move(-1),
    growEnd: () => grow("endLater"),
    shrinkEnd: () => grow("endEarlier"),
    growStart: () => grow("startEarlier"),
    shrinkStart: () => grow("startLater"),
    nextSpan: () => jump(1, () => true),
    previousSpan: () => jump(-1, () => true),
    nextChanged: () => jump(1, (each) => each.by === "person"),
    previousChanged: () => jump(-1, (each) => each.by === "person"),
    revert: () => deeds.reject("this"),
    automatic: deeds.automatic,
    orphan: () => span && runLater(actions.takeApart(desk(), span)),
    merge: () => selected && runLater(actions.joinWithNext(desk(), selected)),
    group: () => selected && runLater(actions.labelPieces(desk(), [selected], span?.label)),
    nextDocument: () => onLeave(1),
    previousDocument: () => onLeave(-1),
  };
  const handlers = useRef(handle);
  handlers.current = handle;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const deed = readKey(event);
      const act = deed && handlers.current[deed];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  const isTabbed = useNarrow() && view === "both";
  const [tab, setTab] = useState<Side>("original");
  const sides: readonly Side[] = view === "new" ? ["new"] : isTabbed ? [tab] : ["original", "new"];
  const mentions = span ? actions.mentionsOf(present, span).length : 0;
  const equal = useMemo(() => (selected ? findEqual(doc.original, words, present.spans, selected).length : 0), [doc.original, words, present.spans, selected]);
  return (
    <div class="desk">
      <div class="toolbar" role="toolbar" aria-label={doc.name}>
        <div class="views" role="group">
          {(["both", "links", "new"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => onRoute(name, piece)}>
              {t(name === "both" ? "viewBoth" : name === "links" ? "viewLinks" : "viewNew")}
            </button>
          ))}
        </div>
        <button type="button" onClick={() => step(1)} disabled={doubts.length === 0}>{t("nextUnsure")} ({doubts.length}) <kbd>N</kbd></button>
        <button type="button" onClick={handle.undo} disabled={history.past.length === 0} title={t("undo")}>↶<span class="sr"> {t("undo")}</span></button>
        <button type="button" onClick={handle.redo} disabled={history.future.length === 0} title={t("redo")}>↷<span class="sr"> {t("redo")}</span></button>
        <label class="done"><input type="checkbox" checked={present.done} onChange={() => run(setDone(!present.done))} /> {t("markDone")} <kbd>D</kbd></label>
        <Export api={api} id={doc.id} onProblem={onProblem} before={() => saver.flush()} />
      </div>
      <div class={`texts ${view}`} id="texts" tabIndex={-1}>
        {isTabbed && <Tabs side={tab} onSide={setTab} />}
        {view === "links" ? (
          <LinksView original={doc.original} lines={lines} spans={present.spans} selected={selected} onSelect={choose} />
        ) : (
          sides.map((side) => (
            <TextPane key={side} side={side} isTab={isTabbed} original={doc.original} lines={lines} spans={present.spans} suspects={doc.suspects} selected={selected} onSelect={choose} />
          ))
        )}
      </div>
      <aside class="panel">
        {doubts.length === 0 && <p class="fine" role="status">{t("allLooked")}</p>}
        <Panel original={doc.original} range={selected} span={span} mentions={mentions} equal={equal} focus={focus} onFocus={setFocus} steps={steps} deeds={deeds} />
        {selected && <WhyBox api={api} id={doc.id} range={selected} span={span} />}
        <Entities
          spans={present.spans}
          selected={selected}
          onSelect={(range) => select({ start: range.start, end: range.end })}
          onRename={(found, name) => runLater(actions.rename(desk(), found, name))}
          onMerge={(into, other) => runLater(actions.mergeEntities(desk(), into.mentions, other.mentions))}
          onSplit={(found) => runLater(actions.splitEntity(desk(), found))}
        />
        <LookUp api={api} />
        <section>
          <h3><label for="doc-comment">{t("docComment")}</label></h3>
          <textarea id="doc-comment" value={present.comment} onChange={(event) => run(setComment(event.currentTarget.value))} />
        </section>
      </aside>
      {clash && (
        <Conflicts
          original={doc.original}
          conflicts={clash.conflicts}
          merged={clash.merged}
          onChoose={(snapshot) => {
            saver.rebase(clash.newest);
            setDoc(clash.newest);
            now.current.doc = clash.newest;
            setClash(null);
            change({ ...perform(now.current.history, () => snapshot) });
            saver.want(snapshot);
          }}
        />
      )}
    </div>
  );
}

function describe(error: unknown, unreachable: string): string {
  if (error instanceof Unreachable) return unreachable;
  return error instanceof Problem ? error.message : String(error);
}

function readRange(piece: string): Range | null {
  const found = /^(\d+)-(\d+)$/.exec(piece);
  return found ? { start: Number(found[1]), end: Number(found[2]) } : null;
}

/** Join lines that a span covers together. */
function joinLines(lines: readonly Line[], spans: readonly Span[]): readonly Line[] {
  const crossing = spans.filter((span) => lines[findAfter(lines, span.start)]!.end < span.end);
  if (crossing.length === 0) return lines;
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined[joined.length - 1];
    const span = crossing[findAfter(crossing, line.start)];
    if (last && span && span.start < line.start) joined[joined.length - 1] = { start: last.start, end: line.end };
    else joined.push(line);
  }
  return joined;
}

/** Remove the spans that touch a range. */
function dropTouched(range: Range): Command {
  return (snapshot) => ({ ...snapshot, spans: snapshot.spans.filter((span) => !overlaps(span, range)) });
}

/** The ranges that are one character, or for plain words one word, wider or narrower. */
function findSteps(text: string, words: readonly Range[], range: Range | null): Record<"startEarlier" | "startLater" | "endEarlier" | "endLater", Range | null> {
  if (!range) return { startEarlier: null, startLater: null, endEarlier: null, endLater: null };
  const { start, end } = range;
  const before = words.findLast((word) => word.end <= start);
  const after = words.find((word) => word.start >= end);
  const first = words.find((word) => word.start > start && word.start < end);
  const last = words.findLast((word) => word.end < end && word.end > start);
  return {
    startEarlier: before ? { start: before.start, end } : null,
    startLater: first ? { start: first.start, end } : stepCharacter(text, start, 1) < end ? { start: stepCharacter(text, start, 1), end } : null,
    endEarlier: last ? { start, end: last.end } : stepCharacter(text, end, -1) > start ? { start, end: stepCharacter(text, end, -1) } : null,
    endLater: after ? { start, end: after.end } : null,
  };
}

