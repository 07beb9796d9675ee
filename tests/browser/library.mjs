// What somebody finds on the site who looks for a game: the cards, the search and the filters, a page for each game, and pages that fit
// every screen. With and without JavaScript, wide and narrow, light and dark.
// node library.mjs TORNEO [CHROMIUM]
import assert from "node:assert/strict";
import { join } from "node:path";
import { fits, launch, looks, open as openPage, serve, violations, WIDTHS } from "./pages.mjs";

const [program, executable = "chromium"] = process.argv.slice(2);
// Pixels that a page is high at most, before anything on it is unfolded.
const HIGHEST = 12_000;
// What somebody looks for, and a game that is found and one that is not.
const SEARCHES = [
  ["alfonso", "hazard", "zertz"], ["1283", "three-mens-morris", "akron"], ["Libro de los juegos", "grande-acedrex", "akron"],
  ["abstract games", "akron", "hazard"], ["2 players", "zertz", "four-seasons"], ["4 players", "four-seasons", "akron"],
  ["three players", "lanza", "akron"], ["dice", "hazard", "akron"], ["three in a row", "three-mens-morris", "akron"],
  ["tafl", "hnefatafl", "akron"], ["Kris BURM", "zertz", "akron"], ["zertz", "zertz", "akron"], ["Zèrtz", "zertz", "akron"],
  ["2003", "akron", "hazard"], ["simultaneous", "frames", "akron"], ["chess variant", "grand-chess", "akron"],
  ["men's morris", "nine-mens-morris", "akron"], ["trojki", "triga", "akron"],
];

const { url, stop } = await serve(program);
const browser = await launch(executable);
const open = (path = "", options = {}) => openPage(browser, new URL(path, url).href, options);
const shown = page => page.locator("[data-game]:visible").evaluateAll(cards => cards.map(card => card.dataset.game));
const height = page => page.evaluate(() => document.documentElement.scrollHeight);
const shoot = async (page, name) => {
  if (process.env.TORNEO_SHOTS) await page.screenshot({ path: join(process.env.TORNEO_SHOTS, `${name}.png`), fullPage: true });
};
// Words that are broken inside: text of a cell that takes more lines than it has places to break.
const brokenWords = page => page.evaluate(() => {
  const broken = [];
  for (const cell of document.querySelectorAll("td, th")) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top)));
        if (lines.size > 1) broken.push(word);
      }
    }
  }
  return broken;
});

try {
  // Searches and filters.
  let page = await open();
  await page.waitForFunction(() => document.getElementById("found").textContent !== "");
  assert.equal(await page.locator("input[type=search]").count(), 1, "one search");
  const all = await shown(page);
  assert(all.length > 40, "every game has a card");
  for (const [words, found, not] of SEARCHES) {
    await page.fill("#find", words);
    const games = await shown(page);
    assert(games.includes(found), `${words} finds ${found}: ${games}`);
    assert(!games.includes(not), `${words} does not find ${not}: ${games}`);
  }
  await page.fill("#find", "alfonso 2003");
  assert.deepEqual(await shown(page), []);
  assert.match(await page.locator("#found").textContent(), /No game is found/);
  assert.equal(await page.locator("#cards h2:visible").count(), 0, "no heading without a card");
  await page.click("#search button[type=reset]");
  await page.waitForFunction(count => document.querySelectorAll("[data-game]:not([hidden])").length === count, all.length);
  for (const [filter, value, found, not] of [
    ["#by-players", "6", "bin-fa", "akron"], ["#by-kind", "chess", "grand-chess", "akron"],
    ["#by-chance", "false", "akron", "hazard"], ["#by-source", "Alfonso X, Libro de los juegos", "hazard", "akron"],
    ["#by-source", "Abstract Games 14 (2003)", "akron", "hazard"],
  ]) {
    await page.selectOption(filter, value);
    const games = await shown(page);
    assert(games.includes(found) && !games.includes(not), `${filter} ${value}: ${games}`);
    await page.selectOption(filter, "");
  }
  const card = page.locator('[data-game="three-mens-morris"]');
  for (const part of ["Three Men's Morris", "Alfonso X, 1283", "2 players", "plies", "three in a row"]) {
    assert((await card.textContent()).includes(part), `the card has ${part}`);
  }
  // The keyboard leads from the search to a game.
  await page.fill("#find", "zertz");
  await page.focus("#find");
  let reached = "";
  for (let tries = 0; tries < 12 && !reached.includes("zertz"); tries += 1) {
    await page.keyboard.press("Tab");
    reached = await page.evaluate(() => document.activeElement.getAttribute("href") ?? "");
  }
  assert(reached.includes("zertz"), "a game is reached by the keyboard");
  assert.deepEqual(page.errors, [], "console");
  await page.context().close();

  // A game by its name, as people write it.
  page = await open("#game=Three+Men%27s+Morris");
  await page.waitForFunction(() => !document.getElementById("where").hidden || !document.getElementById("message").hidden);
  const told = await page.locator("#message").textContent();
  assert(told === "" || told.includes("cannot be played here"), told);
  await page.context().close();

  // Old addresses lead to the page of the game.
  page = await open("rules/hnefatafl.html");
  await page.waitForURL("**/games/hnefatafl.html");
  for (const part of ["Hnefatafl", "Length", "First-move advantage", "Rules as implemented", "Options"]) {
    assert((await page.locator("main").textContent()).includes(part), `the page has ${part}`);
  }
  // Terms are explained where they come first.
  const term = page.locator("button.term").first();
  await term.focus();
  await page.keyboard.press("Enter");
  assert(await page.locator("[popover]:popover-open").isVisible(), "a term is explained");
  await page.keyboard.press("Escape");
  await page.context().close();

  // Without JavaScript.
  page = await open("", { javaScriptEnabled: false });
  assert.equal(await page.locator("[data-game]").count(), all.length);
  assert(await page.locator('[data-game="akron"] a[href="games/akron.html"]').first().isVisible(), "rules are reached");
  await page.context().close();

  // Every page fits its window, and none is too high.
  const home = await open("docs/index.html");
  const links = await home.locator("main a[href*='docs/']").evaluateAll(links => links.map(link => new URL(link.href).pathname));
  await home.context().close();
  const documents = [...new Set(links)].filter(path => path.endsWith(".html"));
  const games = ["zertz", "bin-fa", "jetan", "hazard", "nibelungenlied"].map(game => `games/${game}.html`);
  for (const width of WIDTHS) {
    const dark = width === WIDTHS[1] ? "dark" : "light";
    for (const path of ["", ...games, "rules/dice-common.html", "docs/index.html", ...documents]) {
      const place = `${path || "index"} at ${width} pixels`;
      page = await open(path, { width, colorScheme: dark });
      if (path === "") await page.waitForFunction(() => document.getElementById("found").textContent !== "");
      const high = await height(page);
      assert(high <= HIGHEST, `${place}: ${high} pixels high`);
      await shoot(page, `${(path || "index").replaceAll("/", "-")}-${width}`);
      await page.evaluate(() => document.querySelectorAll("details").forEach(details => { details.open = true; }));
      assert(await fits(page), `${place}: not wider than the window`);
      assert.deepEqual(await brokenWords(page), [], `${place}: no word is broken`);
      await looks(page, place, "svg, img");
      if (path === "" || path === games[0] || path.includes("first-move")) {
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violations(page), [], `${place}, ${colorScheme}: axe`);
        }
      }
      await page.context().close();
    }
  }
  console.log(`the library: ${all.length} games, ${documents.length + games.length} pages at ${WIDTHS.join(", ")} pixels`);
} finally {
  await browser.close();
  stop();
}
