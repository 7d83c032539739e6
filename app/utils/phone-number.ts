// Phone numbers as people write them: with or without separators, a country's code or the zero in front. Two spellings are
// recognized as the same by their digits. Safe in the browser.

/** Fewer digits are part of too many numbers. */
const leastTyped = 6
/** A stored number with fewer digits isn't looked for inside a typed one. */
const leastStored = 7

/** What is behind that is no number; on long texts the pattern would take minutes. */
const longest = 500

/** What of a number counts: its digits, without an extension behind it and the zeros that only national or only foreign calls begin with. */
export const digitsOf = (phone: string): string =>
  phone
    .slice(0, longest)
    .replace(/(\d.*?)(?:ext|x|#).*$/i, "$1")
    .replace(/\(0\)/g, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "")

/** The digits of a text that can be a phone number; undefined where it is none, or too little of one. */
export function typedDigits(text: string): string | undefined {
  if (!/^[\d\s()+./\-\u2010-\u2013]+$/.test(text)) return undefined
  const digits = digitsOf(text)
  return digits.length >= leastTyped ? digits : undefined
}

/** Whether digits that someone typed are a stored number, or a part of it. Either may have the country's code. */
export const isNumberMeant = (stored: string, typed: string): boolean =>
  stored.includes(typed) || (stored.length >= leastStored && typed.endsWith(stored))
