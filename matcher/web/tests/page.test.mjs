// The page with a real service in a real browser: every action, by mouse and by keyboard.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";

import { ESSAY, openBrowser, openPage, readNewest, startReview, validateAll } from "./service.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
let browser;
let review;
let page;

before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());
beforeEach(async () => {
  review = await startReview({ "e01.txt": ESSAY, "e02.txt": "Jag bor i Uppsala med Karin." });
  page = await openPage(browser, review.link);
});
afterEach(async () => {
  const problems = page.problems;
  await page.context().close();
  await review.stop().catch(() => undefined);
  await validateAll(review.folder);
  await review.remove();
  assert.deepEqual(problems, []);
});

const span = (text) => page.locator(".pane.original .span", { hasText: text }).first();
const newText = () => page.locator(".pane.new .text").evaluate((pane) => pane.textContent);
const openEssay = async (name = "e01") => {
  await page.getByRole("link", { name }).click();
  await page.locator(".pane.new").waitFor();
};
const waitText = async (pattern) => {
  for (let tries = 0; !pattern.test(await newText()); tries += 1) {
    assert.ok(tries < 200, `the new text does not match ${pattern}`);
    await page.waitForTimeout(50);
  }
};
const waitSaved = () => page.locator(".saving.saved").waitFor();

describe("a first-time user", () => {
  it("corrects three mistakes and exports, without a manual", async () => {
    await assert.doesNotReject(page.getByText("Click a word to correct it").waitFor());
    await openEssay();
    await span("Anna").click();
    await page.locator("#replacement-field").fill("Majken");
    await page.getByRole("button", { name: "Apply" }).first().click();
    await waitText(/Majkens bror/);
    await span("Malmö").click();
    await page.getByRole("button", { name: "Let it stay" }).click();
    await waitText(/i Malmö/);
    await page.locator(".pane.original .text").getByText("snäll").click({ position: { x: 3, y: 5 } });
    await waitSaved();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByLabel("Format").selectOption("text").then(() => page.getByRole("button", { name: "Save as a file" }).click()),
    ]);
    const text = await readFile(await file.path(), "utf8");
    assert.match(text, /Jag heter Majken .*Majkens bror .* i Malmö\./s);
    assert.doesNotMatch(text, /Anna/);
  });
});

describe("the keyboard", () => {
  it("accepts, frees, labels, undoes and marks as done", async () => {
    await openEssay();
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("r");
    assert.match(await newText(), /Jag heter Anna /);
    await page.keyboard.press("u");
    assert.doesNotMatch(await newText(), /Jag heter Anna /);
    await page.keyboard.press("Shift+U");
    assert.match(await newText(), /Jag heter Anna /);
    await page.keyboard.press("Alt+a");
    assert.doesNotMatch(await newText(), /Jag heter Anna /);
    await page.keyboard.press("Escape");
    for (let step = 0; step < 2; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("l");
    await page.keyboard.type("surname");
    await page.keyboard.press("Enter");
    await page.locator(".pane.original .span", { hasText: "heter" }).waitFor();
    await page.keyboard.press("Control+s");
    await waitSaved();
    await page.keyboard.press("d");
    await page.locator(".frame .name", { hasText: "e02" }).waitFor();
  });

  it("changes the extent of a span", async () => {
    await openEssay();
    await span("Lund").click();
    await page.keyboard.press("Shift+ArrowUp");
    await page.locator(".pane.original .span", { hasText: "i Lund" }).waitFor();
    await page.keyboard.press("u");
    await page.locator(".pane.original .span", { hasText: /^Lund/ }).waitFor();
  });

  it("opens and closes the help", async () => {
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("people and places", () => {
  it("renames a person everywhere, in all forms", async () => {
    await openEssay();
    await page.getByRole("button", { name: /Anna → / }).click();
    await page.getByLabel("Rename everywhere").fill("Tyra");
    await page.locator(".entities form button").first().click();
    await waitText(/Tyras bror/);
    assert.equal((await newText()).match(/Tyra\b/g).length, 2);
    await waitSaved();
    const graph = await readNewest(review.folder, "e01");
    assert.ok(graph.target.some((token) => token.text.startsWith("Tyras")));
  });

  it("makes a mention another person, and one person of two", async () => {
    await openEssay();
    await span("Annas").click();
    await page.getByRole("button", { name: "Another one" }).click();
    await page.getByRole("button", { name: /2 .*Anna → / }).waitFor();
    await page.getByLabel("Same as …").first().selectOption({ index: 1 });
    await page.locator(".entities .tools form").nth(1).getByRole("button").click();
    await page.getByRole("button", { name: /Anna → .*3 ×/ }).waitFor();
  });
});

describe("views", () => {
  it("draws links as SVALA does, and lets them wrap", async () => {
    await openEssay();
    await page.getByRole("button", { name: "Links" }).click();
    await page.locator(".links .column .label", { hasText: /Anna|name|woman|first/i }).first().waitFor();
    for (const width of [1280, 700, 320]) {
      await page.setViewportSize({ width, height: 700 });
      const extra = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(extra <= 0, `${width}: ${extra} px too wide`);
    }
  });

  it("has no sideways scroll bar at any width", async () => {
    await openEssay();
    await span("Anna").click();
    for (const width of [320, 400, 700, 1280, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const extra = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(extra <= 0, `${width}: ${extra} px too wide`);
    }
  });

  for (const colorScheme of ["light", "dark"]) {
    it(`is accessible (${colorScheme})`, async () => {
      await page.emulateMedia({ colorScheme });
      await check("list");
      await openEssay();
      await span("Anna").click();
      await page.locator(".why dl").waitFor();
      await check("document");
      await page.getByRole("button", { name: "Links" }).click();
      await page.locator(".column .label").first().waitFor();
      await check("links");
      for (const view of ["Figures", "Settings"]) {
        await page.getByRole("button", { name: view }).first().click();
        await page.locator(view === "Figures" ? ".figures" : ".settings").waitFor();
        await check(view);
      }
      await page.keyboard.press("?");
      await check("help");
    });
  }
});

/** No violation of WCAG 2.2 A and AA. axe is evaluated by the browser's debugger, which no policy stops. */
async function check(view) {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then((r) => JSON.stringify(r.violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html + " " + n.failureSummary)])))`,
    awaitPromise: true,
  });
  assert.deepEqual(JSON.parse(result.value), [], view);
}

describe("nothing is lost", () => {
  it("when the service stops and comes back", async () => {
    await openEssay();
    await review.stop();
    await span("Erik").click();
    await page.keyboard.press("r");
    await page.getByText("The service does not answer").waitFor();
    assert.match(await newText(), /bror Erik/);
    await review.startAgain();
    await page.evaluate((link) => { location.hash = new URL(link).hash + "&" + location.hash.slice(1).split("&").slice(1).join("&"); }, review.link);
    await waitSaved();
    assert.match(JSON.stringify(await readNewest(review.folder, "e01")), /Erik /);
  });

  it("when two tabs change one document", async () => {
    await openEssay();
    const other = await openPage(browser, review.link);
    await other.getByRole("link", { name: "e01" }).click();
    await other.locator(".pane.original .span", { hasText: "Lund" }).click();
    await other.keyboard.press("r");
    await other.locator(".saving.saved").waitFor();
    await span("Erik").click();
    await page.keyboard.press("r");
    await page.getByRole("dialog").waitFor();
    await page.getByRole("button", { name: "Save the joined version" }).click();
    await waitSaved();
    const text = (await readNewest(review.folder, "e01")).target.map((token) => token.text).join("");
    assert.match(text, /i Lund\..*bror Erik/s);
    await other.context().close();
  });

  it("when the graph is opened again", async () => {
    await openEssay();
    await span("Malmö").click();
    await page.keyboard.press("r");
    await waitSaved();
    await page.reload();
    await page.locator(".pane.new").waitFor();
    assert.match(await newText(), /i Malmö\./);
  });
});

describe("hostile texts", () => {
  it("are shown, and never interpreted", async () => {
    await page.context().close();
    await review.stop();
    await review.remove();
    const text = "<img src=x onerror=alert(1)> Anna\u200bKarin \u202eabc e\u0301 😀 Anna & <b>Lund</b>\nشارع محمد\n";
    review = await startReview({ "e01.txt": text });
    page = await openPage(browser, review.link);
    await openEssay();
    assert.equal(await page.locator(".pane img, .pane b").count(), 0);
    assert.ok((await page.locator(".pane.original .hidden").count()) >= 2);
    assert.equal(await page.locator(".pane.original .text").evaluate((pane) => pane.textContent), text);
  });

  it("keep out of addresses, titles and storage", async () => {
    await openEssay();
    await span("Anna").click();
    const kept = await page.evaluate(() => [location.href, document.title, JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join(" "));
    assert.doesNotMatch(kept, /Anna|Lund/);
    assert.match(kept, /\{\} \{\}/);
  });
});
