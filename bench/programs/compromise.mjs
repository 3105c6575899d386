// Print the persons that compromise finds: a program for the backend `command` (docs/backends.md).
//
//     node compromise.mjs DIR/builds/three/compromise-three.mjs
//
// Only persons: the comparison is about names, and places would cost the package time.

import { pathToFileURL } from "node:url";

/** Characters that JavaScript counts as two. */
const BEYOND = /[\u{10000}-\u{10FFFF}]/gu;

/** Replaces each of them by one unit, so that offsets are those of Python. */
function flatten(text) {
  return text.replace(BEYOND, unit);
}

function unit(character) {
  if (/\p{Lu}/u.test(character)) return "X";
  return /[\p{L}\p{N}]/u.test(character) ? "x" : "☺";
}

/** Returns the persons. Offsets are those of words: those of phrases include signs around them. */
function findPersons(nlp, text) {
  const flattened = flatten(text);
  const spans = nlp(flattened).people().compute("offset").docs.map((words) => {
    const start = words[0].offset.start;
    const last = words.at(-1).offset;
    const length = flattened.slice(start, last.start + last.length).trimEnd().length;
    return [start, start + length, "PER"];
  });
  return spans.filter(([start, end]) => start < end); // the "is" of "Kim's" is a word without letters
}

/** Returns the answer to a line; nothing if it is no question. Errors do not quote the text. */
function answer(nlp, line) {
  let id, text;
  try {
    ({ id, text } = JSON.parse(line));
  } catch {
    return "";
  }
  if (id === undefined || typeof text !== "string") return "";
  try {
    return `${JSON.stringify({ id, spans: findPersons(nlp, text) })}\n`;
  } catch {
    return `${JSON.stringify({ id, error: "compromise failed" })}\n`;
  }
}

/** Yields lines that end with "\n". readline also splits at U+2028, which JSON texts may have. */
async function* lines(input) {
  let parts = [];
  for await (const chunk of input.setEncoding("utf8")) {
    const [head, ...tail] = chunk.split("\n");
    parts.push(head);
    for (const part of tail) {
      yield parts.join("");
      parts = [part];
    }
  }
  yield parts.join("");
}

async function main() {
  const { default: nlp } = await import(pathToFileURL(process.argv[2]).href);
  process.stdout.on("error", () => process.exit(1)); // the reader has closed the pipe
  for await (const line of lines(process.stdin)) process.stdout.write(answer(nlp, line));
}

await main().catch(() => {
  process.stderr.write("error: compromise cannot be run; give the path of compromise-three.mjs\n");
  process.exit(1);
});
