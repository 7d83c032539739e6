import { derivedTokens } from "~/utils/seal.server"

/** The six digits that prove a number. They follow from the agreement they are for, so no row holds them. */
const codesOf = (consentId: string): string[] =>
  derivedTokens(`text-code:${consentId}`).map((token) => {
    const number = Buffer.from(token, "base64url").readUInt32BE(0) % 1_000_000
    return String(number).padStart(6, "0")
  })

export const codeOf = (consentId: string): string => codesOf(consentId)[0] ?? ""

/** Also right while a secret is being changed. */
export const isCode = (consentId: string, typed: string): boolean => codesOf(consentId).includes(typed)
