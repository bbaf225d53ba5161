/** Requests to the server: JSON in, JSON out, two kinds of error. */

import { source } from "./source.ts";

/** The server has said no, or has made a mistake. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }

  /** Whether the fault is not in what was asked. */
  get isFault(): boolean {
    return this.status >= 500;
  }
}

/** The server did not answer: it is not there, or somebody before it says so. */
export class Unreachable extends Error {}

export type Failure = Refused | Unreachable;

export const isFailure = (error: unknown): error is Failure =>
  error instanceof Refused || error instanceof Unreachable;

/** What a proxy answers for a server that is down, and a server for a database that is. */
const AWAY = [502, 503, 504];

export async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const answer = await send(method, path, body, signal);
  if (AWAY.includes(answer.status)) throw new Unreachable(`status ${answer.status}`);
  const value = answer.status === 204 ? null : await read(answer);
  if (!answer.ok) throw refusal(answer.status, value);
  return value as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> =>
  ask<T>("POST", path, body, signal);

async function send(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const json = { "Content-Type": "application/json" };
  const own = source.here?.answer(method, path, body);
  if (own) return own;
  try {
    return await fetch(path, {
      method,
      signal: signal ?? null,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: json }),
    });
  } catch {
    throw new Unreachable("the server does not answer");
  }
}

/** The connection may break while the answer comes. */
async function read(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    throw new Unreachable("the answer does not end");
  }
}

function refusal(status: number, value: unknown): Refused {
  const error = (value as { error?: { code?: string; message?: string } }).error ?? {};
  const { code = "server/fault", message = "", ...details } = error;
  return new Refused(status, code, message, details);
}
