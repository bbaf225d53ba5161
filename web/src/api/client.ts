/** Requests to the server: JSON in, JSON out, one kind of error. */

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body);
  const value: unknown = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw refusal(answer.status, value);
  return value as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);

async function send(method: string, path: string, body: unknown): Promise<Response> {
  const json = { "Content-Type": "application/json" };
  try {
    return await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: json }),
    });
  } catch {
    throw new Unreachable("the server does not answer");
  }
}

function refusal(status: number, value: unknown): Refused {
  const error = (value as { error?: { code?: string; message?: string } }).error ?? {};
  const { code = "server/fault", message = "", ...details } = error;
  return new Refused(status, code, message, details);
}
