// What the tests of pages share.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const launch = executable => chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });

// Opens a page whose errors are kept in `errors`.
export async function open(browser, url, { width = 1280, ...context } = {}) {
  const page = await (await browser.newContext({ viewport: { width, height: 900 }, ...context })).newPage();
  page.errors = [];
  page.on("console", message => { if (message.type() === "error") page.errors.push(message.text()); });
  page.on("pageerror", error => page.errors.push(String(error)));
  page.on("dialog", dialog => page.errors.push(`a dialog: ${dialog.message()}`));
  await page.goto(url);
  return page;
}

// What axe minds about a page as it is.
export async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => (await axe.run()).violations.map(one => `${one.id}: ${one.nodes[0].html}`));
}

export const fits = page => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

// Starts `torneo web` with these arguments at a free port; where it listens, and how it is stopped.
export async function serve(program, ...options) {
  const server = spawn(program, ["web", ...options, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", data => {
      text += data;
      if (text.includes("\n")) resolve(text.trim());
    });
    server.on("exit", code => reject(new Error(`torneo web ended with ${code}`)));
  });
  return { url, stop: () => server.kill("SIGINT") };
}
