// What every view needs: the words of the interface, and what the labels are called.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Language, Translate } from "../language";
import type { Group, LabelInfo } from "../types";

export interface Words {
  readonly t: Translate;
  readonly language: Language;
  readonly labels: readonly LabelInfo[];
  readonly byName: ReadonlyMap<string, LabelInfo>;
}

export const WordsContext = createContext<Words>({ t: (phrase) => phrase, language: "en", labels: [], byName: new Map() });

export function useWords(): Words {
  return useContext(WordsContext);
}

export function nameLabel(words: Words, label: string): string {
  const info = words.byName.get(label);
  if (!info) return label || words.t("noLabel");
  return words.language === "sv" ? info.swedish : info.english;
}

export function groupOf(words: Words, label: string): Group {
  return words.byName.get(label)?.group ?? "other";
}
