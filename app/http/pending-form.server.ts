import { keepForm, pendingFormLifetimeMs } from "~/models/foundation/pending-form/pending-form.server"
import { env } from "~/utils/env.server"
import { isReturnedForm } from "~/utils/form-in-hand.server"
import { isPassword } from "~/utils/unseen-text"
import { holderOfForm } from "./form-token.server"
import { ownCookie } from "./own-cookie.server"

// A guard that refuses a form for want of a valid sign-in stores its values, sealed (models/foundation/pending-form). The browser
// holds the tokens of the last few; `bring-back.server.ts` shows the form again once the same person has logged in.

/** Our forms stay far below this; larger ones are not stored. */
const mostCharacters = 64_000
const tokensPerBrowser = 3
const shape = /^[\w-]{43}(\.[\w-]{43}){0,2}$/

const cookie = ownCookie("tutti-form", { maxAge: pendingFormLifetimeMs / 1000 })

/** The tokens of the forms this browser sent without a sign-in, newest first. */
export async function readPendingForms(request: Request): Promise<string[]> {
  const header = request.headers.get("Cookie")
  if (!header?.includes("tutti-form=")) return []
  const value: unknown = await cookie().parse(header)
  return typeof value === "string" && shape.test(value) ? value.split(".") : []
}

/** The Set-Cookie header that leaves a browser with these tokens. */
export const writePendingForms = (tokens: string[]): Promise<string> =>
  tokens.length ? cookie().serialize(tokens.join(".")) : cookie().serialize("", { maxAge: 0 })

/** The address of a page without the parameter by which Remix distinguishes an index route from its parent. */
export function addressOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search.replace(/[?&]index(?=&|$)/, "").replace(/^&/, "?")}`
}

/** The page of ours named in the request's referrer. */
export function pageBefore(request: Request): string | null {
  const referer = request.headers.get("Referer")
  if (!referer || !URL.canParse(referer)) return null
  return new URL(referer).host === new URL(env().APP_URL).host ? addressOf(referer) : null
}

/**
 * Stores the texts and choices of a form without a valid sign-in, but no passwords or files. Returns the Set-Cookie
 * header, or undefined when there is nothing to store, or the form wasn't rendered for a logged-in person.
 */
export async function keepSentForm(request: Request): Promise<string | undefined> {
  if (request.method === "GET" || isReturnedForm()) return undefined
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  const holder = form && holderOfForm(form)
  if (!holder) return undefined
  const fields = [...form].filter((field): field is [string, string] => isTyped(field))
  if (!fields.some(([name]) => name !== "intent")) return undefined
  if (fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > mostCharacters)
    return undefined
  const token = keepForm(holder, { address: addressOf(request.url), page: pageBefore(request), fields })
  const earlier = await readPendingForms(request)
  return writePendingForms([token, ...earlier].slice(0, tokensPerBrowser))
}

const isTyped = ([name, value]: [string, FormDataEntryValue]) =>
  typeof value === "string" && name !== "formToken" && name !== "recoveryCode" && !isPassword(name)
