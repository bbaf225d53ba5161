/** Numbers as the reader's language writes them. */

/** A share in percent. */
export const percent = (share: number, lang: string, digits = 1): string =>
  new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share * 100);

export const count = (number: number, lang: string): string =>
  new Intl.NumberFormat(lang).format(number);

/** A day as in 2026-11-17. */
export const day = (text: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "UTC" }).format(new Date(text));
