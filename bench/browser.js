/** Runs in the page: measures from what sets it off to what is painted. See browser.py. */

const table = () => document.querySelector("[data-position]");

/** When the next frame begins: then browsers tell a page that a slider was dragged. */
const frame = () => new Promise(requestAnimationFrame);

/** As soon as what is under way is done; when a frame has begun, that is its painting. */
const done = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** After the next frame is on the screen. */
const painted = () => frame().then(done);

const PATIENCE = 10_000;

/** Milliseconds without anything being loaded after which a page has come to rest. */
const CALM = 1_000;

/** As soon as the table has an attribute of that value. */
const becomes = (name, value) =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Error(`${name} does not become ${value}`));
    const timer = setTimeout(late, PATIENCE);
    const look = () => {
      if (table()?.dataset[name] !== String(value)) return;
      watch.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { attributes: true, subtree: true, childList: true });
    look();
  });

window.bench = {
  /** Milliseconds from each position that was heard until it was painted. */
  heard: [],

  /** How many stretches of the game have come. */
  stretches: () =>
    performance.getEntriesByType("resource").filter(({ name }) => name.includes("/positions?"))
      .length,

  /** As soon as the page has come to rest. */
  rested: () =>
    new Promise((resolve) => {
      let timer = setTimeout(resolve, CALM);
      new PerformanceObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, CALM);
      }).observe({ type: "resource" });
    }),

  /** Shows a moment by the slider; milliseconds until it is painted. */
  async look(moment) {
    const slider = document.querySelector("input[type=range]");
    await frame();
    const begun = performance.now();
    slider.value = String(moment);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    let late = true;
    const shown = becomes("entries", moment).then(() => (late = false));
    await done();
    if (late) await shown.then(painted);
    return performance.now() - begun;
  },
};

window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    // The page listens after us, in the same task.
    this.addEventListener("message", async ({ data }) => {
      const begun = performance.now();
      const { type, position } = JSON.parse(data);
      if (type !== "position") return;
      await becomes("position", position.position);
      await painted();
      window.bench.heard.push(performance.now() - begun);
    });
  }
};
