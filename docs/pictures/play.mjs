// Pictures of a game in the browser, for light and dark screens.
// node play.mjs TORNEO CHROMIUM FOLDER
import { join } from "node:path";
import { launch, open, serve } from "./pages.mjs";

const [program, executable, folder] = process.argv.slice(2);
const { url, stop } = await serve(program);
const browser = await launch(executable);
for (const [colorScheme, name] of [["light", "play.png"], ["dark", "play-dark.png"]]) {
  const game = "#" + new URLSearchParams({ game: "hnefatafl", moves: "d1-d4 e5-e2 h1-h4 f4-g4" });
  const page = await open(browser, url + game, { colorScheme, width: 960 });
  await page.waitForTimeout(3000);
  await page.screenshot({ path: join(folder, name) });
}
await browser.close();
stop();
