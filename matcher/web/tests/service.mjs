// Start a real service with essays in a folder of its own, and a real browser.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

const PYTHON = process.env["TACKNAMN_PYTHON"] ?? "python3";
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const BROWSER = process.env["CHROMIUM"] ?? PLACES.find((path) => existsSync(path));

if (!BROWSER) {
  console.error("make test-web: Chromium is missing; install it (Debian: apt-get install chromium), or name it in CHROMIUM");
  process.exit(2);
}

/** An essay of an invented person, with what the program finds, marks, and may miss. */
export const ESSAY =
  "Jag heter Anna och jag bor i Lund. Annas bror Erik arbetar i Malmö.\n" +
  "Min lärare Berg är snäll. Anna och Erik åker till Köpenhamn.\n" +
  "Ring mig på 070-123 45 67 om du vill.\n";

/** The key of all walks. Without one, each run draws others, and now and then a town is drawn for itself. */
const KEY = `${createHash("sha256").update("pictures").digest("hex")}\n`;

export async function startReview(essays, own = [], python = PYTHON) {
  const folder = await mkdtemp(join(tmpdir(), "tacknamn-web-"));
  const key = `${folder}.key`;
  await writeFile(key, KEY, { mode: 0o600 });
  const options = ["--key-file", key, ...own];
  for (const [name, text] of Object.entries(essays)) await writeFile(join(folder, name), text);
  const review = { folder, ...(await run(folder, options, python)) };
  review.stop = async () => {
    review.process.kill("SIGTERM");
    await new Promise((done) => review.process.once("exit", done));
  };
  review.startAgain = async () => {
    const again = await run(folder, [...options, "--port", new URL(review.link).port], python);
    Object.assign(review, again);
  };
  review.remove = () => Promise.all([folder, key].map((path) => rm(path, { recursive: true, force: true })));
  return review;
}

function run(folder, options, python) {
  const command = ["-m", "tacknamn", "review", folder, "--no-browser", "--json", ...(options.includes("--port") ? [] : ["--port", "0"]), ...options];
  const child = spawn(python, command, { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve({ process: child, link: JSON.parse(String(data)).link }));
    child.once("exit", () => reject(new Error(errors)));
  });
}

/** Whether SVALA would accept every saved graph of a folder. */
export async function validateAll(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\/\d+\.json$/.test(name));
  for (const name of files) {
    const done = spawnSync(PYTHON, ["-m", "tacknamn", "validate", join(folder, name)], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${name}: ${done.stdout}${done.stderr}`);
  }
  return files.map((name) => join(folder, name));
}

export async function readNewest(folder, essay) {
  const files = await readdir(join(folder, "versions", essay));
  const newest = Math.max(...files.map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)));
  return JSON.parse(await readFile(join(folder, "versions", essay, `${newest}.json`), "utf8"));
}

export function openBrowser() {
  return chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
}

/** A page that fails the test if it calls another host, stores anything, or breaks its own policy. */
export async function openPage(browser, link, options = {}) {
  const context = await browser.newContext({ locale: "en-GB", acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.problems = [];
  const origin = new URL(link).origin;
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("blob:")) page.problems.push(`request to ${request.url()}`);
  });
  page.on("pageerror", (error) => page.problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(link);
  return page;
}
