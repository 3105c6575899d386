// How the page looks: its main views at three widths and in both colour schemes, next to pictures of before.
//
// `make pictures-web` draws the pictures in tests/pictures anew, after a change that is meant to be seen. They are
// reduced, so that they are small and the edges of letters do not count. Other versions of the browser and other fonts
// draw other letters: where a line of text has another width than with the pictures, nothing is compared.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { ESSAY, openBrowser, openPage, startReview } from "./service.mjs";

const FOLDER = new URL("pictures/", import.meta.url);
const WRITES = process.env["PICTURES"] === "write";
const WIDTHS = { 320: 700, 1280: 800, 2560: 1200 };
/** Pixels of a stored picture from left to right, at most. */
const STORED = 320;
/** A pixel differs if a colour of it does by so much of 255 (one step of the stored colours is 17), and a picture if so
    many of its pixels do. */
const DIFFERENCE = 40;
const MOST = 0.02;
/** Widths of the same letters, in parts, that count as the same font. */
const FONT = 0.005;

const VIEWS = {
  list: async () => undefined,
  document: async (page) => {
    await page.getByRole("link", { name: "e01" }).click();
    await page.locator(".pane .span", { hasText: "Lund" }).first().click();
    await page.locator(".why .candidates").waitFor();
  },
  links: async (page) => {
    await page.getByRole("link", { name: "e01" }).click();
    await page.getByRole("button", { name: "Links" }).click();
    await page.locator(".column .label").first().waitFor();
  },
  figures: async (page) => {
    await page.getByRole("button", { name: "Figures" }).click();
    await page.getByRole("heading", { name: "What the texts may still reveal" }).waitFor();
  },
};

let browser;
let review;
let desk;
let reason = "";

before(async () => {
  browser = await openBrowser();
  review = await startReview({ "e01.txt": ESSAY, "e02.txt": "Jag bor i Uppsala med Karin.", "e03.json": "{}" });
  desk = await browser.newPage();
  const own = { version: browser.version(), fonts: await measureFonts() };
  if (WRITES) {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(new URL("about.json", FOLDER), `${JSON.stringify(own, null, 1)}\n`);
  } else reason = findReason(own, JSON.parse(await readFile(new URL("about.json", FOLDER), "utf8")));
});
after(async () => {
  await browser.close();
  await review.stop();
  await review.remove();
});

/** The widths of a line in the typefaces of the page. */
function measureFonts() {
  return desk.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    return ["16px system-ui, sans-serif", "17px Georgia, 'Noto Serif', serif", "12px ui-monospace, monospace"].map((font) => {
      context.font = font;
      return Math.round(100 * context.measureText("Jag heter Åsa Öberg och bor i Malmö, 070-123 45 67.").width) / 100;
    });
  });
}

/** Why the pictures cannot be compared; empty if they can. */
function findReason(own, stored) {
  const isAlike = own.fonts.every((width, at) => Math.abs(width / stored.fonts[at] - 1) <= FONT);
  return isAlike ? "" : `not compared: Chromium ${own.version} has other fonts here than ${stored.version} had with the pictures (make pictures-web draws them anew)`;
}

/** Reduce a picture in the browser; the result is a PNG. */
async function reduce(png) {
  const address = await desk.evaluate(
    async ([data, most]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = document.createElement("canvas");
      canvas.width = Math.min(most, Math.round(0.7 * picture.width));
      canvas.height = Math.round((picture.height * canvas.width) / picture.width);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const image = context.getImageData(0, 0, canvas.width, canvas.height);
      image.data.forEach((value, at) => (image.data[at] = at % 4 === 3 ? 255 : Math.round(value / 17) * 17)); // few colours, small files
      context.putImageData(image, 0, 0);
      return canvas.toDataURL("image/png");
    },
    [png.toString("base64"), STORED],
  );
  return Buffer.from(address.split(",")[1], "base64");
}

/** The part of the pixels that differ; 1 if the sizes do. */
function compare(first, second) {
  return desk.evaluate(
    async ([pictures, difference]) => {
      const [a, b] = await Promise.all(
        pictures.map(async (data) => {
          const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
          const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
          context.drawImage(picture, 0, 0);
          return context.getImageData(0, 0, picture.width, picture.height);
        }),
      );
      if (a.width !== b.width || a.height !== b.height) return 1;
      let count = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        if ([0, 1, 2].some((colour) => Math.abs(a.data[at + colour] - b.data[at + colour]) > difference)) count += 1;
      }
      return (4 * count) / a.data.length;
    },
    [[first, second].map((png) => png.toString("base64")), DIFFERENCE],
  );
}

async function draw(view, width, colorScheme, change = "") {
  const page = await openPage(browser, review.link, { colorScheme, viewport: { width: Number(width), height: WIDTHS[width] }, reducedMotion: "reduce" });
  await page.getByRole("row").nth(1).waitFor();
  await page.locator(".list td", { hasText: /^…$/ }).first().waitFor({ state: "detached" });
  await VIEWS[view](page);
  if (change) await page.evaluate((selector) => document.querySelector(selector).remove(), change);
  const picture = await reduce(await page.screenshot({ animations: "disabled", caret: "hide" }));
  await page.context().close();
  return picture;
}

for (const width of Object.keys(WIDTHS)) {
  describe(`at ${width} pixels`, () => {
    for (const scheme of ["light", "dark"]) {
      for (const view of Object.keys(VIEWS)) {
        it(`the ${view} view looks as before (${scheme})`, async (test) => {
          if (reason) return test.skip(reason);
          const file = new URL(`${view}-${width}-${scheme}.png`, FOLDER);
          const picture = await draw(view, width, scheme);
          if (WRITES) return writeFile(file, picture);
          const share = await compare(picture, await readFile(file));
          if (share > MOST) await writeFile(join(tmpdir(), `tacknamn-${view}-${width}-${scheme}.png`), picture);
          return assert.ok(share <= MOST, `${(100 * share).toFixed(1)} % of the pixels differ; the new picture is in ${tmpdir()}`);
        });
      }
    }
  });
}

describe("the comparison", () => {
  it("sees what is missing", async (test) => {
    if (reason || WRITES) return test.skip(reason || "the pictures are drawn anew");
    const picture = await draw("document", 1280, "light", ".panel");
    return assert.ok((await compare(picture, await readFile(new URL("document-1280-light.png", FOLDER)))) > MOST);
  });
});
