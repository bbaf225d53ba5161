import { expect, test, vi } from "vitest";

import { clockTime, minuteOf } from "../src/notices/minutes.ts";
import { browserName, bytes } from "../src/notices/push.ts";
import { actOn, pathOf, type Pushed } from "../src/worker/pushes.ts";

const PUSHED: Pushed = {
  event: "decision",
  id: "n1",
  tables: ["abc"],
  title: "Evening: your decision",
  body: "Choose a slot.",
  path: "/t/abc",
};

interface Shown {
  title: string;
  tag: string;
  data: unknown;
  close: () => void;
}

/** A screen that shows one notice for each tag, as browsers do. */
function screen() {
  const shown = new Map<string, Shown>();
  return {
    shown,
    showNotification: vi.fn((title: string, options: NotificationOptions) => {
      const tag = options.tag ?? "";
      shown.set(tag, { title, tag, data: options.data, close: () => shown.delete(tag) });
      return Promise.resolve();
    }),
    getNotifications: ({ tag }: { tag?: string } = {}) =>
      Promise.resolve(
        [...shown.values()].filter((one) => !tag || one.tag === tag) as unknown as Notification[],
      ),
  };
}

test("a decision is shown once however often it is pushed", async () => {
  const here = screen();
  await actOn(PUSHED, here);
  await actOn(PUSHED, here);
  expect([...here.shown.values()].map(({ title }) => title)).toEqual([PUSHED.title]);
});

test("what was decided is taken back", async () => {
  const here = screen();
  await actOn(PUSHED, here);
  await actOn({ ...PUSHED, event: "decided" }, here);
  expect(here.shown.size).toBe(0);
});

test("a decision that came later stays when the one before is taken back", async () => {
  const here = screen();
  await actOn(PUSHED, here);
  await actOn({ ...PUSHED, id: "n2" }, here);
  await actOn({ ...PUSHED, event: "decided" }, here);
  expect([...here.shown.keys()]).toEqual(["abc"]);
});

test("several tables are told in one notice", async () => {
  const here = screen();
  await actOn({ ...PUSHED, event: "digest", tables: ["abc", "def"] }, here);
  expect([...here.shown.keys()]).toEqual(["n1"]);
});

test("a notice leads nowhere but to the page", () => {
  expect(pathOf({ path: "/t/abc" })).toBe("/t/abc");
  expect(pathOf({ path: "https://example.org/" })).toBe("/");
  expect(pathOf({ path: "//example.org/" })).toBe("/");
  expect(pathOf(null)).toBe("/");
});

test("minutes of the day are written as times", () => {
  expect(clockTime(8 * 60 + 5)).toBe("08:05");
  expect(minuteOf("22:30")).toBe(22 * 60 + 30);
  expect(minuteOf("")).toBeNull();
});

test("keys are read as browsers want them", () => {
  expect([...bytes("_-8")]).toEqual([255, 239]);
});

test("a browser is called by its name and system", () => {
  expect(browserName("Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile")).toBe("Chrome, Android");
  expect(browserName("")).toBe("Browser");
});
