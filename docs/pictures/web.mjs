// Pictures of the site for docs/web.md: the list of games and a game of dice.
// node web.mjs TORNEO CHROMIUM FOLDER
import { join } from "node:path";
import { launch, open, serve } from "./pages.mjs";

const [program, executable, folder] = process.argv.slice(2);
const { url, stop } = await serve(program);
const browser = await launch(executable);
const list = await open(browser, url, { width: 960 });
await list.fill("#find", "alfonso 2 players");
await list.waitForLoadState("networkidle");
await list.screenshot({ path: join(folder, "library.png") });
const game = "#" + new URLSearchParams({ game: "hazard", seats: "|auto(time=0.3)" });
const page = await open(browser, url + game, { width: 960, reducedMotion: "reduce" });
await page.waitForSelector("#roll:not([hidden])");
await page.screenshot({ path: join(folder, "web.png") });
await browser.close();
stop();
