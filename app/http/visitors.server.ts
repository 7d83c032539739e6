import { favoriteLanguage, guessSchool } from "~/models/accounts/school/register-school.server"
import { fold } from "~/models/accounts/user/user.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import type { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"
import { demoFailure } from "~/models/platform/demo-request/demo-options"
import { receiveDemoRequest } from "~/models/platform/demo-request/demo-request.server"
import type { DemoRequestForm } from "~/models/platform/demo-request/demo-request-form"
import { contactFailure } from "~/texts/platform/contact-message"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { countedAddress } from "./address.server"
import { type Answer, refused, tooMany } from "./answer"

// Messages from visitors, counted by their network and by the email they contain, for pages and calls alike.

export const answerContactMessage = (request: Request, form: ContactMessageForm) =>
  receive(request, form.email, {
    keep: () => receiveContactMessage(form),
    failed: [contactFailure.title, contactFailure.text(env().CONTACT_EMAIL)],
  })

export const answerDemoRequest = (request: Request, form: DemoRequestForm) =>
  receive(request, form.email, {
    keep: () => receiveDemoRequest(form),
    failed: [demoFailure.title, demoFailure.text],
  })

async function receive(
  request: Request,
  email: string,
  { keep, failed: [title, text] }: { keep: () => void; failed: [title: string, text: string] },
): Promise<Answer> {
  const wait = Math.max(
    await countTry("visitor-address", countedAddress(request)),
    await countTry("visitor-email", fold(email)),
  )
  if (wait > 0) return refused(tooManyTries(wait), tooMany(wait), title)
  try {
    keep()
    return { ok: true }
  } catch (error) {
    log.error({ err: error }, "what a visitor sent could not be kept")
    return refused(text, 503, title)
  }
}

/** The visitor's country (ISO 3166) as a trusted proxy reports it (`x-tutti-country`, set by the edge). */
const headerCountry = (request: Request): string | null => request.headers.get("x-tutti-country")

/**
 * The visitor's likely country (ISO 3166), to prefill a field: from a trusted proxy, else from the region of the
 * preferred language.
 */
export const visitorCountry = (request: Request): string | null =>
  headerCountry(request) ??
  favoriteLanguage(request.headers.get("Accept-Language") ?? "")?.maximize().region ??
  null

/** Likely settings of a school that this browser registers; `timeZone` comes from its script. */
export const guessFor = (request: Request, timeZone: string | undefined) =>
  guessSchool({
    acceptLanguage: request.headers.get("Accept-Language"),
    country: headerCountry(request),
    timeZone,
  })
