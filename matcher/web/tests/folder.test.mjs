// What concerns the whole folder: decisions for all documents, exports, figures, settings, the other language.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { ESSAY } from "./service.mjs";
import { useWalk } from "./walks.mjs";

const FORMATS = {
  svala: (file) => assert.ok(JSON.parse(file).edges),
  text: (file) => assert.match(file, /^Jag heter (?!Anna)/),
  jsonl: (file) => assert.ok(JSON.parse(file).spans.length > 3),
  xml: (file) => assert.match(file, /<city number="1"/),
  tab: (file) => assert.match(file, /"annotations"/),
  table: (file) => assert.match(file, /^firstname_female\tAnna\t/m),
  corrections: (file) => assert.match(JSON.parse(file).text, /^Jag heter Anna/),
  html: (file) => assert.match(file, /<html/i),
};
const WAYS = ["mouse", "keys"];
const apart = Object.fromEntries(WAYS.flatMap((way) => [1, 2, 3].map((at) => [`${way}${at}.txt`, `Vi såg en kvast${way} i ${"parken ".repeat(at)}igår.`])));
const walk = useWalk({ ...apart, "export.txt": ESSAY, "figures.txt": ESSAY, "settings-mouse.txt": ESSAY, "settings-keys.txt": ESSAY });

/** Activate an element with the mouse, or reach it with Tab and press a key. */
async function activate(way, selector, key = "Enter") {
  if (way === "mouse") return walk.page.locator(selector).first().click();
  await walk.tabTo(selector);
  return walk.press(key);
}

/** Choose from a list: with the mouse, or with its first letters. */
async function choose(way, selector, value) {
  if (way === "mouse") return walk.page.locator(selector).first().selectOption(value);
  await walk.tabTo(selector);
  const at = await walk.page.locator(selector).first().evaluate((list, wanted) => [...list.options].findIndex((each) => each.value === wanted), value);
  await walk.press("Home", ...Array.from({ length: at }, () => "ArrowDown"));
  return assert.equal(await walk.page.locator(selector).first().inputValue(), value);
}

for (const way of WAYS) {
  describe(way === "mouse" ? "the mouse" : "the keyboard", () => {
    it("labels a word in all documents", async () => {
      const word = `kvast${way}`;
      await walk.open(`${way}1`);
      if (way === "mouse") await walk.clickWord(word);
      else await walk.goTo(word);
      if (way === "mouse") await walk.page.getByLabel("all documents").check();
      else {
        await walk.tabTo("input[name=scope]");
        await walk.press("ArrowUp");
        assert.ok(await walk.page.getByLabel("all documents").isChecked());
      }
      await walk.press("l");
      if (way === "keys") {
        await walk.page.keyboard.type("surname");
        await walk.press("Enter");
      } else await walk.page.getByRole("option", { name: /surname/ }).first().click();
      await walk.page.getByText("Changed 2 words in 2 other documents.").waitFor();
      await walk.save();
      for (const name of [`${way}1`, `${way}2`, `${way}3`]) {
        const graph = await walk.read("", name);
        assert.doesNotMatch(graph.target.map((token) => token.text).join(""), /kvast/i);
      }
    });

    for (const [format, check] of Object.entries(FORMATS)) {
      it(`saves a document as ${format}`, async () => {
        await walk.open("export");
        await choose(way, ".export select", format);
        const { name, content } = await walk.download(() => activate(way, ".export button"));
        check(content);
        assert.doesNotMatch(name, /Anna/);
      });
    }

    it("exports all documents that are done", async () => {
      await walk.open("export");
      if (!(await walk.page.getByLabel("Mark as done").isChecked())) await walk.page.getByLabel("Mark as done").check();
      await walk.save();
      await activate(way, ".frame nav button");
      await walk.page.locator(".list").waitFor();
      await choose(way, ".export select", "text");
      const { name, content } = await walk.download(() => activate(way, ".export button"));
      assert.match(name, /\.zip$/);
      assert.match(content, /^PK/);
    });

    it("shows figures", async () => {
      await activate(way, ".tools button");
      await walk.page.locator(".figures table").first().waitFor();
      await walk.page.locator(".figures").getByRole("row", { name: /^city/ }).waitFor();
      assert.equal(await walk.page.locator(".histogram li").count(), 20);
      await walk.page.getByRole("heading", { name: "What the texts may still reveal" }).waitFor();
    });

    it("changes settings", async () => {
      await activate(way, ".tools button:nth-child(2)");
      await walk.page.locator(".settings").waitFor();
      await choose(way, "select[aria-label$=': city']", way === "mouse" ? "mark" : "keep");
      await activate(way, ".settings button.main");
      await walk.open(`settings-${way}`);
      await walk.waitUntil(async () => /bor i Lund\./.test(await walk.newText()), "Lund stays");
      assert.equal(await walk.page.locator(".pane.original .span.mark", { hasText: "Lund" }).count(), way === "mouse" ? 1 : 0);
    });

    it("speaks Swedish", async () => {
      await walk.open("figures");
      await activate(way, ".tools button:nth-child(3)");
      await walk.page.getByRole("button", { name: "Nästa osäkra" }).waitFor();
      assert.equal(await walk.page.locator("html").getAttribute("lang"), "sv");
      await walk.span("Erik").click();
      await walk.page.getByRole("button", { name: "Låt stå" }).waitFor();
      await walk.press("?");
      await walk.page.getByText("Låt orden stå kvar").waitFor();
      await walk.press("Escape");
      // What the service explains is English, and is marked as such.
      await walk.page.locator(".why dl").waitFor();
      const shown = await walk.page.evaluate(() => {
        for (const english of document.querySelectorAll("main [lang=en]")) english.remove();
        return document.body.innerText;
      });
      assert.doesNotMatch(shown, /\b(the|Documents|Settings|Replacement|Accept|Undo|Save as)\b/);
    });
  });
}

describe("two annotators", () => {
  it("are compared, and a difference opens the document", async () => {
    const { origin, hash } = new URL(walk.review.link);
    const headers = { authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get("t")}`, "content-type": "application/json" };
    const call = async (method, path, body) => {
      const answer = await fetch(`${origin}/review/api${path}`, { method, headers, body: body && JSON.stringify(body) });
      assert.equal(answer.status, 200);
      return answer.json();
    };
    const { documents } = await call("POST", "/documents", { find: "figures" });
    for (const [user, kept] of [["anna", 5], ["bo", 3]]) {
      const { spans } = await call("GET", `/documents/${documents[0].id}?user=${user}`);
      await call("PUT", `/documents/${documents[0].id}?user=${user}`, { base: 0, spans: spans.slice(0, kept), comment: "", done: true });
    }
    await walk.page.reload();
    await walk.page.getByRole("button", { name: "Figures" }).click();
    await walk.page.getByLabel("Agreement of two annotators 1").selectOption("anna");
    await walk.page.getByLabel("Agreement of two annotators 2").selectOption("bo");
    await walk.page.getByText(/κ 0\.\d+/).waitFor();
    await walk.page.getByRole("heading", { name: "Differences" }).waitFor();
    await walk.page.locator(".figures ul button").first().click();
    await walk.waitSelected();
    assert.doesNotMatch(walk.page.url(), /figures[^=]*$/);
  });
});
