// One picture of the starts of all games as `torneo show --png` draws them: 600, 300 and 150 pixels wide, light and dark.
// node sheet.mjs TORNEO CHROMIUM FILE.webp
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./pages.mjs";

const [program, executable, file] = process.argv.slice(2);
const SIZES = [600, 300, 150], THEMES = ["light", "dark"];
const folder = mkdtempSync(join(tmpdir(), "torneo-"));
const games = JSON.parse(execFileSync(program, ["games", "--json"])).map(game => game.id);
const cells = games.map(game => {
  const picture = (theme, size) => {
    const png = join(folder, "picture.png");
    execFileSync(program, ["show", game, "--png", png, "--size", String(size), "--theme", theme]);
    return `data:image/png;base64,${readFileSync(png).toString("base64")}`;
  };
  return { game, pictures: THEMES.map(theme => SIZES.map(size => picture(theme, size))) };
});
rmSync(folder, { recursive: true });

const browser = await launch(executable);
const page = await browser.newPage();
// The smaller pictures of a theme stand at the right of its large one.
const webp = await page.evaluate(async cells => {
  const COLUMNS = 4, GAP = 12, HEAD = 30, WIDTH = 4 * GAP + 2 * (600 + GAP + 300);
  const load = source => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("a picture cannot be read"));
    image.src = source;
  });
  const loaded = [];
  for (const { game, pictures } of cells) loaded.push({ game, images: await Promise.all(pictures.map(theme => Promise.all(theme.map(load)))) });
  const tall = ({ images }) => HEAD + GAP + Math.max(...images.map(([large, middle, small]) => Math.max(large.height, middle.height + GAP + small.height)));
  // Each game goes to the shortest column.
  const ends = Array(COLUMNS).fill(0);
  const places = loaded.map(cell => {
    const column = ends.indexOf(Math.min(...ends));
    const y = ends[column];
    ends[column] += tall(cell);
    return { x: column * WIDTH, y };
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [COLUMNS * WIDTH, Math.max(...ends) + GAP];
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#9a9a9a";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  pen.font = "20px sans-serif";
  loaded.forEach(({ game, images }, number) => {
    const { x, y } = places[number];
    pen.fillText(game, x + GAP, y + 24);
    images.forEach(([large, middle, small], theme) => {
      const left = x + GAP + theme * (600 + 300 + 2 * GAP);
      pen.drawImage(large, left, y + HEAD);
      pen.drawImage(middle, left + 600 + GAP, y + HEAD);
      pen.drawImage(small, left + 600 + GAP, y + HEAD + middle.height + GAP);
    });
  });
  return canvas.toDataURL("image/webp", 0.6).split(",")[1];
}, cells);
writeFileSync(file, Buffer.from(webp, "base64"));
await browser.close();
console.log(`${games.length} games, ${Math.round(webp.length * 3 / 4 / 1000)} kB: ${file}`);
