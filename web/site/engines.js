// Engines, each kind of question in a worker of its own.

// The engines that the page offers, besides any that is typed.
export const LEVELS = [
  ["", "a person"],
  ["random", "engine, at random: no thought"],
  ["auto(sims=30)", "engine, easy: less than 0.1 s a move"],
  ["auto(time=0.3)", "engine, medium: 0.3 s a move"],
  ["auto(time=2)", "engine, strong: 2 s a move"],
  ["auto(time=10)", "engine, strongest: 10 s a move"],
];
export const ADVISER = "auto(time=1)";

export class Engines {
  #worker = null;
  #asked = new Map();
  #count = 0;

  // What an engine would play; the answer of a question that was stopped never comes.
  ask(question) {
    if (this.#worker === null) {
      this.#worker = new Worker("worker.js", { type: "module" });
      this.#worker.addEventListener("message", ({ data }) => this.#answer(data));
      this.#worker.addEventListener("error", event => {
        const { message } = event;
        for (const id of [...this.#asked.keys()]) this.#answer({ id, error: message || "the engine could not be loaded" });
        this.stop();
      });
    }
    const id = ++this.#count;
    this.#worker.postMessage({ id, seed: crypto.getRandomValues(new Uint32Array(1))[0], lines: 1, ...question });
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }

  #answer({ id, answer, error }) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (error !== undefined) asked?.reject(new Error(error));
    else asked?.resolve(answer);
  }

  // Gives up what is being thought about.
  stop() {
    if (this.#asked.size === 0) return;
    this.#worker?.terminate();
    this.#worker = null;
    this.#asked.clear();
  }
}
