/** Telling somebody who looks elsewhere that it is his decision: title, sound, system notice. */

import type { DecisionKind } from "../api/game.ts";

export interface Likes {
  sound: boolean;
  notices: boolean;
}

type Kind = "decision" | "question";

const NOTES: Record<Kind, number[]> = { decision: [587, 784], question: [587] };

/** Decisions that only ask for a yes or no. */
const QUESTIONS: readonly DecisionKind[] = ["swiss_force", "canal_consent", "battle_demand"];

export const kindOf = (decision: DecisionKind): Kind =>
  QUESTIONS.includes(decision) ? "question" : "decision";

let audio: AudioContext | null = null;

/** Puts a dot before the title while somebody must decide. */
export function showTitle(yours: boolean, head: string, name: string): void {
  document.title = yours ? `● ${head} – Rondel` : `${name} – Rondel`;
}

/** One soft sound, and a notice of the system if the page is hidden; the same tag replaces it. */
export function notify(kind: Kind, head: string, tag: string, likes: Likes): void {
  if (likes.sound) play(NOTES[kind]);
  const allowed = "Notification" in window && Notification.permission === "granted";
  if (likes.notices && allowed && document.hidden) {
    const notice = new Notification("Rondel", { body: head, tag });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}

function play(notes: number[]): void {
  try {
    audio ??= new AudioContext();
  } catch {
    return;
  }
  const context = audio;
  notes.forEach((frequency, i) => tone(context, frequency, context.currentTime + i * 0.22));
}

function tone(context: AudioContext, frequency: number, at: number): void {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.34);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.36);
}
