/** Telling somebody who looks elsewhere that it is his decision: title, sound, system notice. */

import type { DecisionKind } from "../api/told.ts";
import type { Likes } from "./preferences.svelte.ts";

type Kind = "decision" | "question" | "tick" | "marker" | "piece" | "coin";

const NOTES: Record<Kind, number[]> = {
  decision: [587, 784],
  question: [587],
  tick: [1175],
  marker: [880],
  piece: [392],
  coin: [1568],
};

/** What goes with others' moves is short and soft: seconds, and volume. */
const BRIEF = [0.1, 0.08] as const;
const CALL = [0.34, 0.12] as const;
const isBrief = (kind: Kind): boolean => ["marker", "piece", "coin"].includes(kind);

/** Decisions that only ask for a yes or no. */
const QUESTIONS: readonly DecisionKind[] = ["swiss_force", "canal_consent", "battle_demand"];

const kindOf = (decision: DecisionKind): Kind =>
  QUESTIONS.includes(decision) ? "question" : "decision";

let audio: AudioContext | null = null;
let shown: Notification | null = null;

/** Puts a dot before the title, and on the icon, while somebody must decide. */
export function showTitle(yours: boolean, head: string, name: string): void {
  const title = yours ? `● ${head} – Rondel` : `${name} – Rondel`;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const file = yours ? "/favicon-yours.svg" : "/favicon.svg";
  if (icon && icon.getAttribute("href") !== file) icon.setAttribute("href", file);
}

/** One soft sound, and a notice of the system where it is liked; the same tag replaces it. */
export function notify(decision: DecisionKind, head: string, tag: string, likes: Likes): void {
  if (likes.sound) play(kindOf(decision));
  const allowed = "Notification" in window && Notification.permission === "granted";
  if (!likes.notices || !allowed || !(document.hidden || likes.always)) return;
  const notice = new Notification("Rondel", { body: head, tag });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
  shown = notice;
}

/** Takes the notice back: it was decided, here or elsewhere. */
export function withdraw(): void {
  shown?.close();
  shown = null;
}

export function play(kind: Kind): void {
  // Before anybody has done something here, browsers play nothing.
  if (!("userActivation" in navigator) || !navigator.userActivation.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
  } catch {
    return;
  }
  const context = audio;
  const [length, loud] = isBrief(kind) ? BRIEF : CALL;
  NOTES[kind].forEach((frequency, i) =>
    tone(context, frequency, context.currentTime + i * 0.22, length, loud),
  );
}

function tone(
  context: AudioContext,
  frequency: number,
  at: number,
  length: number,
  loud: number,
): void {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}
