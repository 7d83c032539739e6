import type { AppLoadContext, RequestHandler } from "@remix-run/node"
import { type SentForm, withSentForm } from "db/sent-once.server"
import { LRUCache } from "lru-cache"
import { holderOf } from "~/http/form-token.server"
import { addressOf, pageBefore, readPendingForms, writePendingForms } from "~/http/pending-form.server"
import { isWritingGet } from "~/http/provider-returns"
import { readSignInToken } from "~/http/sign-in-cookie.server"
import { keepToast } from "~/http/toast.server"
import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import {
  carriedAt,
  carriedFormId,
  forgetCarriedForm,
  isCarriedOut,
} from "~/models/foundation/carried-form/carried-form.server"
import {
  answerWithoutWriting,
  findPendingForm,
  type PendingForm,
  takePendingForm,
} from "~/models/foundation/pending-form/pending-form.server"
import { now } from "~/utils/clock.server"
import { answeringForm, isReturnedForm, notSaved, type Repeated } from "~/utils/form-in-hand.server"
import { againName, asksItself, onceName } from "~/utils/form-marks"
import { countOf } from "~/utils/formats"
import { formOf, type SentFields } from "./gone-form.server"
import { mergeEdits } from "./merged-edits.server"

// A form that makes or does something carries a token of its page. The same form sent again by the same person, with the same
// token and the same in every field, is carried out once, and whoever sent it again reads the answer of the first. A page opened
// after one of their forms was carried out has another token, and so has a form that a script has sent. Such a form that makes
// something, and holds what the same person saved minutes ago, asks before it makes it a second time: Back fills it in again.

type Answer = { status: number; headers: Headers; body: string | null }

/** The answers of forms that were carried out, and of those that are being carried out; nothing for one that was refused. */
const answers = new LRUCache<string, Promise<Answer | undefined>>({ max: 300, ttl: 10 * 60_000 })

/** Wraps the handler so that a form that is sent twice counts once. */
function carryOutOnce(handle: RequestHandler): RequestHandler {
  return async (request, context) => {
    const sent = request.method === "POST" && !isReturnedForm() ? await identify(request) : undefined
    if (!sent) return handle(request, context)
    const { id, twin } = sent
    const isUnderWay = answers.has(id)
    if (isUnderWay || isCarriedOut(id)) {
      const first = await answers.get(id)
      if (first && isCarriedOut(id)) return again(first)
      if (isCarriedOut(id)) return alreadySaved(request)
    }
    const form: SentForm = { onceId: id, twinId: twin?.id, at: now() }
    const repeated = twin && repeatedBy(twin)
    const answering = withSentForm(form, async () =>
      repeated ? answeringForm({ repeated }, () => handle(request, context)) : handle(request, context),
    )
    const kept = answering.then(
      (answer) => keepAnswer(form, answer),
      () => undefined,
    )
    answers.set(id, kept)
    const answer = await answering
    if (form.isOvertaken) {
      await answer.body?.cancel()
      return alreadySaved(request)
    }
    if (!(await kept)) answers.delete(id)
    return answer
  }
}

/** What is kept of an answer, where the form was carried out. A refusal takes back that it was. */
async function keepAnswer(form: SentForm, answer: Response): Promise<Answer | undefined> {
  if (!form.hasWritten || !form.onceId) return undefined
  if (answer.status >= 400) {
    for (const id of [form.onceId, form.twinId]) if (id) forgetCarriedForm(id)
    return undefined
  }
  const { status, headers } = answer
  return {
    status,
    headers,
    body: answer.body ? await answer.clone().text() : null,
  }
}

const again = ({ status, headers, body }: Answer) => new Response(body, { status, headers })

/** Where the first answer is no longer known: the page again, and that it was saved. */
async function alreadySaved(request: Request): Promise<Response> {
  const headers = new Headers({
    "Set-Cookie": await keepToast({ title: "That was already saved.", tone: "good" }),
  })
  // A script shows its page again when an answer has no body.
  if (new URL(request.url).pathname.endsWith(".data")) return new Response(null, { status: 204, headers })
  headers.set("Location", pageBefore(request) ?? new URL(request.url).pathname)
  return new Response(null, { status: 303, headers })
}

/** A form of which the same words are asked about for so long. */
const askedForMs = 10 * 60_000
/** A form that makes something has one of these. */
const makingNames = ["formKey", "key", againName]
/** What a page writes into a form, another one each time. */
const ofPage = new Set([...makingNames, "formToken", "seen", onceName])

type Twin = { id: string; isMeant: boolean }

/** A form by all that it is: who sends it, where to, from which page, and what is in it; and one that makes something by its words. */
async function identify(request: Request): Promise<{ id: string; twin?: Twin } | undefined> {
  const sent = await formOf(request)
  if (!sent?.some(([name, value]) => name === onceName && value)) return undefined
  const token = await readSignInToken(request)
  const viewer = token ? findSignIn(token) : undefined
  if (!viewer) return undefined
  const path = new URL(request.url).pathname.replace(/\.data$/, "")
  const idOf = (fields: SentFields) =>
    carriedFormId(viewer.user.id, JSON.stringify([path, ...inOneOrder(fields).map(plain)]))
  const id = idOf(sent)
  if (!sent.some(([name]) => makingNames.includes(name))) return { id }
  // Back leaves a file out.
  const twinId = idOf(sent.filter(([name, value]) => !ofPage.has(name) && typeof value === "string"))
  return {
    id,
    twin: {
      id: twinId,
      isMeant: sent.some(([name, value]) => name === againName && (value === twinId || value === asksItself)),
    },
  }
}

/** The question about a form that holds what was saved minutes ago; nothing where it is meant again. */
function repeatedBy({ id, isMeant }: Twin): Repeated | undefined {
  const at = isMeant ? undefined : carriedAt(id)
  const passedMs = at === undefined ? askedForMs : now() - at
  if (passedMs >= askedForMs) return undefined
  const minutes = Math.floor(passedMs / 60_000)
  const ago = minutes < 1 ? "just now" : `${countOf(minutes, "minute")} ago`
  return {
    question: `You saved exactly this ${ago}. To do it a second time, press the button again.`,
    refusal: `You did this ${ago}. To do it a second time, wait until 10 minutes have passed.`,
    again: id,
  }
}

/** A device that kept a form sends its files last, and nothing for a field without one. */
const inOneOrder = (fields: SentFields): SentFields => [
  ...fields.filter(([, value]) => typeof value === "string"),
  ...fields.filter(([, value]) => typeof value !== "string" && (value.size > 0 || value.name !== "")),
]

/** The anti-forgery token is another one after each login. */
const plain = ([name, value]: SentFields[number]) =>
  name === "formToken" ? [] : [name, typeof value === "string" ? value : [value.name, value.size]]

// After logging in, the page of a kept form is shown as its own refusal would show it: the form is sent to its action
// again, where `readForm` refuses it with the notice. Three things prevent any effect: readForm never returns
// "success", the database refuses writes, and calls to the payment provider are not made.

type ReturningForm = { token: string; holder: string; others: string[]; form: PendingForm }

/** How an action answers a form it only shows again. */
const redisplayStatuses = new Set([200, 400, 409, 422])

/**
 * Wraps the handler to show a kept form when the person who filled it in opens its page. Around it, every form saves only what its
 * sender changed, or counts once.
 */
export function bringBack(plain: RequestHandler): RequestHandler {
  const handle = carryOutOnce(mergeEdits(plain))
  return async (request, context = {}) => {
    const returning = request.method === "GET" ? await findReturningForm(request) : undefined
    // Deleted before it is shown, on the writable connection, so that only one of two simultaneous requests shows it.
    if (!returning || !takePendingForm(returning.token, returning.holder)) return handle(request, context)
    const spent = await writePendingForms(returning.others)
    await writeAsOpened(handle, request, context)
    const again =
      (await show(handle, request, context, returning.form)) ??
      (await show(handle, request, context, returning.form, await keepToast(notice)))
    if (again) {
      const headers = new Headers(again.headers)
      headers.append("Set-Cookie", spent)
      return new Response(again.body, { status: 200, headers })
    }
    const headers = new Headers({ Location: returning.form.page ?? returning.form.address })
    headers.append("Set-Cookie", spent)
    headers.append("Set-Cookie", await keepToast({ ...notice, title: notDone }))
    return new Response(null, { status: 303, headers })
  }
}

const notice = { title: notSaved, tone: "bad" } as const
const notDone = "You were logged out, so that wasn’t saved. Do it again."

async function findReturningForm(request: Request): Promise<ReturningForm | undefined> {
  const tokens = await readPendingForms(request)
  if (tokens.length === 0) return undefined
  const signInToken = await readSignInToken(request)
  const viewer = signInToken ? findSignIn(signInToken) : undefined
  if (!viewer) return undefined
  const address = addressOf(request.url)
  const holder = holderOf(viewer)
  for (const token of tokens) {
    const form = findPendingForm(token, holder)
    if (form?.address === address)
      return { token, holder, others: tokens.filter((each) => each !== token), form }
  }
  return undefined
}

/**
 * A page that writes when it is opened, such as a school's page viewed by our staff, is first opened without the form:
 * that request writes, and the second one can't.
 */
async function writeAsOpened(handle: RequestHandler, request: Request, context: AppLoadContext) {
  if (!isWritingGet(new URL(request.url).pathname)) return
  const answer = await handle(request, { ...context })
  await answer.body?.cancel()
}

/** The page with the form; undefined when the action does something else, or the notice wouldn't be visible. */
async function show(
  handle: RequestHandler,
  request: Request,
  context: AppLoadContext,
  form: PendingForm,
  toast?: string,
): Promise<Response | undefined> {
  const post = asPost(request, form, toast)
  const answer = await answerWithoutWriting(() =>
    answeringForm({ returned: notSaved }, () => handle(post, { ...context })),
  )
  if (!redisplayStatuses.has(answer.status) || !answer.headers.get("Content-Type")?.includes("text/html"))
    return undefined
  const html = await answer.text()
  return html.includes(notSaved) ? new Response(html, { headers: answer.headers }) : undefined
}

function asPost(request: Request, form: PendingForm, toast: string | undefined): Request {
  const headers = new Headers(request.headers)
  const cookies = headers.get("Cookie") ?? ""
  headers.set("Content-Type", "application/x-www-form-urlencoded")
  if (toast) headers.set("Cookie", `${cookies}; ${toast.split(";")[0]}`)
  const body = new URLSearchParams(form.fields).toString()
  return new Request(request.url, { method: "POST", headers, body, signal: request.signal })
}
