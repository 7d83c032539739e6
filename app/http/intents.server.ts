import { data, redirect } from "@remix-run/node"
import type { z } from "zod"
import type { AnswerValues } from "~/models/communication/saved-answer/saved-answer"
import {
  filledIn,
  findSavedAnswer,
  listSavedAnswers,
} from "~/models/communication/saved-answer/saved-answer.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { isReturnedForm, repeatedInHand } from "~/utils/form-in-hand.server"
import { newId } from "~/utils/ids.server"
import { intentOf } from "~/utils/intent"
import type { RefusalStatus } from "./answer"
import { notFound, orNotFound } from "./guards.server"
import { asTyped, invalid, type Refusable, readForm } from "./read-form.server"
import { redirectWithToast, type Toast } from "./toast.server"

// The forms of a screen: what each takes, the command it calls, what its refusals say and where it leads. The action's guard stands
// before; merged edits, forms that count once and forms kept through a login are handled outside, and refused by `readForm`.

type Shown = ReturnType<typeof data<unknown>>
type Redirected = Awaited<ReturnType<typeof redirectWithToast>>
/** What a command answers that isn't done, by its name; one that says only that it isn't has found nothing. */
type ReasonOf<R> = R extends Response
  ? never
  : R extends { ok: infer Ok }
    ? false extends Ok
      ? R extends { reason: infer Reason extends string }
        ? Reason
        : "not-found"
      : never
    : R extends false
      ? "not-found"
      : never
type Refused<R, Reason> = R extends { reason: infer Own } ? (Reason extends Own ? R : never) : never
type Facts<R> = R extends Response | Shown | false | { ok: false } ? never : R
/** A message on the next page; good where it says what was done, bad where it refuses. */
type Said = string | (Omit<Toast, "tone"> & { tone?: Toast["tone"] })
/** A refusal shown beside a field. */
type Beside = { at: string; says: string; status?: RefusalStatus }
/** 404 is for a record that is gone, under any other name than "not-found". */
type Refusal = 404 | Said

type Refusals<R, Says> = {
  [Reason in Exclude<ReasonOf<R>, "not-found">]: Says | ((refused: Refused<R, Reason>) => Says)
} & { "not-found"?: Says }
/** Required where the command can refuse. "not-found" is the 404 unless it has a text. */
type WithRefusals<R, Says> = { refusals?: Refusals<R, Says> } & ([Exclude<ReasonOf<R>, "not-found">] extends [
  never,
]
  ? unknown
  : { refusals: Refusals<R, Says> })

type Led<R, Value> = {
  /** Said on the next page. */
  saved?: Said | ((facts: Facts<R>, value: Value) => Said | undefined)
  /** Where it leads; the screen's own address otherwise. */
  to?: string | ((facts: Facts<R>, value: Value) => string)
}

/** One form of a screen, given the address that the screen's forms lead to. */
export type Intent<Answer = unknown> = (form: FormData, to: string) => Answer
type Answered<R> = Redirected | Extract<R, Response | Shown>

/**
 * A form with fields. A refusal is shown beside `field`, one for all or one for each reason, and otherwise at the top of the form; as
 * an object with a title it is a message on the next page. An answer that `run` returns, such as a preview, is the answer.
 */
export const intent =
  <Schema extends z.ZodType, R>(
    it: {
      schema: Schema
      run(value: z.output<Schema>, form: FormData, submission: Refusable): R
      field?: string | { [Reason in ReasonOf<Awaited<R>>]?: string }
      status?: RefusalStatus
    } & WithRefusals<Awaited<R>, Refusal | Beside> &
      Led<Awaited<R>, z.output<Schema>>,
  ): Intent<Promise<Answered<Awaited<R>> | ReturnType<typeof invalid>>> =>
  async (form, to) => {
    const submission = readForm(form, { schema: it.schema })
    if (submission.status !== "success") return invalid(submission)
    const result = await it.run(submission.value, form, submission)
    const refusal = refusalOf(result, it.refusals)
    if (!refusal) return led(result, it, submission.value, to)
    const { reason, says } = refusal
    if (typeof says === "object" && "title" in says) return toasted(to, says, "bad")
    const fields: string | Record<string, string | undefined> = it.field ?? "form"
    const at = typeof fields === "string" ? fields : (fields[reason] ?? "form")
    if (typeof says === "string") return invalid(submission, { [at]: says }, it.status)
    return invalid(submission, { [says.at]: says.says }, says.status ?? it.status)
  }

/** A button without fields, or with the names of records alone. Its refusals are messages on the next page. */
export const act =
  <R>(
    it: { run(form: FormData): R } & WithRefusals<Awaited<R>, Refusal> & Led<Awaited<R>, FormData>,
  ): Intent<Promise<Answered<Awaited<R>>>> =>
  async (form, to) => {
    const repeated = repeatedInHand()
    if (repeated) return toasted(to, repeated.refusal, "bad") as Answered<Awaited<R>>
    const result = await it.run(form)
    const refusal = refusalOf<Said>(result, it.refusals)
    return refusal ? toasted(to, refusal.says, "bad") : led(result, it, form, to)
  }

/**
 * Answers the forms of a screen by the name of the button; `else` is the form that names none of them, and without it that is a 404.
 * @param to the address that a form leads to where it says no other
 */
export async function intents<Each extends Record<string, Intent>>(
  sent: Request | FormData,
  to: string,
  each: Each,
) {
  const form = sent instanceof Request ? await sent.formData() : sent
  const name = intentOf(form)
  const chosen = orNotFound(each[Object.hasOwn(each, name) ? name : "else"])
  return (await chosen(form, to)) as Awaited<ReturnType<Each[keyof Each]>>
}

/** A form that leads to another part of the screen. */
export const leadingTo =
  <Answer>(to: string, it: Intent<Answer>): Intent<Answer> =>
  (form) =>
    it(form, to)

/** The id of a record that a button sends. */
export const idIn = (form: FormData, name: string): string => String(form.get(name) ?? "").slice(0, 64)

/** Refusals as messages on the next page, each under the same title. */
export const titled = <Reason extends string>(title: string, texts: Record<Reason, string>) =>
  Object.fromEntries(Object.entries(texts).map(([reason, text]) => [reason, { title, text }])) as {
    [Each in Reason]: { title: string; text: string }
  }

/** The same with the texts as titles. */
export const titles = <Reason extends string>(texts: Record<Reason, string>) =>
  Object.fromEntries(Object.entries(texts).map(([reason, title]) => [reason, { title }])) as {
    [Each in Reason]: { title: string }
  }

/** The reason of a command that isn't done and what it says; undefined for one that is. A record that is gone is a 404. */
function refusalOf<Says = Exclude<Refusal, 404> | Beside>(
  result: unknown,
  refusals: { [reason: string]: 404 | Says | ((refused: never) => 404 | Says) | undefined } = {},
) {
  const isRefused = result === false || (isObject(result) && result.ok === false)
  if (!isRefused || isAnswer(result)) return undefined
  const reason = isObject(result) ? String(result.reason ?? "not-found") : "not-found"
  const told = Object.hasOwn(refusals, reason) ? refusals[reason] : undefined
  const says = typeof told === "function" ? (told as (refused: unknown) => 404 | Says)(result) : told
  if (says === undefined || says === 404) throw notFound()
  return { reason, says }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

const isAnswer = (result: unknown): result is Response | Shown =>
  result instanceof Response || (isObject(result) && result.type === "DataWithResponseInit")

/** Where a form leads that is done, with what it says there. */
function led<R, Value>(result: R, { saved, to }: Led<R, Value>, value: Value, home: string) {
  if (isAnswer(result)) return result as Extract<R, Response | Shown>
  const facts = result as Facts<R>
  const at = typeof to === "function" ? to(facts, value) : (to ?? home)
  const said = typeof saved === "function" ? saved(facts, value) : saved
  return said === undefined ? redirect(at, 303) : toasted(at, said, "good")
}

const toasted = (to: string, said: Said, tone: Toast["tone"]) =>
  redirectWithToast(to, typeof said === "string" ? { title: said, tone } : { tone, ...said })

/** The saved answers to choose from by title; null for who writes as a family. */
export const answersFor = (actor: Actor) =>
  may(actor, "answers:keep") ? listSavedAnswers(actor).map(({ id, name }) => ({ id, name })) : null

/** Why a form isn't sent in which an answer was chosen and not used: without its text it would say less than meant. */
export const unusedAnswer = (form: FormData): { savedAnswer: string } | undefined =>
  !isSentTwice(form) && idIn(form, "savedAnswer") === ""
    ? undefined
    : { savedAnswer: "Press “Use answer” to put this one in, or choose none." }

const isSentTwice = (form: FormData) => form.getAll("savedAnswer").length > 1

/** Shows a form again with a saved answer below what was typed in it; one that can't be used is named beside its field. */
export function withAnswer(actor: Actor, form: FormData, schema: z.ZodType, reader: () => AnswerValues) {
  const file = form.get("file")
  const hadFile = file instanceof File && file.size > 0
  form.delete("file")
  const added = { title: undefined, usedKey: newId(), hadFile }
  // A form that comes back after logging in says so, like any other.
  if (isReturnedForm()) {
    const refused = invalid(readForm(form, { schema }))
    return data({ result: refused.data.result, ...added }, 400)
  }
  const answer = isSentTwice(form) ? undefined : findSavedAnswer(actor, idIn(form, "savedAnswer"))
  const typed = String(form.get("body") ?? "")
  if (answer) {
    form.set("body", [typed.trimEnd(), filledIn(answer, reader())].filter(Boolean).join("\n\n"))
    form.delete("savedAnswer")
  }
  const result = asTyped(readForm(form, { schema }))
  if (answer) return data({ result, ...added })
  const error = { savedAnswer: ["Choose an answer from the list."] }
  return data({ result: { ...result, status: "error" as const, error }, ...added }, 400)
}
