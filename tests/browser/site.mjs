// The site in headless Chromium: whole games by clicks against an engine, hidden choices, dice, undo, hints, links, files, analysis; wide and narrow,
// light and dark; no console errors, nothing that axe minds; what is broken is told in words.
// node site.mjs TORNEO [CHROMIUM] [GAME...]
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, looks, open as openPage, serve, violations, WIDTHS } from "./pages.mjs";

const [program, executable = "chromium", ...chosen] = process.argv.slice(2);
const WHOLE = ["three-mens-morris", "razzle-dazzle", "blocker", "hazard(players=3)", "frames", "lanza(players=3)", "havannah(size=4)",
  "fischerandom", "ot-tjin", "zertz", "atari-go", "space-chess", "tantrix", "hnefatafl"];
const games = chosen.length > 0 ? chosen : WHOLE;
// Plies after which a game that lasts long is left.
const LONG = 120;

const { url, stop } = await serve(program);
const browser = await launch(executable);
const open = (hash = "", options = {}) =>
  openPage(browser, url + hash, { permissions: ["clipboard-read", "clipboard-write"], ...options });

const at = fields => "#" + new URLSearchParams(fields);
const prompt = page => page.locator("#prompt").textContent();
const played = page => page.locator("#moves li").count();
const fails = (page, place) => assert.deepEqual(page.errors, [], `${place}: console`);

// The middle of one of the places that come next, where it is on the screen; none while somebody else chooses. While a part of the
// board is magnified, the places of this part.
const next = (page, pick) => page.evaluate(pick => {
  const board = document.getElementById("board");
  const inside = spot => {
    const [part, whole] = [spot, board].map(element => element.getBoundingClientRect());
    const [x, y] = [part.x + part.width / 2, part.y + part.height / 2];
    return !board.contains(spot) || (x > whole.left && x < whole.right && y > whole.top && y < whole.bottom);
  };
  const next = [...document.querySelectorAll(".target.next")];
  const all = [...next, ...document.querySelectorAll("#choices .next, #throw, #roll:not([hidden])")];
  const spots = (all.length > 0 ? all : [...document.querySelectorAll(".target:not(.goal), #choices [data-key]")]);
  if (spots.length === 0) return null;
  const seen = spots.filter(inside);
  const spot = seen.length > 0 ? seen[Math.floor(pick * seen.length)] : document.getElementById("whole");
  spot.scrollIntoView({ block: "center" });
  const box = spot.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, key: spot.dataset.key ?? spot.id, small: board.querySelector("svg.small")?.contains(spot) ?? false };
}, pick);

// A generator of numbers in [0, 1), the same ones every time (xorshift, G. Marsaglia 2003).
function numbers(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

// Plays a game by clicks on random places to its end, or for long enough.
async function play(page, game) {
  const random = numbers(1283);
  let clicks = 0, idle = 0;
  for (;;) {
    const said = await prompt(page);
    if (await page.locator("#banner").isVisible()) break;
    if (await played(page) > LONG) return { clicks, said: `left after ${LONG} plies` };
    assert(await page.locator("#message").isHidden(), `${game}: ${await page.locator("#message").textContent()}`);
    const spot = await next(page, random());
    if (spot === null) {
      idle += 1;
      assert(idle < 2000, `${game}: nobody has a choice: ${said}`);
      await page.waitForTimeout(5);
      continue;
    }
    idle = 0;
    await page.mouse.click(spot.x, spot.y);
    if (spot.small) {
      // The first tap has magnified the part around it.
      assert(await page.locator("#whole").isVisible(), `${game}: a part is magnified`);
      const part = await page.locator(`.target[data-key="${spot.key}"]`).boundingBox();
      assert(part.width >= 24 && part.height >= 24, `${game}: magnified places are 24 pixels or more`);
      await page.mouse.click(part.x + part.width / 2, part.y + part.height / 2);
    }
    clicks += 1;
    assert(clicks < 20 * LONG, `${game}: clicks lead nowhere: ${said}, ${spot.key}`);
  }
  assert(await page.locator("#banner").isVisible(), `${game}: a banner tells the result`);
  return { clicks, said: await page.locator("#result").textContent() };
}

try {
  for (const game of games) {
    const began = Date.now();
    // The boards of Frames are magnified on a phone.
    const width = game.startsWith("frames") ? 390 : WIDTHS[games.indexOf(game) % WIDTHS.length];
    const page = await open("", { width, reducedMotion: "reduce" });
    await page.waitForSelector("#cards li");
    // The first seats are people, two where several choose at the same time; the last is an engine.
    await page.evaluate(hash => { location.hash = hash; }, at({ game, seats: "|mcts(sims=10)|random|random|random" }));
    await page.waitForSelector("#board svg");
    await page.waitForFunction(() => document.querySelector("[data-key], #throw, #roll:not([hidden]), #banner:not([hidden])"));
    await looks(page, `${game} at ${width} pixels, the start`);
    const { clicks, said } = await play(page, game);
    assert(clicks > 0, `${game}: somebody clicks`);
    await looks(page, `${game} at ${width} pixels, the end`);
    console.log(`${game}: ${clicks} clicks, ${await played(page)} plies, ${((Date.now() - began) / 1000).toFixed(1)} s: ${said}`);
    if (process.env.TORNEO_SHOTS) await page.screenshot({ path: join(process.env.TORNEO_SHOTS, `${game.split("(")[0]}.png`), fullPage: true });
    await page.context().close();
  }

  // Undo, hint, analysis, looking back, links, files, typing, resigning.
  let page = await open(at({ game: "three-mens-morris", seats: "|", moves: "@b2 @a1" }));
  await page.waitForSelector(".target");
  assert.equal(await played(page), 2, "a link holds moves");
  await page.click("#undo");
  assert.equal(await played(page), 1, "a choice is taken back");
  await page.fill("#typed", "A1");
  await page.keyboard.press("Enter");
  assert.equal(await played(page), 2, "a move is typed");
  await page.fill("#typed", "z9");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#message").textContent(), /`z9` is not legal here/);
  await page.click("#hint");
  await page.waitForSelector(".hinted");
  assert((await page.locator("#lines tr").count()) > 1, "a hint compares moves");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#lines tr").length > 1);
  const nodes = () => page.locator("#thinking").textContent();
  const before = await nodes();
  await page.waitForFunction(before => document.getElementById("thinking").textContent !== before, before);
  await page.click("#analyse");
  assert.equal(await page.locator(".hinted").count(), 0, "marks go with the analysis");
  await page.keyboard.press("Home");
  assert.match(await prompt(page), /after 0 of 2 plies/);
  await page.click("#from-here");
  assert.equal(await played(page), 0, "the game goes on from an earlier position");
  await page.keyboard.press("Tab");
  await page.locator(".target").nth(4).focus();
  await page.keyboard.press("Enter");
  assert.equal(await played(page), 1, "places are reached by the keyboard");
  for (const place of ["", "New game", "Position, link and file"]) {
    if (place) await page.click(`summary:text("${place}")`);
    assert.deepEqual(await violations(page), [], "axe");
  }
  const download = page.waitForEvent("download");
  await page.click("#save");
  const folder = mkdtempSync(join(tmpdir(), "torneo-"));
  const saved = join(folder, "game.toml");
  await (await download).saveAs(saved);
  assert.match(readFileSync(saved, "utf8"), /^game = "three-mens-morris"\nmoves = "@/);
  await page.click("#copy");
  await page.waitForSelector('#copy:text("Copied")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#game=three-mens-morris/);
  await page.click("#resign");
  assert.match(await page.locator("#result").textContent(), /^White wins: Black resigns\.$/);
  await page.click("#rematch");
  assert.equal(await played(page), 0, "a rematch begins anew");
  assert(await page.locator("#banner").isHidden());
  fails(page, "three-mens-morris");
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector(".target");
  assert.equal(await played(page), 1, "a link is shared");
  await page.click('summary:text("Position, link and file")');
  await page.setInputFiles("#load", saved);
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
  const broken = [
    ["letter.txt", "dear reader", /letter\.txt is not a saved game: it has no line `game/],
    ["half.toml", 'game = "three-mens-morris"\n', /half\.toml is not a saved game: it has no line `moves/],
    ["token.toml", 'game = "three-mens-morris"\nmoves = "@b2 @b2"\n', /move 2: .*@b2/],
    ["odd.json", "{", /odd\.json is not a saved game: its first line is not JSON/],
    ["unknown.toml", 'game = "<img src=x onerror=alert>"\nmoves = ""\n', /There is no game `<img src=x onerror=alert>` here/],
  ];
  for (const [name, text, told] of broken) {
    const file = join(folder, name);
    writeFileSync(file, text);
    await page.setInputFiles("#load", file);
    await page.waitForFunction(() => !document.getElementById("message").hidden);
    assert.match(await page.locator("#message").textContent(), told, name);
    assert(await page.locator("main:visible, #message:visible").count() > 0, "never a blank page");
    await page.evaluate(() => { document.getElementById("message").hidden = true; });
    await page.goto(`${url}${at({ game: "three-mens-morris", seats: "|" })}`);
    await page.waitForSelector(".target");
    if (!(await page.locator("#load").isVisible())) await page.evaluate(() => document.querySelectorAll("details").forEach(part => { part.open = true; }));
  }
  for (const [fields, told] of [
    [{ game: "three-mens-moris" }, /There is no game `three-mens-moris` here; did you mean `three-mens-morris`/],
    [{ game: "three-mens-morris(equal=1)" }, /equal/],
    [{ game: "three-mens-morris", position: "nonsense" }, /position: /],
    [{ game: "three-mens-morris", moves: "@b2 @e9" }, /move 2: .*@e9/],
    [{ game: "three-mens-morris", seats: "|nobody" }, /nobody/],
    [{ game: "three-mens-morris", seats: "|perfect" }, /does not play in a browser/],
  ]) {
    const other = await open(at(fields));
    await other.waitForFunction(() => !document.getElementById("message").hidden);
    assert.match(await other.locator("#message").textContent(), told);
    assert.deepEqual(other.errors, [], JSON.stringify(fields));
    await other.context().close();
  }
  await page.context().close();

  // Whoever leaves a game while it is loaded does not find it later.
  page = await open();
  await page.waitForSelector("#cards li");
  const late = () => new Promise(resolve => setTimeout(resolve, 500));
  await page.route("**/modules/morris.js", async route => { await late(); await route.continue(); });
  const loaded = page.waitForResponse("**/modules/morris_bg.wasm");
  await page.evaluate(hash => { location.hash = hash; }, at({ game: "three-mens-morris", seats: "|" }));
  await page.evaluate(hash => { location.hash = hash; }, at({ game: "hnefatafl", seats: "|" }));
  await page.waitForSelector("#board svg");
  await loaded;
  await late();
  assert.equal(await page.locator("#where").textContent(), "Hnefatafl", "the last link counts");
  await page.evaluate(hash => { location.hash = hash; }, at({ game: "hnefatafl", seats: "|nobody" }));
  await page.waitForFunction(() => !document.getElementById("message").hidden);
  await page.fill("#typed", "d1-b1");
  await page.keyboard.press("Enter");
  assert.equal(await played(page), 1, "a link that is refused ends no game");
  fails(page, "two links");
  await page.context().close();

  // Hidden choices, one person after the other.
  page = await open(at({ game: "frames", seats: "|" }));
  await page.waitForSelector(".target");
  assert.match(await prompt(page), /others look away/);
  const picture = () => page.evaluate(() => {
    const svg = document.querySelector("#board svg").cloneNode(true);
    svg.querySelectorAll(".targets").forEach(part => part.remove());
    return svg.innerHTML;
  });
  const [first, unchosen] = [await prompt(page), await picture()];
  await page.locator(".target").first().click();
  assert.notEqual(await prompt(page), first, "the next one is asked");
  assert.equal(await played(page), 0, "nothing is played before all have chosen");
  assert.equal(await picture(), unchosen, "a choice is hidden until all have chosen");
  await page.locator(".target").first().click();
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
  fails(page, "frames");
  await page.context().close();

  // Dragging.
  page = await open(at({ game: "hnefatafl", seats: "|" }));
  await page.waitForSelector('[data-key]');
  const spots = await page.evaluate(() => {
    const list = [...document.querySelectorAll(".target")];
    const box = key => { const b = list.find(spot => spot.dataset.key === key).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    return { from: box(list[0].dataset.key), size: list[0].getBoundingClientRect().width };
  });
  await page.mouse.move(...spots.from);
  await page.mouse.down();
  await page.waitForSelector(".target.next");
  const goal = await page.locator(".target.next").first().boundingBox();
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1);
  fails(page, "hnefatafl");
  await page.context().close();

  // Starts are drawn at once, again, or by hand.
  for (const game of ["fischerandom", "tantrix", "lanza", "jetan"].filter(game => chosen.length === 0 || chosen.includes(game))) {
    page = await open(at({ game, seats: "|" }));
    await page.waitForSelector("#board svg .target, #choices [data-key]");
    const start = () => page.locator("#moves").textContent();
    if (game !== "jetan") {
      assert(await page.locator("#again").isVisible(), `${game}: another start can be drawn`);
      const known = new Set([await start()]);
      for (let tries = 0; tries < 5; tries += 1) {
        await page.click("#again");
        known.add(await start());
      }
      assert(known.size > 1, `${game}: starts differ`);
      await page.check("#throws");
      assert.equal(await played(page), 0, `${game}: a start is thrown by hand`);
      assert(await page.locator("#throw").isVisible());
      await page.uncheck("#throws");
      assert((await played(page)) > 0, `${game}: or drawn again`);
    }
    fails(page, game);
    await page.context().close();
  }

  // The board turned around, and two people.
  page = await open(at({ game: "three-mens-morris", seats: "|auto(sims=30)" }));
  await page.waitForSelector(".target");
  const place = name => page.locator(`.target[aria-label="${name}"]`).boundingBox();
  const before_flip = await place("a1");
  await page.click("#flip");
  assert((await place("a1")).y < before_flip.y - 50, "flipped");
  await page.click("#people");
  assert.match(await page.evaluate(() => location.hash), /seats=%7C&|seats=%7C$/, "two people");
  await page.locator(".target").first().click();
  assert.match(await prompt(page), /^Black to move/);
  await page.context().close();

  // Every move since one's own is marked; the winning line and the reason are shown.
  page = await open(at({ game: "three-mens-morris", seats: "|", moves: "@a1 @a3 @b1 @c3 @c2 @a2 c2-c1 a2-b2" }));
  await page.waitForSelector("#banner:not([hidden])");
  assert.equal(await page.locator("#result").textContent(), "White wins: three in a row.");
  assert.equal(await page.locator('#board path.mark[d$="z"]').count(), 1, "the line that won");
  await page.context().close();
  if (chosen.length === 0) {
    page = await open(at({ game: "martian-chess(players=4)", seats: "|random|random|random" }), { reducedMotion: "reduce" });
    await page.waitForSelector(".target");
    await page.locator(".target").first().click();
    await page.locator(".target.next").first().click();
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 4 && document.querySelector("[data-key]"));
    assert.equal(await page.locator("#board path.tip").count(), 3, "what the three others did is marked");
    await page.context().close();
    page = await open(at({ game: "fischerandom(start=518)", seats: "|", moves: "e2e4 f7f6 d2d4 g7g5 d1h5" }));
    await page.waitForSelector("#banner:not([hidden])");
    assert.match(await page.locator("#result").textContent(), /^White wins: /);
    await page.context().close();
    page = await open(at({ game: "fischerandom(start=518)", seats: "|", moves: "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5" }));
    await page.waitForSelector(".target");
    assert.match(await prompt(page), /^White to move, in check/);
    assert.match(await page.locator("#board svg").textContent(), /check/);
    assert.match(await page.locator("#losses").textContent(), /Black lost/);
    await page.context().close();
  }

  // The list of games, and how long the first page takes.
  for (const [width, colorScheme] of [[1280, "light"], [768, "dark"], [390, "dark"], [390, "light"]]) {
    page = await open("", { width, colorScheme });
    await page.waitForSelector("#cards li");
    const all = await page.locator("#cards li:visible").count();
    await page.fill("#find", "chess");
    assert((await page.locator("#cards li:visible").count()) < all, "games are found by name");
    await page.fill("#find", "");
    assert.deepEqual(await violations(page), [], `list at ${width} pixels: axe`);
    await looks(page, `list at ${width} pixels`, "img");
    if (process.env.TORNEO_SHOTS) await page.screenshot({ path: join(process.env.TORNEO_SHOTS, `list-${width}.png`) });
    await page.context().close();
  }
  console.log("the site: all right");
} finally {
  await browser.close();
  stop();
}
