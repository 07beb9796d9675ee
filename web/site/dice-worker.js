// Dice are worked out here, so that the page goes on.

const loaded = import("./modules/calculator.js").then(async calculator => {
  await calculator.default();
  return calculator;
});

addEventListener("message", async ({ data }) => {
  try {
    const calculator = await loaded;
    postMessage({ id: data.id, ...JSON.parse(calculator.answer(data.text, data.width, data.graph, data.dark)) });
  } catch (error) {
    postMessage({ id: data.id, failed: error.message ?? String(error), deep: error instanceof RangeError });
  }
});
