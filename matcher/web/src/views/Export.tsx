// Save a document, or all that are done, as files.

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
    <label class="export">
      <span class="sr">{t(id === null ? "exportAll" : "export")}</span>
      <select value="" onChange={(event) => { const format = event.currentTarget.value; event.currentTarget.value = ""; if (format) void save(format); }}>
        <option value="">{t(id === null ? "exportAll" : "export")} …</option>
        {FORMATS.map(([format, phrase]) => <option key={format} value={format}>{t(phrase)}</option>)}
      </select>
    </label>
  );
}
