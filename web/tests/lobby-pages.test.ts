import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { SeatTold, TableTold } from "../src/api/generated/types.gen.ts";
import { text } from "../src/i18n.svelte.ts";
import TableForm from "../src/lobby/TableForm.svelte";
import Lobby from "../src/pages/Lobby.svelte";
import PlayNow from "../src/start/PlayNow.svelte";
import { myName, session } from "../src/state/session.svelte.ts";
import { Log } from "../src/state/log.svelte.ts";
import type { TableState } from "../src/state/table.svelte.ts";

interface Asked {
  method: string;
  path: string;
  body: unknown;
}

let asked: Asked[];
let answers: Record<string, unknown>;

interface Sent {
  method?: string;
  body?: string;
}

const ann = { id: "ann", name: "Ann", login: null, guest: true, admin: false };
const facts = { setup: { by_players: {} } };
const options = [{ name: "setup", values: ["standard", "draft"], default: "standard" }];

beforeEach(async () => {
  asked = [];
  answers = {
    "POST /api/me": { user: ann },
    "POST /api/tables": { id: "0123456789abcdef" },
    "GET /api/games/imperial2030": { id: "imperial2030", options, facts },
    "GET /api/games/imperial": { id: "imperial", options, facts },
  };
  vi.stubGlobal("fetch", (path: string, { method = "GET", body }: Sent = {}) => {
    asked.push({ method, path, body: body ? JSON.parse(body) : undefined });
    return Promise.resolve(Response.json(answers[`${method} ${path}`] ?? {}));
  });
  session.me = null;
  session.known = true;
  localStorage.clear();
  await text.use("en");
  await text.bring("lobby");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent = (path: string): unknown => asked.find((one) => one.path === path)?.body;

test("one click plays against three bots, with no account", async () => {
  render(PlayNow);
  await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
  await waitFor(() => expect(location.pathname).toBe("/t/0123456789abcdef"));
  expect(asked.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/api/me",
    "/api/tables",
  ]);
  expect(sent("/api/tables")).toEqual({
    game: "imperial2030",
    seats: [{ kind: "me" }, ...Array.from({ length: 3 }, () => ({ kind: "bot", bot: "medium" }))],
    public: false,
    start: true,
  });
});

test("the next click plays what was played last", async () => {
  const first = render(PlayNow);
  await fireEvent.click(screen.getByRole("radio", { name: /Europe 1900/ }));
  await fireEvent.click(screen.getByRole("radio", { name: "1" }));
  await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
  await waitFor(() => expect(sent("/api/tables")).toBeDefined());
  first.unmount();
  render(PlayNow);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Europe 1900/ }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "1" }).checked).toBe(true);
});

test("a table with an open seat waits, one without starts at once", async () => {
  render(TableForm);
  expect(screen.getByRole("button", { name: "Open a table" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("radio", { name: "2" }));
  for (const bot of screen.getAllByRole("radio", { name: "Bot" }).slice(1))
    await fireEvent.click(bot);
  await fireEvent.click(screen.getByRole("button", { name: "Start the game" }));
  await waitFor(() => expect(sent("/api/tables")).toBeDefined());
  expect(sent("/api/tables")).toMatchObject({
    options: { setup: "standard" },
    seats: [{ kind: "me" }, { kind: "bot", bot: "medium" }],
    start: true,
  });
});

const seat = (number: number, values: Partial<SeatTold> = {}): SeatTold => ({
  seat: number,
  name: null,
  user: null,
  bot: null,
  offered: true,
  away: false,
  yours: false,
  time_left: null,
  vacation_until: null,
  vacation_left: null,
  ...values,
});

const told = (seats: SeatTold[]): TableTold =>
  ({
    id: "0123456789abcdef",
    name: "Kraków",
    game: "imperial2030",
    options: {},
    public: false,
    invite: null,
    host: "ines",
    status: "open",
    undo: true,
    clock: null,
    seats,
  }) as unknown as TableTold;

const at = (path: string): string => `/api/tables/0123456789abcdef${path}`;
const table = {
  at,
  acting: { sending: false, answer: null },
  connection: { state: "open" },
  log: new Log(),
  present: [],
  table: null,
} as unknown as TableState;

test("who comes by a link gives a name and sits down with one click", async () => {
  const seats = [seat(0, { name: "Ines", user: "ines", offered: false }), seat(1)];
  render(Lobby, { table, told: told(seats) });
  expect(screen.getByRole("heading", { name: "Ines invites you to this table" })).toBeTruthy();
  await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Ann" } });
  await fireEvent.click(screen.getByRole("button", { name: "Sit down" }));
  await waitFor(() => expect(sent(at("/seats/1/take"))).toEqual({ name: null }));
  expect(sent("/api/me")).toEqual({ name: "Ann" });
});

test("a guest is not offered a name that sits at the table", () => {
  const seats = [seat(0, { name: myName(), user: "ines", offered: false }), seat(1)];
  render(Lobby, { table, told: told(seats) });
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).not.toBe(myName());
});

test("the host fills open seats with bots and starts; others cannot", async () => {
  const seats = [seat(0, { name: "Ines", user: "ines", yours: true, offered: false }), seat(1)];
  session.me = { ...ann, id: "ines" };
  render(Lobby, { table, told: told(seats) });
  await fireEvent.click(screen.getByRole("radio", { name: "Sharp" }));
  await fireEvent.click(screen.getByRole("button", { name: "Fill with bots and start" }));
  await waitFor(() => expect(sent(at("/start"))).toEqual({ fill: "hard" }));
  cleanup();
  session.me = ann;
  render(Lobby, { table, told: told(seats) });
  expect(screen.queryByRole("button", { name: /start/i })).toBeNull();
});

test("a refusal is shown as a sentence", async () => {
  const error = { code: "seat/name_taken", message: "taken" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ error }, { status: 409 })));
  session.me = ann;
  render(Lobby, { table, told: told([seat(0)]) });
  await fireEvent.click(screen.getByRole("button", { name: "Sit here" }));
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe(
      "Somebody at this table has that name. Choose another.",
    ),
  );
});
