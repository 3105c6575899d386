// Bundle the page into one file: the same bytes from the same sources.
//
// A service sends it with a policy that allows nothing but this script and this style, by their hashes.

import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const OUTPUT = new URL("../tacknamn/web/page.html", import.meta.url);

async function bundle(entry, loader) {
  const result = await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2022", "chrome115", "firefox115", "safari16"],
    legalComments: "none",
    charset: "utf8",
    ...loader,
  });
  return result.outputFiles[0].text.trim();
}

const script = await bundle("src/main.tsx", { jsx: "automatic", jsxImportSource: "preact" });
const style = await bundle("src/page.css", {});
if (/<\/(script|style)/i.test(script + style)) throw new Error("an end tag within the script or the style");
const page = await readFile(new URL("src/page.html", import.meta.url), "utf8");
await writeFile(OUTPUT, page.replace("/*STYLE*/", () => style).replace("/*SCRIPT*/", () => script));
