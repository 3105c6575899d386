// What the service and the page exchange. Offsets count UTF-16 units, as strings of JavaScript do.

export type Action = "replace" | "mark" | "free";

/** A piece of the original text, and what stands for it. Spans do not overlap. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Empty if a person decided that the words stay: action "free". */
  readonly label: string;
  /** The running number of the person or place within the label; 0 is none. */
  readonly number: number;
  /** gen, def, pl, foreign. */
  readonly affixes: readonly string[];
  /** OBS!, Com!, Cit-FL. */
  readonly notes: readonly string[];
  readonly comment: string;
  readonly replacement: string;
  /** The original without affixes: Anna of Annas. */
  readonly base: string;
  /** The same of the replacement. */
  readonly newBase: string;
  readonly action: Action;
  readonly by: "program" | "person";
  readonly accepted: boolean;
  readonly probability: number;
  readonly rule: string;
  readonly cue: string;
  readonly reason: string;
  /** The edge of the stored graph that it was read from. */
  readonly edge: string | null;
}

/** What was left in clear although it looks like a name. */
export interface Suspect {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly probability: number;
  readonly reason: string;
}

export interface Doc {
  /** What addresses have instead of the name. It is another one in each run of the service. */
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly done: boolean;
  readonly writable: boolean;
  readonly language: string;
  readonly original: string;
  readonly spans: readonly Span[];
  readonly suspects: readonly Suspect[];
  readonly comment: string;
  readonly warnings: readonly string[];
}

/** A document in the list. */
export interface DocRow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly done: boolean;
  readonly words: number;
  readonly spans: number;
  readonly unsure: number;
  /** The probability of the least certain span; null until it was read. */
  readonly least: number | null;
  readonly labels: Readonly<Record<string, number>>;
  readonly notes: number;
  /** Why the document cannot be opened; empty if it can. */
  readonly error: string;
}

export interface DocPage {
  readonly documents: readonly DocRow[];
  readonly next: string | null;
  readonly total: number;
  readonly done: number;
}

export type Group =
  | "names" | "geographic" | "institutions" | "transportation" | "age" | "dates" | "misc" | "mark" | "other";

export interface LabelInfo {
  readonly name: string;
  readonly group: Group;
  readonly kind: "main" | "affix" | "note";
  readonly swedish: string;
  readonly english: string;
}

export interface Method {
  readonly name: string;
  readonly words: string;
  readonly labels: readonly string[];
}

export interface Settings {
  readonly profile: string;
  readonly profiles: readonly string[];
  readonly language: string;
  readonly labels: readonly LabelInfo[];
  readonly policies: Readonly<Record<string, string>>;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly methods: readonly Method[];
  readonly keys: readonly string[];
  readonly key: string;
  readonly user: string;
  readonly users: readonly string[];
  readonly version: string;
}

export interface Candidate {
  readonly form: string;
  readonly label: string;
  readonly probability: number;
  readonly count: number;
  readonly kind: string;
  readonly country: string;
  readonly parent: string;
  readonly sources: readonly string[];
}

/** Why a piece has its label. */
export interface Why {
  readonly rule: string;
  readonly cue: string;
  readonly probability: number;
  readonly policy: string;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  readonly others: readonly { readonly label: string; readonly rule: string }[];
  readonly checked: boolean | null;
}

export interface Figures {
  readonly labels: readonly {
    readonly label: string;
    readonly spans: number;
    readonly replaced: number;
    readonly marked: number;
    readonly freed: number;
    readonly added: number;
    readonly changed: number;
  }[];
  /** Spans by certainty, in steps of 5 %. */
  readonly certainty: readonly number[];
  readonly documents: { readonly total: number; readonly done: number };
  readonly risk: Risk | null;
  readonly agreement: Agreement | null;
}

export interface Risk {
  readonly leaks: boolean;
  readonly k: number;
  readonly documents: number;
  readonly leftovers: { readonly count: number; readonly by_label: Readonly<Record<string, number>> };
  readonly combinations: { readonly count: number; readonly documents: number };
  readonly attacks: readonly {
    readonly attack: string;
    readonly attacker: string;
    readonly success: number;
    readonly chance: number;
    readonly rule: string;
  }[];
}

export interface Agreement {
  readonly users: readonly string[];
  readonly kappa: number | null;
  readonly alpha: number | null;
  readonly labels: readonly { readonly label: string; readonly both: number; readonly first: number; readonly second: number }[];
  readonly differences: readonly {
    readonly id: string;
    readonly start: number;
    readonly end: number;
    readonly a: string;
    readonly b: string;
  }[];
}

/** The piece of the original that the eye is on: a span, or words without one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}
