// Save a document, or all that are done, as files.

import { useState } from "preact/hooks";
import type { JSX } from "preact";

import { type Api, Problem } from "../api";
import type { Phrase } from "../language";
import { useWords } from "./context";

const FORMATS: readonly [string, Phrase][] = [
  ["svala", "formatSvala"], ["text", "formatText"], ["jsonl", "formatJsonl"], ["xml", "formatXml"],
  ["tab", "formatTab"], ["table", "formatTable"], ["corrections", "formatCorrections"], ["html", "formatHtml"],
];

interface Props {
  readonly api: Api;
  /** The document; null for all that are done. */
  readonly id: string | null;
  readonly before?: () => Promise<void>;
  readonly onProblem: (message: string) => void;
}

export function Export({ api, id, before, onProblem }: Props): JSX.Element {
  const { t } = useWords();
  const [format, setFormat] = useState("svala");
  const save = async (format: string): Promise<void> => {
    try {
      await before?.();
      const { blob, name } = await api.download(id, format);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      onProblem(error instanceof Problem ? error.message : t("unreachable"));
    }
  };
  return (
    <form class="export" onSubmit={(event) => { event.preventDefault(); void save(format); }}>
      <select aria-label={t("format")} value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
        {FORMATS.map(([name, phrase]) => <option key={name} value={name}>{t(phrase)}</option>)}
      </select>
      <button type="submit">{t(id === null ? "exportAll" : "export")}</button>
    </form>
  );
}
