// International bank account numbers (ISO 13616): how they are typed, checked and shown. Safe in the browser.

/** Without spaces, in capitals: what is stored. */
export const compactIban = (typed: string): string => typed.replace(/[\s-]+/g, "").toUpperCase()

/** Whether a compact IBAN has the right form and check digits. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  let rest = 0
  // A letter is two digits: A is 10, Z is 35.
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of Number.parseInt(sign, 36).toString()) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** In groups of four, as on paper. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ")

/** A bank's identifier (ISO 9362): 8 or 11 letters and digits. */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)
