// The keys: what each does, and the table that the help shows. SVALA's own keys stay.

export type Deed =
  | "accept" | "reject" | "label" | "extent" | "nextUnsure" | "previousUnsure" | "undo" | "redo" | "same"
  | "done" | "search" | "help" | "save" | "deselect" | "nextWord" | "previousWord" | "growEnd" | "shrinkEnd"
  | "growStart" | "shrinkStart" | "nextSpan" | "previousSpan" | "nextChanged" | "previousChanged" | "revert"
  | "automatic" | "orphan" | "merge" | "group" | "replacement" | "another" | "note" | "nextDocument" | "previousDocument";

interface Key {
  readonly deed: Deed;
  readonly key: string;
  readonly alt?: boolean;
  readonly shift?: boolean;
  readonly control?: boolean;
  readonly english: string;
  readonly swedish: string;
}

/** On a Mac, Alt writes letters, so Command takes its place where the browser leaves it to pages. */
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

export const KEYS: readonly Key[] = [
  { deed: "nextUnsure", key: "n", english: "Next uncertain", swedish: "Nästa osäkra" },
  { deed: "previousUnsure", key: "p", english: "Previous uncertain", swedish: "Föregående osäkra" },
  { deed: "accept", key: "a", english: "Accept, and go to the next", swedish: "Godkänn och gå till nästa" },
  { deed: "reject", key: "r", english: "Let the words stay", swedish: "Låt orden stå kvar" },
  { deed: "label", key: "l", english: "Choose a label", swedish: "Välj etikett" },
  { deed: "replacement", key: "w", english: "Write another replacement", swedish: "Skriv en annan ersättning" },
  { deed: "another", key: "b", english: "Draw another pseudonym", swedish: "Dra en annan pseudonym" },
  { deed: "extent", key: "e", english: "Change the extent (then Shift and arrows)", swedish: "Ändra omfång (sedan skift och pilar)" },
  { deed: "same", key: "s", english: "The same for all equal words", swedish: "Samma för alla lika ord" },
  { deed: "note", key: "c", english: "Write a comment", swedish: "Skriv en kommentar" },
  { deed: "done", key: "d", english: "Mark as done, and open the next", swedish: "Markera som klart och öppna nästa" },
  { deed: "undo", key: "u", english: "Undo", swedish: "Ångra" },
  { deed: "redo", key: "u", shift: true, english: "Redo", swedish: "Gör om" },
  { deed: "search", key: "/", english: "Look up a word", swedish: "Slå upp ett ord" },
  { deed: "help", key: "?", english: "This help", swedish: "Den här hjälpen" },
  { deed: "nextWord", key: "ArrowRight", english: "Next word", swedish: "Nästa ord" },
  { deed: "previousWord", key: "ArrowLeft", english: "Previous word", swedish: "Föregående ord" },
  { deed: "growEnd", key: "ArrowRight", shift: true, english: "End later", swedish: "Sluta senare" },
  { deed: "shrinkEnd", key: "ArrowLeft", shift: true, english: "End earlier", swedish: "Sluta tidigare" },
  { deed: "growStart", key: "ArrowUp", shift: true, english: "Start earlier", swedish: "Börja tidigare" },
  { deed: "shrinkStart", key: "ArrowDown", shift: true, english: "Start later", swedish: "Börja senare" },
  { deed: "nextSpan", key: "ArrowRight", alt: true, english: "Next group (SVALA)", swedish: "Nästa grupp (SVALA)" },
  { deed: "previousSpan", key: "ArrowLeft", alt: true, english: "Previous group (SVALA)", swedish: "Föregående grupp (SVALA)" },
  { deed: "nextChanged", key: "ArrowRight", alt: true, shift: true, english: "Next changed group (SVALA)", swedish: "Nästa ändrade grupp (SVALA)" },
  { deed: "previousChanged", key: "ArrowLeft", alt: true, shift: true, english: "Previous changed group (SVALA)", swedish: "Föregående ändrade grupp (SVALA)" },
  { deed: "revert", key: "r", alt: true, english: "Put the original back (SVALA)", swedish: "Sätt tillbaka originalet (SVALA)" },
  { deed: "automatic", key: "a", alt: true, english: "As the program proposed (SVALA)", swedish: "Som programmet föreslog (SVALA)" },
  { deed: "orphan", key: "o", alt: true, english: "Take the words apart (SVALA)", swedish: "Dela upp orden (SVALA)" },
  { deed: "merge", key: "m", alt: true, english: "Join with the next group (SVALA)", swedish: "För samman med nästa grupp (SVALA)" },
  { deed: "group", key: "g", alt: true, english: "Make one group of the selection (SVALA)", swedish: "Gör en grupp av det valda (SVALA)" },
  { deed: "deselect", key: "Escape", english: "Leave, deselect (SVALA)", swedish: "Lämna, välj inget (SVALA)" },
  { deed: "undo", key: "z", control: true, english: "Undo", swedish: "Ångra" },
  { deed: "redo", key: "y", control: true, english: "Redo", swedish: "Gör om" },
  { deed: "redo", key: "z", control: true, shift: true, english: "Redo", swedish: "Gör om" },
  { deed: "save", key: "s", control: true, english: "Save now", swedish: "Spara nu" },
  { deed: "nextDocument", key: "PageDown", alt: true, english: "Next document", swedish: "Nästa dokument" },
  { deed: "previousDocument", key: "PageUp", alt: true, english: "Previous document", swedish: "Föregående dokument" },
];

/** What a key press means; null if nothing, or if it is for a field that is being typed in. */
export function readKey(event: KeyboardEvent): Deed | null {
  const isControl = IS_MAC ? event.metaKey : event.ctrlKey;
  const isAlt = IS_MAC ? event.altKey || (event.metaKey && event.ctrlKey) : event.altKey;
  const isTyping = isField(event.target);
  const key = isAlt && /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key;
  const found = KEYS.find((each) => {
    const isLetter = each.key.length === 1 && each.key !== "?" && each.key !== "/";
    return (
      each.key === (isLetter ? key.toLowerCase() : key) &&
      Boolean(each.alt) === isAlt &&
      Boolean(each.control) === (isControl && !isAlt) &&
      (each.key === "?" || each.key === "/" || Boolean(each.shift) === event.shiftKey)
    );
  });
  if (!found) return null;
  if (isTyping && !found.alt && !found.control && found.deed !== "deselect") return null;
  if (isChoice(event.target) && key.startsWith("Arrow") && !isAlt) return null;
  if (isTyping && (found.deed === "undo" || found.deed === "redo")) return null;
  return found.deed;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && !isChoice(target) && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

/** Whether it is a field without letters: arrows move in it, and letters are keys as elsewhere. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type);
}

/** How a key is written in the help. */
export function writeKey(key: Key): string {
  const names: Record<string, string> = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };
  const parts = [key.control ? (IS_MAC ? "⌘" : "Ctrl") : "", key.alt ? (IS_MAC ? "⌥" : "Alt") : "", key.shift ? "Shift" : ""];
  return [...parts, names[key.key] ?? key.key.toUpperCase()].filter(Boolean).join("+");
}
