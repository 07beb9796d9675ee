// The results of a run in headless Chromium while it is played, and its report.
// node results.mjs TORNEO [CHROMIUM]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

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
const server = spawn(program, ["web", results, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  let text = "";
  server.stdout.on("data", data => {
    text += data;
    if (text.includes("\n")) resolve(text.trim());
  });
  server.on("exit", code => reject(new Error(`torneo web ended with ${code}`)));
});
assert.match(url, /\/results\.html$/);
const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  page.errors = [];
  page.on("console", message => { if (message.type() === "error") page.errors.push(message.text()); });
  page.on("pageerror", error => page.errors.push(String(error)));
  page.on("dialog", dialog => page.errors.push(`a dialog: ${dialog.message()}`));
  await page.goto(url);
  const count = () => page.evaluate(() => Number(document.getElementById("progress").textContent.split(" ")[0]));
  await page.waitForFunction(() => document.getElementById("progress").textContent !== "");
  const first = await count();
  assert.equal(await ended, 0, "the run ends well");
  await page.waitForFunction(() => /^(\d+) of \1 games$/.test(document.getElementById("progress").textContent));
  const all = await count();
  assert(all > first, `games come while the page is open: ${first}, ${all}`);
  assert.match(await page.locator("#standing").textContent(), /<script>alert\(1\)<\/script>/, "names are text");
  assert((await page.locator("#games tr").count()) === 50, "the last games are listed");
  await page.click('a:text("Report")');
  await page.waitForSelector("#rows tr");
  await page.locator("#rows button").first().click();
  await page.waitForSelector("#board svg");
  assert.deepEqual(page.errors, [], "console");
  console.log(`results: ${first} games at first, ${all} at last; the report opens`);
} finally {
  await browser.close();
  server.kill("SIGINT");
}
