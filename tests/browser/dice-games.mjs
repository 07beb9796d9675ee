// The dice games in headless Chromium, each to its end: by touch at 390 pixels and by the key R, against an engine and among people;
// what every throw did and who won stands there in words, without names that only programs use.
// node dice-games.mjs TORNEO [CHROMIUM] [GAME...]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { launch, looks, open as openPage, serve, violations } from "./pages.mjs";

const [program, executable = "chromium", ...chosen] = process.argv.slice(2);
const DECIDE = ["half-hazard", "rising-hazard"];
const GAMES = ["as-many-on-one-as-on-two", "guirguiesca", "half-hazard", "hazard", "highest-wins", "lowest-wins", "marlota",
  "pair-and-ace", "panquist", "riffa", "rising-hazard", "triga", "hazard(players=4, turns=3)", "marlota(players=8)", "hazard(battle=highest)"];
const games = chosen.length > 0 ? chosen : GAMES;
const FORBIDDEN = /streak|numbers|first role|winnings:? 0, |turns and money|0 \/ \+0|rehazard\b|undefined|\[object/;

const { url, stop } = await serve(program);
const browser = await launch(executable);
const at = fields => "#" + new URLSearchParams(fields);
const text = (page, id) => page.locator(`#${id}`).textContent();
const over = page => page.locator("#banner").isVisible();

// Plays a game to its end; `act` rolls.
async function play(page, game, act) {
  for (let steps = 0; !(await over(page)); steps += 1) {
    assert(steps < 6000, `${game}: no end: ${await text(page, "prompt")}`);
    const choices = page.locator("#choices button");
    if (await page.locator("#roll").isVisible()) await act();
    else if (await choices.count() > 0) await choices.nth(steps % 3 === 0 ? 1 : 0).click({ timeout: 2000 }).catch(() => {});
    else await page.waitForTimeout(15);
  }
}

try {
  for (const [number, game] of games.entries()) {
    const began = Date.now();
    const touch = number % 2 === 0;
    const page = await openPage(browser, url + at({ game, seats: "|random|random|random" }),
      { width: touch ? 390 : 1280, reducedMotion: "reduce", hasTouch: touch });
    await page.waitForSelector("#board svg");
    await page.waitForFunction(() => !document.getElementById("roll").hidden || document.getElementById("moves").children.length > 0);
    await looks(page, `${game}, the start`);
    await play(page, game, touch ? () => page.locator("#roll").tap({ timeout: 2000 }).catch(() => {}) : () => page.keyboard.press("r"));
    await looks(page, `${game}, the end`);
    assert.deepEqual(await violations(page), [], `${game}: axe`);
    const result = await text(page, "result");
    assert.match(result, /^(You won|You lost|A draw|You(,| and) .*share the win): .+\./, game);
    const log = await page.locator("#moves li").allTextContents();
    assert(log.every(line => /[a-z]{2}/.test(line)), `${game}: every ply is told in words: ${log.slice(0, 5)}`);
    assert(!FORBIDDEN.test(await page.locator("#table").textContent()), `${game}: ${await page.locator("#table").textContent()}`);
    assert(await page.locator("#board .thrown").count() > 0, `${game}: dice lie on the table`);
    assert.deepEqual(page.errors, [], `${game}: console`);
    console.log(`${game}: ${log.length} plies, ${((Date.now() - began) / 1000).toFixed(1)} s: ${log.at(-1)} | ${result}`);
    if (process.env.TORNEO_SHOTS) await page.screenshot({ path: join(process.env.TORNEO_SHOTS, `${game.split("(")[0]}-${number}.png`), fullPage: true });
    await page.context().close();
  }

  // What the sides of a decision are worth agrees with the program, and the better one is its policy.
  for (const game of DECIDE.filter(game => games.includes(game))) {
    // The numbers 11 and 10, then a hazard.
    const page = await openPage(browser, url + at({ game, seats: "|", moves: "0:551 0:433 0:655" }), { reducedMotion: "reduce" });
    await page.waitForSelector("#chances:not([hidden])");
    await page.click("#chances");
    await page.waitForFunction(() => document.getElementById("odds").textContent.startsWith("Throw: win "), undefined, { timeout: 60_000 });
    const told = await text(page, "odds");
    const position = await page.locator("#position").inputValue();
    const known = JSON.parse(execFileSync(program, ["dice", "odds", game, "--position", position, "--json"], { encoding: "utf8" }));
    for (const side of ["throw", "stop"]) assert(told.includes(`win ${known[side].win.toFixed(3)}`), `${told} against ${JSON.stringify(known)}`);
    console.log(`${game}: ${told}`);
    await page.context().close();
  }

  // Real dice are entered in any order; a throw is taken back.
  const page = await openPage(browser, url + at({ game: "hazard", seats: "|" }), { reducedMotion: "reduce" });
  await page.waitForSelector("#roll:not([hidden])");
  await page.click("#real summary");
  for (const face of [1, 6, 5]) await page.locator(`#entered button[aria-label="die with ${face}"]`).click();
  await page.waitForFunction(() => document.getElementById("moves").children.length === 1);
  assert.match(await page.locator("#moves li button").getAttribute("title"), /^0:651$/);
  await page.click("#undo");
  assert.equal(await page.locator("#moves li").count(), 0, "a throw is taken back");
  // Dice tumble for less than half a second, and lie still where motion is not wanted.
  const moving = await openPage(browser, url + at({ game: "hazard", seats: "|" }), {});
  await moving.waitForSelector("#roll:not([hidden])");
  await moving.click("#roll");
  const style = page => page.evaluate(() => { const die = document.querySelector(".thrown"); return [getComputedStyle(die).animationName, parseFloat(getComputedStyle(die).animationDuration)]; });
  const [name, seconds] = await style(moving);
  assert(name === "tumble" && seconds < 0.5, `${name} ${seconds}`);
  await page.click("#roll");
  assert.equal((await style(page))[0], "none", "reduced motion");
} finally {
  await browser.close();
  stop();
}
