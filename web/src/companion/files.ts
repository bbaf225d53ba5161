/** Records as files: saved to the machine, or sent to the server. */

/** Lets the browser save a text under a name. */
export function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name of a file for a game: letters and digits of its name. */
export const fileOf = (name: string): string => {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return `${plain || "rondel"}.rondel.json`;
};
