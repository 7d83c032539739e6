import type { RequestHandler } from "@remix-run/node"
import { carryOut, type SentForm } from "db/sent-once.server"
import { LRUCache } from "lru-cache"
import { pageBefore } from "~/http/kept-form.server"
import { readSignInToken } from "~/http/sign-in-cookie.server"
import { keepToast } from "~/http/toast.server"
import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import {
  carriedFormId,
  forgetCarriedForm,
  isCarriedOut,
} from "~/models/foundation/carried-form/carried-form.server"
import { now } from "~/utils/clock.server"
import { onceName } from "~/utils/form-marks"
import { isReturnedForm } from "~/utils/returned-form.server"
import { formOf, type SentFields } from "./posted-form.server"

// A form that makes or does something carries a token of its page. The same form sent again by the same person, with the same
// token and the same in every field, is carried out once, and whoever sent it again reads the answer of the first. A page opened
// after one of their forms was carried out has another token, and so has a form that a script has sent.

type Answer = { status: number; headers: Headers; body: string | null }

/** The answers of forms that were carried out, and of those that are being carried out; nothing for one that was refused. */
const answers = new LRUCache<string, Promise<Answer | undefined>>({ max: 300, ttl: 10 * 60_000 })

/** Wraps the handler so that a form that is sent twice counts once. */
export function carryOutOnce(handle: RequestHandler): RequestHandler {
  return async (request, context) => {
    const id = request.method === "POST" && !isReturnedForm() ? await idOf(request) : undefined
    if (!id) return handle(request, context)
    const isUnderWay = answers.has(id)
    if (isUnderWay || isCarriedOut(id)) {
      const first = await answers.get(id)
      if (first && isCarriedOut(id)) return again(first)
      if (isCarriedOut(id)) return alreadySaved(request)
    }
    const form: SentForm = { onceId: id, at: now() }
    const answering = carryOut(form, async () => handle(request, context))
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
    forgetCarriedForm(form.onceId)
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

/** A form by all that it is: who sends it, where to, from which page, and what is in it. */
async function idOf(request: Request): Promise<string | undefined> {
  const sent = await formOf(request)
  if (!sent?.some(([name, value]) => name === onceName && value)) return undefined
  const token = await readSignInToken(request)
  const viewer = token ? findSignIn(token) : undefined
  if (!viewer) return undefined
  const path = new URL(request.url).pathname.replace(/\.data$/, "")
  const content = JSON.stringify([path, ...sent.map(plain)])
  return carriedFormId(viewer.user.id, content)
}

/** The anti-forgery token is another one after each login. */
const plain = ([name, value]: SentFields[number]) =>
  name === "formToken" ? [] : [name, typeof value === "string" ? value : [value.name, value.size]]
