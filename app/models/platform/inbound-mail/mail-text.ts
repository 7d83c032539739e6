// The text of an email as a person reads it. Safe in the browser.

/** The bare address of `Name <address>`, in small letters. */
export const bareAddress = (from: string): string =>
  (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase()

/** Bytes of Windows-1252 that aren't the character of the same number. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** A text that a program read in the wrong charset ("FÃ¼r"), as it was written ("Für"); any other as it is. */
export function asWritten(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const byte = code < 0x100 ? code : windows.indexOf(text[index] ?? "") + 0x80
    if (byte < 0x80 && code >= 0x100) return text
    bytes[index] = byte
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}
