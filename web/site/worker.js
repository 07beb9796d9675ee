// Engines think here, so that the page goes on.

let loaded = null;

async function thinker({ module, game, engine }) {
  const name = `${module} ${game} ${engine}`;
  if (loaded?.name !== name) {
    const player = await import(`./modules/${module}.js`);
    await player.default();
    loaded = { name, thinker: new player.Thinker(game, engine) };
  }
  return loaded.thinker;
}

// What the sides of a decision in a dice game are worth.
async function chances({ module, game, position }) {
  const player = await import(`./modules/${module}.js`);
  await player.default();
  return JSON.parse(player.chances(game, position));
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.chances) {
      postMessage({ id: data.id, answer: await chances(data) });
      return;
    }
    const asked = await thinker(data);
    const text = asked.think(data.position || undefined, data.moves, data.seat, BigInt(data.seed), data.lines);
    postMessage({ id: data.id, answer: JSON.parse(text) });
  } catch (error) {
    loaded = null;
    postMessage({ id: data.id, error: error.message ?? String(error) });
  }
});
