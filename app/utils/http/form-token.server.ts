import { createHmac, timingSafeEqual } from "node:crypto"
import { env } from "~/utils/env.server"

// Text browsers (lynx, w3m) send neither Sec-Fetch-Site nor Origin. For them the forms of the signed-in area carry a
// token bound to the sign-in; the edge marks such requests with `unprovenOrigin` and the guard asks for the token.

export const unprovenOrigin = "x-tutti-unproven-origin"

export const formTokenOf = (signInId: string): string =>
  createHmac("sha256", env().SESSION_SECRET).update(`form:${signInId}`).digest("base64url")

/** Whether the request's form holds the token of this sign-in. Reads a copy of the body. */
export async function carriesFormToken(request: Request, signInId: string): Promise<boolean> {
  const given = await request
    .clone()
    .formData()
    .then((form) => form.get("formToken"))
    .catch(() => null)
  if (typeof given !== "string") return false
  const expected = Buffer.from(formTokenOf(signInId))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
