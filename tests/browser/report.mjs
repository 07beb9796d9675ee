// A report in headless Chromium, as wide as a screen and as narrow as a telephone, light and dark: nothing is cut off, no
// console errors, nothing that axe minds; games are found, opened, stepped through and linked to.
// node report.mjs PAGE [CHROMIUM]
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fits, launch, looks, open as openPage, violations } from "./pages.mjs";

const [page_file, executable = "chromium"] = process.argv.slice(2);
const url = pathToFileURL(resolve(page_file)).href;
const browser = await launch(executable);
const open = (width, colorScheme, fragment = "") => openPage(browser, url + fragment, { width, colorScheme, reducedMotion: "reduce" });

for (const [width, scheme] of [[1280, "light"], [390, "light"], [390, "dark"], [768, "dark"]]) {
  const page = await open(width, scheme);
  const place = `${width} pixels, ${scheme}`;
  await page.waitForSelector("#rows tr");
  assert(await page.evaluate(() => document.documentElement.scrollHeight) <= 12000, `${place}: the page is no scroll`);
  const games = await page.locator("#rows tr").count();
  assert(games > 0, `${place}: games are listed`);
  await page.locator("#rows button").nth(Math.min(2, games - 1)).click();
  await page.waitForSelector("#board svg");
  assert(await fits(page), `${place}: nothing is cut off`);
  const board = await page.locator("#board svg").boundingBox();
  assert(board.width > Math.min(width * 0.8, 320), `${place}: the board fills its card`);
  const first = await page.locator("#board").innerHTML();
  await page.keyboard.press("End");
  assert.notEqual(await page.locator("#board").innerHTML(), first, `${place}: the game goes on`);
  await page.keyboard.press("Home");
  assert.equal(await page.locator("#board").innerHTML(), first, `${place}: and back`);
  await page.evaluate(() => document.querySelectorAll("details").forEach(part => { part.open = true; }));
  await looks(page, `${place}, all unfolded`);
  assert.deepEqual(await violations(page), [], `${place}: axe`);
  assert.deepEqual(page.errors, [], `${place}: console`);
  await page.context().close();
}

// It opens on a chosen game, and the others are opened by a button and one line why.
const chosen = await open(1280, "light");
await chosen.waitForSelector("#board svg");
const looks_at = await chosen.locator("[data-open]").all();
assert(looks_at.length > 1, "games are chosen");
assert((await chosen.textContent("#title")).includes(`game ${await looks_at[0].getAttribute("data-open")}:`), "the first is open");
for (const button of looks_at) {
  assert(["closest", "longest", "shortest", "upset"].includes(await button.textContent()));
  if (!await button.isVisible()) await chosen.locator("#replays details:has([data-open]) summary").first().click();
  await button.click();
  await chosen.waitForFunction(number => document.getElementById("title").textContent.includes(`game ${number}:`), await button.getAttribute("data-open"));
}
await chosen.context().close();

const page = await open(1280, "light");
await page.waitForSelector("#rows tr");
const number = await page.locator("#rows button").nth(1).textContent();
await page.locator("#list th[data-column='5'] button").click();
const plies = (await page.locator("#rows td:nth-child(5)").allTextContents()).map(Number);
assert.deepEqual(plies, [...plies].sort((a, b) => a - b), "sorted by length");
await page.selectOption("#engine", { index: 1 });
await page.selectOption("#result", "won");
const engine = await page.locator("#engine option:checked").textContent();
for (const row of await page.locator("#rows td:nth-child(3)").allTextContents()) assert(row.includes(`${engine} 1`) || row.includes(`${engine} 0.`), row);
await page.fill("#fewest", "1000000");
await page.locator("#fewest").blur();
assert.equal(await page.locator("#rows tr").count(), 0, "no game is that long");
assert.deepEqual(page.errors, []);

const linked = await open(1280, "light", `#game-${number}-2`);
await linked.waitForSelector("#board svg");
assert((await linked.textContent("#title")).includes(`game ${number}:`), "a link opens its game");
assert.equal(await linked.locator("#moves [aria-current]").textContent().then(text => text.split(".")[0]), "2", "the move is marked");
await linked.locator("#moves button").first().click();
assert((await linked.textContent("#ply")).startsWith("ply 1 "), "a move leads to its position");
assert((await linked.textContent("#ply")).startsWith("ply "), "at its ply");
const nowhere = await open(1280, "light", "#game-999999999");
assert((await nowhere.textContent("#unknown")).includes("999999999"), "a link that is wrong is told");
assert(await nowhere.locator("#unknown").isVisible());
await browser.close();
console.log("the report is as it should be");
