// The persons that compromise finds, as a program for `command` (docs/backends.md).
//
//     node compromise.mjs DIR/builds/three/compromise-three.mjs
//
// Persons alone: what is compared are names, and places would cost the package time.

import { pathToFileURL } from "node:url";

/** Characters that take two units of JavaScript's. */
const BEYOND = /[\u{10000}-\u{10FFFF}]/gu;

/** One unit for each character, so that places are Python's. */
function flat(text) {
  return text.replace(BEYOND, unit);
}

function unit(one) {
  if (/\p{Lu}/u.test(one)) return "X";
  return /[\p{L}\p{N}]/u.test(one) ? "x" : "☺";
}

/** What it finds. Places are taken of words: those of phrases count the signs around them, too. */
function persons(nlp, text) {
  const read = flat(text);
  const found = nlp(read).people().compute("offset").docs.map((words) => {
    const start = words[0].offset.start;
    const last = words.at(-1).offset;
    const length = read.slice(start, last.start + last.length).trimEnd().length;
    return [start, start + length, "PER"];
  });
  return found.filter(([start, end]) => start < end); // the "is" of "Kim's" is a word without letters
}

/** What is answered to a line; nothing to one that is no question. Errors do not quote the text. */
function answer(nlp, line) {
  let id, text;
  try {
    ({ id, text } = JSON.parse(line));
  } catch {
    return "";
  }
  if (id === undefined || typeof text !== "string") return "";
  try {
    return `${JSON.stringify({ id, spans: persons(nlp, text) })}\n`;
  } catch {
    return `${JSON.stringify({ id, error: "compromise failed" })}\n`;
  }
}

/** Lines end with "\n" alone: readline parts them at U+2028, too, which JSON may have in texts. */
async function* lines(input) {
  let parts = [];
  for await (const chunk of input.setEncoding("utf8")) {
    const [head, ...tail] = chunk.split("\n");
    parts.push(head);
    for (const one of tail) {
      yield parts.join("");
      parts = [one];
    }
  }
  yield parts.join("");
}

async function main() {
  const { default: nlp } = await import(pathToFileURL(process.argv[2]).href);
  process.stdout.on("error", () => process.exit(1)); // nobody is there any more
  for await (const line of lines(process.stdin)) process.stdout.write(answer(nlp, line));
}

await main().catch(() => {
  process.stderr.write("error: compromise cannot be run; give the path of compromise-three.mjs\n");
  process.exit(1);
});
