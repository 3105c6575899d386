// Input that is hard to show: long texts, full folders, odd letters, broken files, narrow windows.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { ESSAY } from "./service.mjs";
import { useWalk } from "./walks.mjs";

const MEGABYTE = ("Jag heter Anna och bor i Lund med Erik. " + "Det var en gång en bok som ingen läste, och så var det med den saken. ".repeat(9) + "\n").repeat(1500);
const HEBREW = "שלום, שמי Anna ואני גרה ב Lund.\n";
const ARABIC = "أنا Erik من Malmö.\n";
const FAMILY = "👩‍👩‍👧";
const ODD = {
  "bad.json": '{"source": []}',
  "emoji.txt": `😀 Anna ${FAMILY} bor i Lund 🇸🇪. A\u030asa läser.\n`,
  "hidden.txt": "An\u200bna\u00ad bor\u2060 i Lund\ufeff med \u202eErik\u202c.\n",
  "long.txt": MEGABYTE,
  "right.txt": HEBREW + ARABIC,
  "emma Karin Lindqvist.txt": ESSAY,
  "plain.txt": ESSAY,
};
const walk = useWalk(ODD);

describe("a text of a megabyte", () => {
  it("is shown, scrolled, corrected and saved", async () => {
    assert.ok(MEGABYTE.length > 1e6 - 5e4, `${MEGABYTE.length}`);
    const began = Date.now();
    await walk.page.getByRole("link", { name: "long" }).click();
    await walk.page.locator(".pane.new .span").first().waitFor({ timeout: 120_000 });
    const shown = Date.now();
    await walk.span("Lund").click();
    await walk.press("r");
    await walk.waitText(/^Jag heter (?!Anna)\S+ och bor i Lund med/);
    await walk.press("Control+s");
    await walk.page.locator(".saving.saved").waitFor({ timeout: 120_000 });
    assert.equal((await walk.read("", "long")).source.length > 100_000, true);
    await walk.press("End");
    await walk.page.keyboard.press("Control+End");
    await walk.waitUntil(() => walk.page.evaluate(() => document.querySelectorAll(".pane.original p").length === 1500), "all lines are there");
    console.log(`# a megabyte: ${shown - began} ms to the first view`);
  });
});

describe("odd letters", () => {
  it("from right to left keep their order, and spans stand at their words", async () => {
    await walk.open("right");
    assert.equal(await walk.originalText(), ODD["right.txt"]);
    const directions = await walk.page.locator(".pane.original p").evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction));
    assert.deepEqual(directions, ["rtl", "rtl"]);
    await walk.clickWord("Erik");
    await walk.press("l");
    await walk.page.keyboard.type("surname");
    await walk.press("Enter");
    await walk.waitUntil(async () => !/Erik/.test(await walk.newText()), "Erik is replaced");
    await walk.save();
    const graph = await walk.read();
    assert.equal(graph.source.map((token) => token.text).join("").trimEnd(), ODD["right.txt"].trimEnd());
    await walk.page.getByRole("button", { name: "Links" }).click();
    await walk.page.locator(".column .label").first().waitFor();
    assert.ok((await walk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  });

  it("of several units are never cut", async () => {
    await walk.open("emoji");
    assert.equal(await walk.originalText(), ODD["emoji.txt"]);
    assert.equal(await walk.page.locator(".pane.original .hidden").count(), 0);
    await walk.span("Anna").click();
    await walk.press("r");
    await walk.waitText(/Anna/);
    await walk.clickWord(FAMILY, true);
    assert.equal(await walk.selected(), FAMILY);
    await walk.press("l");
    await walk.page.keyboard.type("surname");
    await walk.press("Enter");
    await walk.span(FAMILY).waitFor();
    await walk.save();
    assert.ok((await walk.read("review-")).review.spans.some((span) => span.label === "surname" && span.end - span.start === 5));
  });

  it("that cannot be seen are shown as marks, and stay in the text", async () => {
    await walk.open("hidden");
    const marks = await walk.page.locator(".pane.original .hidden").evaluateAll((all) => all.map((each) => each.dataset.name));
    assert.deepEqual(marks, ["ZWSP", "SHY", "WJ", "BOM", "RLO", "PDF"]);
    const shown = await walk.page.locator(".pane.original .hidden").first().evaluate((mark) => getComputedStyle(mark, "::before").content);
    assert.equal(shown, '"ZWSP"');
    assert.equal(await walk.originalText(), ODD["hidden.txt"]);
    await walk.clickWord("bor");
    await walk.press("l");
    await walk.page.keyboard.type("surname");
    await walk.press("Enter");
    await walk.span("bor").waitFor();
    await walk.save();
    assert.equal((await walk.read()).source.map((token) => token.text).join("").trimEnd(), ODD["hidden.txt"].trimEnd());
  });
});

describe("a broken graph", () => {
  it("says so in the list, and when it is opened", async () => {
    const row = walk.page.getByRole("row", { name: /bad/ });
    await row.getByText("target").waitFor();
    await row.getByRole("link").click();
    await walk.page.getByRole("alert").getByText("target").waitFor();
    await walk.page.getByRole("link", { name: "plain" }).waitFor();
  });
});

describe("the name of a file", () => {
  it("is in no address, title or history", async () => {
    const addresses = [];
    walk.page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
    await walk.page.getByRole("searchbox").first().fill("karin");
    await walk.page.getByRole("link", { name: "plain" }).waitFor({ state: "detached" });
    await walk.open("emma Karin Lindqvist");
    await walk.span("Anna").click();
    await walk.page.locator(".why dl").waitFor();
    await walk.press("r", "Control+s");
    await walk.page.locator(".saving.saved").waitFor();
    await walk.press("Alt+PageDown");
    await walk.waitOther();
    await walk.press("Alt+PageUp");
    await walk.page.locator(".frame .name").getByText("emma Karin Lindqvist").waitFor();
    const history = await walk.page.context().newCDPSession(walk.page).then((session) => session.send("Page.getNavigationHistory"));
    const seen = [...addresses, JSON.stringify(history), await walk.page.title(), walk.page.url()].join(" ");
    assert.doesNotMatch(seen, /karin|lindqvist/i);
    assert.ok(addresses.length > 5);
    await walk.page.reload();
    await walk.page.locator(".frame .name").getByText("emma Karin Lindqvist").waitFor();
  });
});

describe("a narrow window", () => {
  it("shows the two texts as tabs", async () => {
    await walk.page.setViewportSize({ width: 320, height: 640 });
    await walk.open("plain");
    const tabs = walk.page.getByRole("tab");
    assert.deepEqual(await tabs.allTextContents(), ["Original", "Pseudonymized"]);
    assert.equal(await walk.page.locator(".pane").count(), 1);
    await tabs.nth(1).click();
    await walk.page.locator(".pane.new[role=tabpanel]").waitFor();
    assert.match(await walk.newText(), /^Jag heter (?!Anna)/);
    await tabs.nth(0).click();
    await walk.page.locator(".pane.original").waitFor();
    await walk.press("Escape");
    await walk.tabTo("[role=tab]");
    for (const [key, side] of [["ArrowRight", "new"], ["ArrowRight", "original"], ["End", "new"], ["Home", "original"], ["ArrowLeft", "new"]]) {
      await walk.press(key);
      await walk.page.locator(`.pane.${side}`).waitFor();
      assert.equal(await walk.page.evaluate(() => document.activeElement.getAttribute("aria-selected")), "true");
    }
    assert.equal(await walk.page.locator(".selected").count(), 0);
    await walk.page.setViewportSize({ width: 1280, height: 800 });
    await walk.page.locator(".pane.original").waitFor();
    assert.equal(await tabs.count(), 0);
  });
});

describe("a folder of ten thousand documents", () => {
  it("is listed, searched and walked through", async () => {
    for (let at = 0; at < 10_000; at += 1) await writeFile(join(walk.review.folder, `d${String(at).padStart(5, "0")}.txt`), `Anna bor i Lund, nummer ${at}.`);
    const began = Date.now();
    await walk.page.reload();
    await walk.page.getByText("of 10007 done").waitFor();
    console.log(`# ten thousand documents: ${Date.now() - began} ms to the list`);
    await walk.page.getByLabel("Least certain first").selectOption("name");
    await walk.page.getByRole("link", { name: "d00000" }).waitFor();
    await walk.page.getByRole("button", { name: "Show more" }).click();
    await walk.page.getByRole("link", { name: "d00300" }).waitFor();
    await walk.page.getByRole("searchbox").first().fill("d0567");
    await walk.page.getByRole("link", { name: "d05670" }).click();
    await walk.page.locator(".frame .name").getByText("d05670").waitFor();
    await walk.page.locator(".pane").first().waitFor();
    await walk.press("Alt+PageDown");
    await walk.page.locator(".frame .name").getByText("d05671").waitFor();
    await walk.page.locator(".pane").first().waitFor();
    await walk.press("Alt+PageUp");
    await walk.page.locator(".frame .name").getByText("d05670").waitFor();
  });
});
