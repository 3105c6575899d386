// Every action on a text, by mouse and by keyboard: a table of what is done, and of what must then be true.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { ESSAY } from "./service.mjs";
import { useWalk } from "./walks.mjs";

/** Each row has a document of its own. Both ways begin with the document open, and nothing selected. */
const ACTIONS = [
  {
    name: "accepts a proposal",
    mouse: async (w) => {
      await w.span("Lund").click();
      await w.page.getByRole("button", { name: "Accept" }).click();
    },
    keys: async (w) => {
      await w.goTo("Lund");
      await w.press("a");
    },
    check: async (w) => {
      await w.save();
      const { spans } = (await w.read("review-")).review;
      assert.deepEqual(spans.filter((span) => span.accepted).map((span) => span.base), ["Lund"]);
    },
  },
  {
    name: "lets words stay, and goes back",
    mouse: async (w) => {
      await w.span("Lund").click();
      await w.page.getByRole("button", { name: "Let it stay" }).click();
      await w.waitText(/bor i Lund\./);
      await w.page.getByRole("button", { name: "Undo" }).click();
      await w.waitText(/bor i (?!Lund)/);
      await w.page.getByRole("button", { name: "Redo" }).click();
    },
    keys: async (w) => {
      await w.goTo("Lund");
      await w.press("r");
      await w.waitText(/bor i Lund\./);
      await w.press("Control+z");
      await w.waitText(/bor i (?!Lund)/);
      await w.press("Control+y");
      await w.waitText(/bor i Lund\./);
      await w.press("u");
      await w.waitText(/bor i (?!Lund)/);
      await w.press("Shift+U");
    },
    check: (w) => w.waitText(/bor i Lund\./),
  },
  {
    name: "puts back what the program proposed",
    mouse: async (w) => {
      await w.span("Lund").click();
      await w.page.getByRole("button", { name: "Let it stay" }).click();
      await w.waitText(/bor i Lund\./);
      await w.save();
      await w.page.getByRole("button", { name: "As the program proposed" }).click();
    },
    keys: async (w) => {
      await w.goTo("Lund");
      await w.press("Alt+r");
      await w.waitText(/bor i Lund\./);
      await w.save();
      await w.press("Alt+a");
    },
    check: (w) => w.waitText(/bor i (?!Lund)/),
  },
  {
    name: "gives another label",
    mouse: async (w) => {
      await w.span("Lund").click();
      await w.page.locator("#label-field").click();
      await w.page.getByRole("option", { name: /region/ }).first().click();
    },
    keys: async (w) => {
      await w.goTo("Lund");
      await w.press("l");
      await w.page.keyboard.type("region");
      await w.press("Enter");
    },
    check: async (w) => {
      await w.page.locator(".pane.original .span[title^='region']", { hasText: "Lund" }).waitFor();
      await w.save();
      assert.ok((await w.read("review-")).review.spans.some((span) => span.base === "Lund" && span.label === "region"));
    },
  },
  {
    name: "labels what was missed",
    mouse: async (w) => {
      await w.clickWord("snäll");
      await w.page.getByRole("button", { name: "Add a label" }).click();
      await w.page.getByRole("option", { name: /surname/ }).first().click();
    },
    keys: async (w) => {
      await w.goTo("snäll");
      await w.press("l");
      await w.page.keyboard.type("surname");
      await w.press("Enter");
    },
    check: async (w) => {
      await w.span("snäll").waitFor();
      assert.doesNotMatch(await w.newText(), /snäll/);
    },
  },
  {
    name: "makes one span of several words",
    mouse: async (w) => {
      await w.clickWord("är snäll", true);
      await w.page.getByRole("button", { name: "Add a label" }).click();
      await w.page.getByRole("option", { name: /surname/ }).first().click();
    },
    keys: async (w) => {
      await w.goTo("är");
      await w.press("Shift+ArrowRight");
      await w.waitSelected("är snäll");
      await w.press("l");
      await w.page.keyboard.type("surname");
      await w.press("Enter");
    },
    check: (w) => w.page.locator(".pane.original .span", { hasText: "är snäll" }).waitFor(),
  },
  {
    name: "changes the extent",
    mouse: async (w) => {
      await w.span("Lund").click();
      await w.page.getByText("Change extent").click();
      await w.page.getByRole("button", { name: "Start earlier" }).click();
      await w.span("i Lund").waitFor();
      await w.page.getByText("Change extent").click();
      await w.page.getByRole("button", { name: "End later" }).click();
    },
    keys: async (w) => {
      await w.goTo("Lund");
      await w.press("e", "Shift+ArrowUp");
      await w.span("i Lund").waitFor();
      await w.press("Shift+ArrowRight");
    },
    check: (w) => w.span("i Lund. Annas").waitFor(),
  },
  {
    name: "writes another replacement for one mention",
    mouse: async (w) => {
      await w.span("Anna").click();
      await w.page.getByLabel("this only").check();
      await w.page.locator("#replacement-field").fill("Tyra");
      await w.page.locator(".replace").getByRole("button", { name: "Apply" }).click();
    },
    keys: async (w) => {
      await w.goTo("Anna");
      await w.press("w");
      await w.tabTo("input[name=scope]");
      await w.press("ArrowUp");
      await w.tabTo("#replacement-field", true);
      await w.press("Control+a");
      await w.page.keyboard.type("Tyra");
      await w.press("Enter");
    },
    check: async (w) => {
      await w.waitText(/Jag heter Tyra /);
      assert.equal((await w.newText()).match(/Tyra/g).length, 1);
    },
  },
  {
    name: "renames a person everywhere",
    mouse: async (w) => {
      await w.page.getByRole("button", { name: /Anna → / }).click();
      await w.page.getByLabel("Rename everywhere").fill("Tyra");
      await w.page.locator(".entities form button").first().click();
    },
    keys: async (w) => {
      await w.goTo("Anna");
      await w.press("w", "Control+a");
      await w.page.keyboard.type("Tyra");
      await w.press("Enter");
    },
    check: async (w) => {
      await w.waitText(/Tyras bror/);
      assert.equal((await w.newText()).match(/Tyra\b/g).length, 2);
    },
  },
  {
    name: "draws other pseudonyms, and none that was refused",
    mouse: (w) => drawThree(w, () => w.span("Erik").click(), () => w.page.getByRole("button", { name: "Draw another" }).click()),
    keys: (w) => drawThree(w, () => w.goTo("Erik"), () => w.press("b")),
    check: async () => undefined,
  },
  {
    name: "does the same for all equal words",
    mouse: async (w) => {
      await w.span("Anna").click();
      await w.page.getByLabel(/equal words/).check();
      await w.page.getByRole("button", { name: "Let it stay" }).click();
    },
    keys: async (w) => {
      await w.goTo("Anna");
      await w.press("r", "s");
    },
    check: async (w) => {
      await w.waitText(/Jag heter Anna .* Anna och /s);
      assert.doesNotMatch(await w.newText(), /Annas/);
    },
  },
  ...["OBS!", "Com!"].map((note) => ({
    name: `leaves a note ${note}`,
    mouse: async (w) => {
      await w.span("Lund").click();
      await w.page.locator("summary", { hasText: "Notes" }).click();
      await w.page.getByLabel(note === "OBS!" ? "Internal note" : "Published note").check();
      await w.page.locator("#note-field").fill("en liten ort");
    },
    keys: async (w) => {
      await w.goTo("Lund");
      await w.press("c");
      await w.page.locator("#note-field:focus").waitFor();
      await w.press("Shift+Tab");
      if (note === "OBS!") await w.press("Shift+Tab");
      await w.press("Space");
      await w.tabTo("#note-field");
      await w.page.keyboard.type("en liten ort");
    },
    check: async (w) => {
      await w.save();
      const { edges } = await w.read();
      const edge = Object.values(edges).find((each) => each.comment === "en liten ort");
      assert.ok(edge?.labels.includes(note), JSON.stringify(edge));
      assert.ok(edge.labels.includes("city"));
    },
  })),
  {
    name: "writes a comment on the document",
    mouse: async (w) => {
      await w.page.locator("#doc-comment").click();
      await w.page.locator("#doc-comment").fill("kort text");
    },
    keys: async (w) => {
      await w.tabTo("#doc-comment");
      await w.page.keyboard.type("kort text");
    },
    check: async (w) => {
      await w.save();
      assert.equal((await w.read()).comment, "kort text");
    },
  },
  {
    name: "makes a mention another person",
    mouse: async (w) => {
      await w.span("Annas").click();
      await w.page.getByRole("button", { name: "Another one" }).click();
    },
    keys: async (w) => {
      await w.goTo("Annas");
      await w.tabTo(".entities .tools > button");
      await w.press("Enter");
    },
    check: (w) => w.page.getByRole("button", { name: /2 .*Anna → / }).waitFor(),
  },
  {
    name: "makes one person of two",
    mouse: async (w) => {
      await w.span("Erik").click();
      await w.page.getByLabel("Same as …").selectOption({ index: 1 });
      await w.page.locator(".entities .tools form").nth(1).getByRole("button").click();
    },
    keys: async (w) => {
      await w.goTo("Erik");
      await w.tabTo(".entities .tools select");
      await w.press("ArrowDown");
      await w.tabTo(".entities .tools form + form button");
      await w.press("Enter");
    },
    check: (w) => w.page.getByRole("button", { name: /5 ×/ }).waitFor(),
  },
  {
    name: "marks a document as done",
    mouse: async (w) => {
      await w.page.getByLabel("Mark as done").check();
      await w.save();
    },
    keys: async (w) => {
      await w.press("d");
      await w.waitOther();
    },
    check: async (w) => assert.equal((await w.read("status")).done, true),
  },
  {
    name: "goes to what is least certain, and back",
    mouse: async (w) => {
      await w.page.getByRole("button", { name: "Next uncertain" }).click();
    },
    keys: async (w) => {
      await w.press("n");
      const first = await w.selected();
      await w.press("n", "p");
      await w.waitSelected(first);
    },
    check: (w) => w.waitSelected(),
  },
  {
    name: "goes to the next document, and back",
    mouse: async (w) => {
      await w.page.getByRole("button", { name: "Next document" }).click();
      await w.waitOther();
      await w.page.getByRole("button", { name: "Previous document" }).click();
    },
    keys: async (w) => {
      await w.press("Alt+PageDown");
      await w.waitOther();
      await w.press("Alt+PageUp");
    },
    check: (w) => w.page.locator(".frame .name").getByText(w.name, { exact: true }).waitFor(),
  },
  {
    name: "shows links, and the new text alone",
    mouse: async (w) => {
      await w.page.getByRole("button", { name: "Links" }).click();
      await w.page.locator(".column .label").first().waitFor();
      await w.page.locator(".column", { hasText: "Lund" }).first().click();
      await w.page.getByRole("button", { name: "Pseudonymized only" }).click();
    },
    keys: async (w) => {
      await w.press("Alt+ArrowRight");
      await w.tabTo(".views button:nth-child(2)");
      await w.press("Enter");
      await w.page.locator(".column.selected .label").first().waitFor();
      await w.tabTo(".views button:nth-child(3)");
      await w.press("Enter");
    },
    check: async (w) => {
      await w.page.locator(".pane.new .selected").waitFor();
      assert.equal(await w.page.locator(".pane.original").count(), 0);
    },
  },
  {
    name: "looks up a word while it is typed",
    mouse: async (w) => {
      await w.page.locator("#lookup-field").click();
      await w.page.locator("#lookup-field").fill("Upps");
    },
    keys: async (w) => {
      await w.press("/");
      await w.page.keyboard.type("Upps");
    },
    check: async (w) => {
      await w.page.locator("#lookup-forms option[value=Uppsala]").waitFor({ state: "attached" });
      await w.page.locator("#lookup-field").fill("Uppsala");
      await w.page.locator(".lookup .candidates").getByText("city").first().waitFor();
      await w.page.locator("#lookup-field").fill("qqqqqq");
      await w.page.getByText("No list has this word.").waitFor();
    },
  },
];

async function drawThree(w, select, draw) {
  const names = new Set();
  await select();
  for (let round = 0; round < 3; round += 1) {
    const before = await w.newText();
    await draw();
    await w.waitUntil(async () => (await w.newText()) !== before, "another pseudonym");
    names.add(/bror (\S+) arbetar/.exec(await w.newText())[1]);
  }
  assert.equal(names.size, 3);
}

/** Names of documents that come in the order of the table, and one behind the last. */
const nameOf = (at, way) => `${String(at).padStart(2, "0")}-${way}`;
const essays = Object.fromEntries(ACTIONS.flatMap((_, at) => ["mouse", "keys"].map((way) => [`${nameOf(at, way)}.txt`, ESSAY])));
const walk = useWalk({ ...essays, "zz.txt": ESSAY });

for (const [way, title] of [["mouse", "the mouse"], ["keys", "the keyboard"]]) {
  describe(title, () => {
    ACTIONS.forEach((action, at) => {
      it(action.name, async () => {
        await walk.open(nameOf(at, way));
        await action[way](walk);
        await action.check(walk);
        assert.doesNotMatch(walk.page.url(), /Lund|Anna|-mouse|-keys/);
      });
    });
  });
}

describe("SVALA's keys", () => {
  it("take words apart, join them, and make groups", async () => {
    await walk.open("zz");
    await walk.goTo("är");
    await walk.press("Shift+ArrowRight", "Alt+g");
    await walk.span("är snäll").waitFor();
    await walk.press("Alt+o");
    await walk.page.locator(".pane.original .span", { hasText: /^är$/ }).waitFor();
    await walk.goTo("är");
    await walk.press("Alt+m");
    await walk.span("är snäll").waitFor();
    await walk.press("Escape", "Alt+Shift+ArrowRight");
    await walk.waitSelected("är snäll");
    await walk.press("Alt+ArrowLeft");
    assert.notEqual(await walk.selected(), "är snäll");
    await walk.save();
  });
});
