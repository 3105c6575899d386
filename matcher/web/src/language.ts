// The words of the interface, in two languages. Each line is one phrase; {0} is filled in.

const PHRASES = {
  // the frame
  documents: ["Documents", "Dokument"],
  doneOf: ["{0} of {1} done", "{0} av {1} klara"],
  figures: ["Figures", "Siffror"],
  settings: ["Settings", "Inställningar"],
  help: ["Keys and help", "Tangenter och hjälp"],
  close: ["Close", "Stäng"],
  language: ["Svenska", "English"],
  skip: ["Go to the text", "Gå till texten"],
  loading: ["Loading …", "Laddar …"],
  noToken: [
    "Open the link that the command printed: it contains a token, and this address has none, or an old one.",
    "Öppna länken som kommandot skrev ut: den innehåller en nyckel, och den här adressen har ingen eller en gammal.",
  ],
  // saving
  saved: ["Saved", "Sparat"],
  changed: ["Not saved yet", "Inte sparat än"],
  saving: ["Saving …", "Sparar …"],
  unreachable: [
    "The service does not answer. Go on working: everything is kept here and saved when it is back.",
    "Tjänsten svarar inte. Arbeta vidare: allt finns kvar här och sparas när den är tillbaka.",
  ],
  refused: ["This could not be saved: {0}", "Det här kunde inte sparas: {0}"],
  readOnly: ["This folder cannot be written; nothing is saved.", "Mappen går inte att skriva i; inget sparas."],
  // the list
  find: ["Find a document", "Sök ett dokument"],
  sortUnsure: ["Least certain first", "Minst säkra först"],
  sortName: ["By name", "Efter namn"],
  sortState: ["By state", "Efter status"],
  state: ["State", "Status"],
  stateNew: ["new", "nytt"],
  stateSeen: ["begun", "påbörjat"],
  stateDone: ["done", "klart"],
  name: ["Document", "Dokument"],
  words: ["Words", "Ord"],
  spans: ["Marked", "Markerade"],
  unsure: ["Uncertain", "Osäkra"],
  least: ["Least certain", "Minst säkra"],
  notes: ["Notes", "Anmärkningar"],
  more: ["Show more", "Visa fler"],
  empty: [
    "There are no documents here. Put texts (.txt) or graphs of SVALA (.json) into the folder.",
    "Här finns inga dokument. Lägg texter (.txt) eller grafer från SVALA (.json) i mappen.",
  ],
  firstSteps: [
    "Open a document. Look at what is underlined: replaced words have a solid line, marked ones a dotted line, and words that may have been missed a dashed line. Click a word to correct it.",
    "Öppna ett dokument. Titta på det understrukna: ersatta ord har en hel linje, markerade en prickad och ord som kan ha missats en streckad. Klicka på ett ord för att rätta det.",
  ],
  // the text
  original: ["Original", "Original"],
  pseudonymized: ["Pseudonymized", "Pseudonymiserad"],
  viewBoth: ["Both texts", "Båda texterna"],
  viewLinks: ["Links", "Länkar"],
  viewNew: ["Pseudonymized only", "Bara den nya texten"],
  previous: ["Previous document", "Föregående dokument"],
  next: ["Next document", "Nästa dokument"],
  nextUnsure: ["Next uncertain", "Nästa osäkra"],
  allLooked: ["Nothing uncertain is left here.", "Inget osäkert är kvar här."],
  markDone: ["Mark as done", "Markera som klart"],
  isDone: ["Done", "Klart"],
  undo: ["Undo", "Ångra"],
  redo: ["Redo", "Gör om"],
  legend: ["Colours", "Färger"],
  replaced: ["replaced", "ersatt"],
  marked: ["marked", "markerat"],
  suspect: ["left in clear, but looks like a name", "kvar i klartext, men liknar ett namn"],
  freed: ["stays by your decision", "får stå kvar"],
  // the panel
  selected: ["Selected", "Valt"],
  nothing: [
    "Click a word, or move with the arrow keys. Then choose what it is.",
    "Klicka på ett ord, eller gå med piltangenterna. Välj sedan vad det är.",
  ],
  label: ["What it is", "Vad det är"],
  chooseLabel: ["Type to find a label", "Skriv för att hitta en etikett"],
  noLabel: ["no label", "ingen etikett"],
  number: ["Number", "Nummer"],
  affixes: ["Form", "Form"],
  replacement: ["Replacement", "Ersättning"],
  another: ["Draw another", "Dra ett annat"],
  scopeThis: ["this only", "bara detta"],
  scopeEntity: ["all {0} of this {1}", "alla {0} av samma {1}"],
  scopeEqual: ["all {0} equal words", "alla {0} lika ord"],
  appliedTo: ["Changed {0} words in {1} other documents.", "Ändrade {0} ord i {1} andra dokument."],
  notApplied: [
    "Another person saved {0} documents at the same time. They were not changed; repeat it for them.",
    "En annan person sparade {0} dokument samtidigt. De ändrades inte; upprepa det för dem.",
  ],
  scopeFolder: ["all documents", "alla dokument"],
  person: ["person", "person"],
  thing: ["name", "namn"],
  accept: ["Accept", "Godkänn"],
  reject: ["Let it stay", "Låt stå"],
  add: ["Add a label", "Lägg till etikett"],
  automatic: ["As the program proposed", "Som programmet föreslog"],
  extent: ["Change extent", "Ändra omfång"],
  extentHelp: [
    "Shift with the arrow keys changes the end, with Alt the start. Enter sets, Escape leaves it.",
    "Skift med piltangenterna ändrar slutet, med Alt början. Enter bestämmer, Escape lämnar.",
  ],
  startEarlier: ["Start earlier", "Börja tidigare"],
  startLater: ["Start later", "Börja senare"],
  endEarlier: ["End earlier", "Sluta tidigare"],
  endLater: ["End later", "Sluta senare"],
  noteInternal: ["Internal note (OBS!)", "Intern anmärkning (OBS!)"],
  notePublic: ["Published note (Com!)", "Publicerad anmärkning (Com!)"],
  comment: ["Comment", "Kommentar"],
  docComment: ["Comment on the document", "Kommentar till dokumentet"],
  why: ["Why", "Varför"],
  whyRule: ["Found by", "Hittat av"],
  whyCue: ["Word beside it", "Ord intill"],
  whyPolicy: ["Rule of the profile", "Profilens regel"],
  whyReplacement: ["Replacement", "Ersättning"],
  whyCandidates: ["May be", "Kan vara"],
  whySources: ["Lists", "Listor"],
  byPerson: ["by a person", "av en människa"],
  certainty: ["Certainty", "Säkerhet"],
  // entities
  entities: ["People and places", "Personer och platser"],
  mentions: ["{0} ×", "{0} ×"],
  rename: ["Rename everywhere", "Byt namn överallt"],
  mergeWith: ["Same as …", "Samma som …"],
  split: ["Another one", "En annan"],
  lookUp: ["Look up a word", "Slå upp ett ord"],
  unknownWord: ["No list has this word.", "Ingen lista har ordet."],
  // conflicts
  conflictTitle: ["Another tab saved this document", "En annan flik har sparat dokumentet"],
  conflictHelp: [
    "Both sets of changes were joined. Where both changed the same words, choose.",
    "Båda ändringarna har förts samman. Där båda ändrade samma ord väljer du.",
  ],
  mine: ["Mine", "Mina"],
  theirs: ["Theirs", "De andras"],
  useMerged: ["Save the joined version", "Spara den sammanförda versionen"],
  // export
  export: ["Save as a file", "Spara som fil"],
  exportAll: ["Export all that are done", "Exportera alla klara"],
  format: ["Format", "Format"],
  formatSvala: ["Graph for SVALA", "Graf för SVALA"],
  formatText: ["Text", "Text"],
  formatJsonl: ["JSON Lines", "JSON Lines"],
  formatXml: ["XML", "XML"],
  formatTab: ["TAB standoff", "TAB-standoff"],
  formatTable: ["Table of replacements", "Tabell över ersättningar"],
  formatCorrections: ["Corrections for tacknamn learn", "Rättelser för tacknamn learn"],
  formatHtml: ["Page", "Sida"],
  // settings
  profile: ["Profile", "Profil"],
  textLanguage: ["Language of the texts", "Texternas språk"],
  key: ["Key of the service", "Tjänstens nyckel"],
  noKey: ["none: new pseudonyms for each run", "ingen: nya pseudonymer vid varje körning"],
  policies: ["What happens with a label", "Vad som händer med en etikett"],
  threshold: ["Least certainty", "Lägsta säkerhet"],
  asProfile: ["as the profile says", "som profilen säger"],
  settingsHelp: [
    "Settings hold for documents that have not been saved yet.",
    "Inställningarna gäller dokument som inte har sparats än.",
  ],
  apply: ["Apply", "Använd"],
  // figures
  byLabel: ["By label", "Per etikett"],
  added: ["added", "tillagda"],
  relabelled: ["changed", "ändrade"],
  byCertainty: ["By certainty", "Per säkerhet"],
  risk: ["What the texts may still reveal", "Vad texterna ännu kan avslöja"],
  riskLeaks: ["Something looks like a leak.", "Något ser ut som en läcka."],
  riskFine: ["Nothing looks like a leak.", "Inget ser ut som en läcka."],
  leftovers: ["Names and numbers left in clear: {0}", "Namn och nummer kvar i klartext: {0}"],
  combinations: ["Rare combinations of facts: {0}", "Ovanliga kombinationer av fakta: {0}"],
  attack: ["Attack", "Angrepp"],
  success: ["Success", "Lyckas"],
  chance: ["By chance", "Av slump"],
  agreement: ["Agreement of two annotators", "Överensstämmelse mellan två annotatörer"],
  noAgreement: ["Choose two annotators who have saved documents.", "Välj två annotatörer som har sparat dokument."],
  differences: ["Differences", "Skillnader"],
  // keys
  keysTitle: ["Keys", "Tangenter"],
} as const satisfies Record<string, readonly [string, string]>;

export type Phrase = keyof typeof PHRASES;
export type Language = "en" | "sv";

export type Translate = (phrase: Phrase, ...values: readonly (string | number)[]) => string;

export function makeTranslator(language: Language): Translate {
  const at = language === "en" ? 0 : 1;
  return (phrase, ...values) =>
    PHRASES[phrase][at].replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}

export function guessLanguage(): Language {
  return navigator.language.toLowerCase().startsWith("sv") ? "sv" : "en";
}
