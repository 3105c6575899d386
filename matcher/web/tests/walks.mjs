// What the walks share: a service and a page for each test, and how a person finds words with mouse and keys.

import { after, afterEach, before, beforeEach } from "node:test";
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { openBrowser, openPage, startReview, validateAll } from "./service.mjs";

/** One service for all tests of a file, and a new page for each of them. */
export function useWalk(essays, { options = [], openOptions = {} } = {}) {
  const walk = new Walk();
  before(async () => {
    walk.browser = await openBrowser();
    walk.review = await startReview(essays, options);
  });
  beforeEach(async () => {
    walk.page = await openPage(walk.browser, walk.review.link, openOptions);
  });
  afterEach(async () => {
    const { problems } = walk.page;
    await walk.page.context().close();
    assert.deepEqual(problems, []);
  });
  after(async () => {
    await walk.browser.close();
    await walk.review.stop();
    await validateAll(walk.review.folder);
    await walk.review.remove();
  });
  return walk;
}

export class Walk {
  /** Open a document from the list; with few in a folder, by its link. */
  async open(name) {
    await this.page.getByRole("link", { name, exact: true }).click();
    await this.page.locator(".pane, .pane.links").first().waitFor();
    this.name = name;
  }

  /** Wait until another document is open. */
  waitOther() {
    const shown = () => this.page.evaluate(() => (document.querySelector(".pane") && document.querySelector(".frame .name")?.textContent) || "");
    return this.waitUntil(async () => ![this.name, ""].includes(await shown()), "another document");
  }

  span(text) {
    return this.page.locator(".pane.original .span", { hasText: text }).first();
  }

  press(...keys) {
    return keys.reduce((done, key) => done.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Click a word of the original, or drag over words. */
  async clickWord(word, isDragged = false) {
    const box = await this.page.evaluate((wanted) => {
      const pane = document.querySelector(".pane.original .text");
      const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.data.indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const { left, right, top, height } = range.getBoundingClientRect();
        return { left, right, y: top + height / 2 };
      }
      throw new Error("the word is not in one piece of the original");
    }, word);
    const { mouse } = this.page;
    await mouse.move(isDragged ? box.left + 1 : (box.left + box.right) / 2, box.y);
    await mouse.down();
    if (isDragged) await mouse.move(box.right - 1, box.y, { steps: 5 });
    await mouse.up();
    await this.waitSelected(isDragged ? undefined : word);
  }

  /** Select a word with the arrow keys. */
  async goTo(word) {
    await this.press("Escape", "Escape");
    for (let step = 0; step < 80; step += 1) {
      await this.press("ArrowRight");
      if ((await this.selected()) === word) return;
    }
    throw new Error("no word of the text is this one");
  }

  selected() {
    return this.page.evaluate(() => document.querySelector(".pane.original .selected")?.textContent ?? "");
  }

  waitSelected(word) {
    return this.waitUntil(async () => {
      const text = await this.selected();
      return word === undefined ? text !== "" : text === word;
    }, `selected: ${word}`);
  }

  /** Move the focus with Tab until it is on an element. */
  async tabTo(selector, back = false) {
    for (let step = 0; step < 150; step += 1) {
      await this.press(back ? "Shift+Tab" : "Tab");
      if (await this.page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`Tab does not reach ${selector}`);
  }

  newText() {
    return this.page.locator(".pane.new .text").evaluate((pane) => pane.textContent);
  }

  originalText() {
    return this.page.locator(".pane.original .text").evaluate((pane) => pane.textContent);
  }

  async waitText(pattern) {
    let text = "";
    await this.waitUntil(async () => pattern.test((text = await this.newText())), `the new text matches ${pattern}`).catch((error) => {
      throw new Error(`${error.message}: ${text}`);
    });
  }

  async waitUntil(isDone, what) {
    for (let tries = 0; !(await isDone()); tries += 1) {
      assert.ok(tries < 200, `not in ten seconds: ${what}`);
      await this.page.waitForTimeout(50);
    }
  }

  async save() {
    await this.press("Control+s");
    await this.page.locator(".saving.saved").waitFor();
  }

  async newestVersion(name = this.name) {
    const files = await readdir(join(this.review.folder, "versions", name)).catch(() => []);
    return Math.max(0, ...files.map((file) => Number(/^(\d+)\.json$/.exec(file)?.[1] ?? 0)));
  }

  /** A saved file: the graph, what the page knows beyond it, or the status. */
  async read(kind = "", name = this.name) {
    const file = kind === "status" ? "status.json" : `${kind}${await this.newestVersion(name)}.json`;
    return JSON.parse(await readFile(join(this.review.folder, "versions", name, file), "utf8"));
  }

  async download(act) {
    const [file] = await Promise.all([this.page.waitForEvent("download"), act()]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), "utf8") };
  }
}
