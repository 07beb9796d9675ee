// The page about dice in headless Chromium: answers with graph and table as one types, several at once, links, faults with their place, programs
// that take too long; every width, light and dark, by keyboard alone; no console errors, nothing that axe minds.
// node dice.mjs TORNEO [CHROMIUM] [TEXTS]
import assert from "node:assert/strict";
import { mkdtempSync, existsSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, looks, open as openPage, serve, violations, WIDTHS } from "./pages.mjs";

const [program, executable = "chromium", texts = "200"] = process.argv.slice(2);
const { url, stop } = await serve(program);
const browser = await launch(executable);
const at = text => `dice.html#${new URLSearchParams({ text })}`;
const open = (text, options = {}) =>
  openPage(browser, url + (text === undefined ? "dice.html" : at(text)), { permissions: ["clipboard-read", "clipboard-write"], ...options });
const answers = (page, count) => page.waitForFunction(count => document.querySelectorAll("#answers section").length === count, count);
const told = (page, part) => page.locator(part).first().textContent();
const type = async (page, text) => {
  await page.fill("#text", text);
  await page.waitForFunction(text => new URLSearchParams(location.hash.slice(1)).get("text") === text, text);
  await page.waitForFunction(() => document.getElementById("state").textContent !== "Working …");
};

try {
  // From the first page to a first answer.
  let page = await openPage(browser, url);
  await page.click("header >> text=Dice");
  await answers(page, 1);
  assert.match(await told(page, "#answers p"), /mean 12\.24, standard deviation 2\.85/);
  await page.reload();
  await answers(page, 1);
  const shown = await page.evaluate(() => performance.now());
  assert(shown < 5000, `the first answer comes soon: ${shown} ms`);
  console.log(`the first answer after ${shown.toFixed(0)} ms at most`);
  assert.deepEqual(page.errors, [], "console");
  await page.context().close();

  // Every width, light and dark: several outputs, each with graph and table; a fault.
  for (const width of WIDTHS) {
    for (const colorScheme of ["light", "dark"]) {
      const place = `dice at ${width} pixels, ${colorScheme}`;
      page = await open("output [highest 3 of 4d6] named \"ability\"\noutput 3d6\noutput d6 > 4 named \"hit\"", { width, colorScheme });
      await answers(page, 3);
      assert.deepEqual(await page.locator("#answers h2").allTextContents(), ["ability", "output 2", "hit"], place);
      assert.equal(await page.locator("#answers svg[role=img]").count(), 4, `${place}: each of them, and all together`);
      const ground = colorScheme === "dark" ? "#16181D" : "#FFFFFF";
      assert.equal(await page.locator("#answers > svg > rect").first().getAttribute("fill"), ground, place);
      for (const [graph, part] of [["at-least", "at least the value"], ["at-most", "at most the value"], ["transposed", "distribution"], ["normal", "ability: mean"]]) {
        await page.selectOption("#graph", graph);
        await page.waitForFunction(part => document.querySelector("#answers > svg")?.textContent.includes(part), part);
        assert.deepEqual(await page.locator("#answers svg[role=img]").count(), 4, `${place}: ${graph}`);
        await looks(page, `${place}, ${graph}`, null);
        if (process.env.TORNEO_SHOTS) await page.screenshot({ path: join(process.env.TORNEO_SHOTS, `dice-${width}-${colorScheme}-${graph}.png`) });
      }
      assert.equal(await page.locator("#answers section:nth-of-type(1) .both tbody tr").count(), 16, place);
      assert.match(await told(page, "#answers section:nth-of-type(3) p"), /probability 0\.333333 \(33\.3%\)/, place);
      await looks(page, place, null);
      assert.deepEqual(await violations(page), [], `${place}: axe`);
      for (const more of await page.locator("summary").all()) await more.click();
      assert.match(await told(page, "#answers details"), /1\/1296/, place);
      await looks(page, `${place}, opened`, null);
      assert.deepEqual(await violations(page), [], `${place}, opened: axe`);
      if (process.env.TORNEO_SHOTS) await page.screenshot({ path: join(process.env.TORNEO_SHOTS, `dice-${width}-${colorScheme}.png`), fullPage: true });
      await type(page, "3d6\n4d6kq3");
      assert.match(await told(page, "#why"), /^Line 2, column 4: there is no modifier `kq`/, place);
      assert.match(await told(page, "#help"), /did you mean/, place);
      assert.equal(await told(page, "#place"), "4d6kq3\n   ^^", place);
      await looks(page, `${place}, a fault`, null);
      assert.deepEqual(await violations(page), [], `${place}, a fault: axe`);
      await page.click("#show");
      assert.equal(await page.evaluate(() => getSelection().toString() || document.getElementById("text").value.slice(
        document.getElementById("text").selectionStart, document.getElementById("text").selectionEnd)), "kq", `${place}: the place is selected`);
      await page.context().close();
    }
  }

  // A link leads to the same answers; going back leads to the earlier ones.
  page = await open();
  await type(page, "2d6 + 3\n1d20 & é");
  await type(page, "2d6 + 3\n1d20");
  await page.selectOption("#graph", "at-least");
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("state").textContent === "The link is copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await openPage(browser, link);
  await answers(other, 2);
  assert.equal(await other.inputValue("#text"), "2d6 + 3\n1d20", "a link holds the text");
  assert.equal(await other.inputValue("#graph"), "at-least", "and the graph");
  assert.equal(await other.locator("#answers").innerHTML(), await page.locator("#answers").innerHTML(), "and leads to the same answers");
  await other.click("#examples >> text=Successes");
  await answers(other, 1);
  await other.goBack();
  await answers(other, 2);
  assert.deepEqual(other.errors, [], "console");
  await other.context().close();

  // Markup in names is text.
  await type(page, "output d2 named \"<img src=x onerror=alert(1)>\"");
  assert.equal(await told(page, "#answers h2"), "<img src=x onerror=alert(1)>");
  // What calls itself deeply is answered or told; what takes long is refused, or stopped at once.
  await type(page, "set \"maximum function depth\" to 200\nfunction: f N:n { result: 1 + [f N + 1] }\noutput [f 1]");
  assert((await page.locator("#answers section").count()) === 1 || (await told(page, "#why")) !== "", "deep calls");
  await type(page, "loop A over {1..100000} { loop B over {1..100000} { C: A * B } }\noutput 1");
  assert.match(await told(page, "#why"), /steps|seconds/, "too many steps");
  await page.fill("#text", "output 999d999");
  await type(page, "3d6");
  await answers(page, 1);
  await page.fill("#text", "40d40kh20 + 40d41kh20 + 39d40kh20 + 38d40kh20 + 37d40kh20 + 36d40kh20 + 35d40kh20 + 34d40kh20 + 33d40kh20");
  await page.waitForTimeout(400);
  if (await page.isVisible("#stop")) {
    await page.click("#stop");
    assert.equal(await told(page, "#state"), "Stopped.");
  }
  assert.deepEqual(page.errors, [], "console");
  await page.context().close();

  // By keyboard alone.
  page = await open("1d6", { width: 390 });
  await answers(page, 1);
  for (let tabs = 0; await page.evaluate(() => document.activeElement.id !== "text"); tabs += 1) {
    assert(tabs < 10, "the field is reached with Tab");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Control+A");
  await page.keyboard.type("2d4");
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.querySelector("#answers h2")?.textContent === "2d4");
  // A window of another width: letters keep their size.
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.waitForFunction(() => document.querySelector("#answers svg").getAttribute("width") > 500);
  await looks(page, "a wider window", null);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.waitForFunction(() => document.querySelector("#answers svg").getAttribute("width") < 391);
  await looks(page, "a narrower window", null);
  await page.context().close();

  // Random texts.
  page = await open("1d6");
  await answers(page, 1);
  const atoms = ["d6", "4d8", "3d6kh2", "2d6!", "3d6r1", "5d6cs>=3", "7", "(2d4)d3", "max(1d6, 1d8)", "sets(4d6)", "[highest 2 of 3d6]", "2@4d6", "{1..4, 6:2}", "[pool of 2d6 and d8]", "N", "(d6", "4d6kq", "é", "😀", "<b>"];
  const signs = [" + ", " - ", " * ", " / ", " > ", " = ", "\noutput ", "\n", ", ", " given any ", ""];
  const starts = ["", "output ", "N: 3 output ", "repeat N from 0 by N + d6 until N >= 9\noutput ", "function: f A:s { result: #A } output [f 3d4] + "];
  let state = 1283;
  const random = most => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
  const tally = { answered: 0, refused: 0 };
  for (let number = 0; number < Number(texts); number += 1) {
    const pick = from => from[random(from.length)];
    const text = pick(starts) + pick(atoms) + Array.from({ length: random(4) }, () => pick(signs) + pick(atoms)).join("");
    const { failed, refused } = await page.evaluate(async text => {
      window.tried ??= new Worker("dice-worker.js", { type: "module" });
      window.tried.postMessage({ id: 1, text, width: 300, graph: "normal", dark: false });
      return new Promise(resolve => { window.tried.onmessage = event => resolve(event.data); });
    }, text);
    assert.equal(failed, undefined, `${JSON.stringify(text)}: ${failed}`);
    tally[refused ? "refused" : "answered"] += 1;
  }
  assert(Math.min(tally.answered, tally.refused) >= Number(texts) / 10, "texts of both kinds");
  console.log(`random texts: ${tally.answered} answered, ${tally.refused} refused`);
  assert.deepEqual(page.errors, [], "console");
  // The same page as files.
  const site = join(mkdtempSync(join(tmpdir(), "torneo-")), "site");
  execFileSync(program, ["web", "--out", site]);
  for (const name of ["dice.html", "dice.js", "dice-worker.js", "modules/calculator.js", "modules/calculator_bg.wasm"]) assert(existsSync(join(site, name)), name);
} finally {
  await browser.close();
  stop();
}
