import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { derivedTokens, isSame } from "~/utils/seal.server"
import { pageOwnerHeader, senderHeader } from "~/utils/sender-header"

// Text browsers (lynx, w3m) send neither Sec-Fetch-Site nor Origin. For them the forms of the logged-in area carry a
// token bound to the sign-in; the edge marks such requests with `unprovenOrigin` and the guard asks for the token.

export const unprovenOrigin = "x-tutti-unproven-origin"

type Whose = Pick<SignIn, "id" | "user" | "membership">

/** The form's owner: the member, or the user without a school. */
export const holderOf = ({ user, membership }: Pick<SignIn, "user" | "membership">): string =>
  membership?.memberId ?? user.id

/**
 * The token of a sign-in's forms: a proof of the sign-in, followed by a proof of the form's owner, which stays valid
 * after the sign-in has ended.
 */
export const formTokenOf = (viewer: Whose): string =>
  `${signInProofs(viewer.id)[0] ?? ""}.${holderOf(viewer)}.${holderProofs(holderOf(viewer))[0] ?? ""}`

const signInProofs = (signInId: string) => derivedTokens(`form:${signInId}`)

const holderProofs = (holder: string) =>
  derivedTokens(`form-holder:${holder}`).map((proof) => proof.slice(0, 22))

/**
 * Refuses a form of unproven origin that doesn't hold the token of this sign-in, one from a page of someone else, in whose
 * browser another tab has logged in as this person since, and one that a device has kept for someone else or for a login that
 * has ended. The page keeps what was typed, and the device what it has kept.
 */
export async function refuseForeignForm(request: Request, viewer: Whose | undefined) {
  // After an action Remix asks the loaders with the same headers, but as GET and without the form.
  if (request.method === "GET" || request.method === "HEAD") return
  const sender = request.headers.get(senderHeader)
  const pageOwner = request.headers.get(pageOwnerHeader)
  const isOfAnotherPage = viewer && pageOwner !== null && pageOwner !== holderOf(viewer)
  if (isOfAnotherPage || (sender !== null && sender !== (viewer && holderOf(viewer))))
    throw new Response("Someone else is logged in now.", { status: 401 })
  if (viewer && request.headers.has(unprovenOrigin) && !(await carriesFormToken(request, viewer.id)))
    throw new Response("This form wasn’t sent from one of our pages.", { status: 403 })
}

/** Whether the request's form holds the token of this sign-in. Reads a copy of the body. */
async function carriesFormToken(request: Request, signInId: string): Promise<boolean> {
  const given = await request
    .clone()
    .formData()
    .then((form) => form.get("formToken"))
    .catch(() => null)
  if (typeof given !== "string") return false
  return signInProofs(signInId).some((proof) => isSame(given.split(".")[0] ?? "", proof))
}

/** The person this form was rendered for, logged in or not; undefined when it isn't one of our forms. */
export function holderOfForm(form: FormData): string | undefined {
  const [, holder, proof, ...more] = String(form.get("formToken") ?? "").split(".")
  if (!holder || !proof || more.length > 0) return undefined
  return holderProofs(holder).some((right) => isSame(proof, right)) ? holder : undefined
}
