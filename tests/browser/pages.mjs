// What the tests of pages share.
import assert from "node:assert/strict";
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

// Texts that are smaller than 11 pixels on the screen; pictures of boards, which grow with the screen, are left out on request.
export const smallTexts = (page, without = "#board") => page.evaluate(without => [...document.querySelectorAll("body *")].filter(part => {
  const own = [...part.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
  const shown = own && part.getClientRects().length > 0 && !["SCRIPT", "STYLE", "TITLE", "NOSCRIPT", "OPTION"].includes(part.tagName.toUpperCase());
  const shape = part.getScreenCTM?.();
  // Letters may be turned.
  const scale = shape ? Math.hypot(shape.a, shape.b) : 1;
  return shown && !(without && part.closest(without)) && scale * parseFloat(getComputedStyle(part).fontSize) < 10.95;
}).map(part => part.outerHTML.slice(0, 100)), without);

// What can be clicked and is less than 24 pixels wide or high; links inside sentences may be (WCAG 2.2, 2.5.8).
export const smallTargets = page => page.evaluate(() => [...document.querySelectorAll("button, summary, select, input, a, .target:not(.goal)")].filter(part => {
  if (getComputedStyle(part).pointerEvents === "none" || part.closest("label.button")) return false;
  if (part.tagName === "A" && part.closest("p, li, td, h1, h2, h3") && getComputedStyle(part).display === "inline") return false;
  const { width, height } = part.getBoundingClientRect();
  return width > 0 && (width < 23.9 || height < 23.9);
}).map(part => { const { width, height } = part.getBoundingClientRect(); return `${width.toFixed(1)} x ${height.toFixed(1)}: ${part.outerHTML.slice(0, 90)}`; }));

// Elements that reach beyond the window, unless they lie in something that scrolls.
export const tooWide = page => page.evaluate(() => [...document.querySelectorAll("body *")].filter(part => {
  const { left, right, width } = part.getBoundingClientRect();
  const scrolls = parent => parent && parent !== document.body && (["auto", "scroll", "hidden"].includes(getComputedStyle(parent).overflowX) || scrolls(parent.parentElement));
  return width > 0 && (right > innerWidth + 0.5 || left < -0.5) && !scrolls(part.parentElement) && !part.closest("svg");
}).map(part => part.outerHTML.slice(0, 100)));

// A page as it should look at every width: nothing cut off, no small letters, no small targets, nothing in the console.
export async function looks(page, place, without) {
  assert.deepEqual(await tooWide(page), [], `${place}: nothing is wider than the window`);
  assert(await fits(page), `${place}: nothing is cut off`);
  assert.deepEqual(await smallTexts(page, without), [], `${place}: letters are 11 pixels or more`);
  assert.deepEqual(await smallTargets(page), [], `${place}: targets are 24 pixels or more`);
  assert.deepEqual(page.errors, [], `${place}: console`);
}

export const WIDTHS = [390, 768, 1280];

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
