import { createHash } from "node:crypto"

/** What tells facts from others, in 22 characters: of a preview that was shown, or of a form whose words aren't kept. */
export const digestOf = (facts: unknown): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22)
