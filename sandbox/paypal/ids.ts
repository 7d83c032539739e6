import { randomInt } from "node:crypto"

// PayPal's own alphabet: no 0, 1, I or O.
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

function letters(count: number) {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join("")
}

/** Ids in the shapes PayPal uses: subscription I-…, plan P-…, product PROD-…, order and capture 17 signs, payer 13. */
export const newId = {
  subscription: () => `I-${letters(12)}`,
  plan: () => `P-${letters(24)}`,
  product: () => `PROD-${letters(17)}`,
  agreementToken: () => `BA-${letters(17)}`,
  token: () => letters(17),
  order: () => letters(17),
  payment: () => letters(17),
  customer: () => letters(10),
  savedMethod: () => letters(17).toLowerCase(),
}
