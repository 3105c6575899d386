// A text of 5,000 words with 500 spans: the first view, an edit, scrolling, memory.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { openBrowser, openPage, startReview } from "./service.mjs";

const LINE = "Anna Lindberg bor i Lund och arbetar med skolan där hon har många vänner som ofta kommer på besök. ";
const FIRST_VIEW = 1000;
const EDIT = 50;
const FRAMES = 50;
const MEMORY = 150;
let browser;
let review;

before(async () => {
  browser = await openBrowser();
  const lines = Array.from({ length: 270 }, (_, at) => LINE + (at % 10 === 9 ? "\n" : ""));
  review = await startReview({ "long.txt": lines.join("") });
});
after(async () => {
  await browser.close();
  await review.stop();
  await review.remove();
});

describe("a text of 5,000 words", () => {
  it("is shown, edited and scrolled at once", async (test) => {
    const page = await openPage(browser, review.link);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "long" }).waitFor();
    const link = page.getByRole("link", { name: "long" });
    const began = Date.now();
    await link.click();
    await page.locator(".pane.new .span").first().waitFor();
    const first = Date.now() - began;
    const spans = await page.locator(".pane.original .span").count();
    assert.ok(spans >= 500, `${spans} spans`);

    await page.locator(".pane.original .span").nth(3).click();
    const edit = await page.evaluate(async () => {
      const times = [];
      for (let round = 0; round < 11; round += 1) {
        const start = performance.now();
        window.dispatchEvent(new KeyboardEvent("keydown", { key: round % 2 ? "u" : "r", code: round % 2 ? "KeyU" : "KeyR", bubbles: true, cancelable: true }));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[5];
    });
    const frames = await measureScrolling(page);
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const memory = usedSize / 1e6;
    test.diagnostic(`first view ${first} ms, edit ${edit.toFixed(1)} ms, ${frames.toFixed(0)} frames a second, ${memory.toFixed(1)} MB`);
    assert.ok(first < FIRST_VIEW, `first view: ${first} ms`);
    assert.ok(edit < EDIT, `edit: ${edit} ms`);
    assert.ok(frames >= FRAMES, `${frames} frames a second`);
    assert.ok(memory < MEMORY, `${memory} MB`);
    await page.context().close();
  });
});

/** Frames a second while scrolling through the text, by the browser's own trace of presented frames. */
async function measureScrolling(page) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { categories: "disabled-by-default-devtools.timeline.frame,devtools.timeline.frame", transferMode: "ReportEvents" });
  await page.mouse.move(300, 500);
  const began = Date.now();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
  }
  const seconds = (Date.now() - began) / 1000;
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await complete;
  const drawn = events.filter((event) => event.name === "DrawFrame").length;
  return drawn / seconds;
}
