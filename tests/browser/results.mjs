// The results of a run in headless Chromium while it is played, and its report.
// node results.mjs TORNEO [CHROMIUM]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, looks, open, serve, violations, WIDTHS } from "./pages.mjs";

const [program, executable = "chromium"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "torneo-"));
const config = join(folder, "live.toml");
writeFileSync(config, `name = "live"
seed = 7
games = ["three-mens-morris", "razzle-dazzle"]
rounds = 60
engines = [
  { name = "<script>alert(1)</script>", spec = "mcts(sims=300)" },
  { name = "random", spec = "random" },
]
`);
const results = join(folder, "live");
const run = spawn(program, ["run", config, "--threads", "1", "--out", results], { stdio: "ignore" });
const ended = new Promise(resolve => run.on("exit", resolve));
const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
for (let tries = 0; !existsSync(join(results, "seats.csv")); tries += 1) {
  assert(tries < 600, "the run begins");
  await sleep(50);
}
// The run waits until its page is open, however quick the machine is.
run.kill("SIGSTOP");
const { url, stop } = await serve(program, results);
assert.match(url, /\/results\.html$/);
const browser = await launch(executable);
try {
  const page = await open(browser, url, { width: 390 });
  const count = () => page.evaluate(() => Number(document.getElementById("progress").textContent.split(" ")[0]));
  await page.waitForFunction(() => document.getElementById("progress").textContent !== "");
  const first = await count();
  run.kill("SIGCONT");
  assert.equal(await ended, 0, "the run ends well");
  await page.waitForFunction(() => /^(\d+) of \1 games$/.test(document.getElementById("progress").textContent));
  const all = await count();
  assert(all > first, `games come while the page is open: ${first}, ${all}`);
  assert.match(await page.locator("#standing").textContent(), /<script>alert\(1\)<\/script>/, "names are text");
  assert((await page.locator("#games tr").count()) === 50, "the last games are listed");
  for (const width of WIDTHS) {
    for (const colorScheme of ["light", "dark"]) {
      const other = await open(browser, url, { width, colorScheme });
      await other.waitForSelector("#games tr");
      await looks(other, `results, ${width} pixels, ${colorScheme}`);
      assert.deepEqual(await violations(other), [], "axe");
      await other.context().close();
    }
  }
  await page.click('a:text("Report")');
  await page.waitForSelector("#rows tr");
  await page.locator("#rows button").first().click();
  await page.waitForSelector("#board svg");
  // While the first report is made, a page says so and asks again.
  const waits = error => error.includes("503 (Service Unavailable)");
  assert.deepEqual(page.errors.filter(error => !waits(error)), [], "console");
  console.log(`results: ${first} games at first, ${all} at last; the report opens`);
} finally {
  await browser.close();
  stop();
}
