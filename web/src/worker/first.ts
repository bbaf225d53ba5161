/** On the first visit the page is there before its worker: what has come meanwhile is kept, too. */

const { serviceWorker } = navigator;
if (!serviceWorker.controller)
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });

const names = performance.getEntriesByType("resource").map(({ name }) => name);
const ours = names.filter((name) => new URL(name).origin === location.origin);
for (const name of new Set(["/", ...ours])) await fetch(name).catch(() => null);

export {};
