import type { SubmissionResult } from "@conform-to/react"
import { data } from "@remix-run/node"
import { listContacts } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Permission, rightsFor } from "~/models/foundation/access/permissions"
import { rightLabels, rights } from "~/models/foundation/access/rights"
import { answersFor, changeAnswers } from "~/models/foundation/custom-field/answers.server"
import type { FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { answersForm } from "~/models/foundation/custom-field/custom-field-form"
import type { Lack } from "~/texts/accounts/lacking-right"
import { isReturnedForm } from "~/utils/returned-form.server"
import { initOf, type RefusalStatus } from "./answer"
import { readForm } from "./read-form.server"
import { redirectWithToast } from "./toast.server"

export type Refusable = {
  reply(options?: {
    formErrors?: string[]
    fieldErrors?: Record<string, string[]>
    hideFields?: string[]
  }): SubmissionResult<string[]>
}

/**
 * A rejected form: 400 with everything that was typed (passwords and keys excepted) and the error beside each field. A model's
 * refusal is shown the same way: `{ form: "…" }` or `{ fieldName: "…" }`. `title` is shown before all of it.
 */
export function invalid(
  submission: Refusable,
  refusal?: Record<string, string>,
  status: RefusalStatus = 400,
  title?: string,
) {
  const { form, ...fields } = refusal ?? {}
  const result = submission.reply({
    hideFields: ["password", "confirmPassword", "currentPassword", "secretKey", "webhookSecret"],
    ...(form ? { formErrors: [form] } : {}),
    ...(refusal
      ? {
          fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, [message]])),
        }
      : {}),
  })
  return data({ result, title }, initOf(status))
}

/** A form that only requested a lookup: shown again as it was typed, without errors. */
export function asTyped(submission: Refusable): SubmissionResult<string[]> {
  const answer = submission.reply()
  // After logging in, the notice must still be shown.
  if (isReturnedForm()) return answer
  const { error: _, status: __, ...typed } = answer
  return typed
}

/** Throw it where a file is asked for something that can't be: plain text that says what. */
export const badRequest = (text: string) =>
  new Response(text, { status: 400, headers: { "Content-Type": "text/plain; charset=utf-8" } })

/** What someone lacks for a permission, and who gives it; null for what no right gives. */
export function lackOf(actor: Actor, permission: Permission): Lack {
  const right = rights.find((each) => rightsFor(permission).includes(each) && !actor.rights.includes(each))
  return { lacks: right ? rightLabels[right].label : null, ask: listContacts(actor).map(({ name }) => name) }
}

/** Throw it for an act that needs a right this member wasn't given. Its text names the right and who gives it. */
export const withoutRight = (actor: Actor, permission: Permission) =>
  Response.json(lackOf(actor, permission), { status: 403 })

/** Answers the form with a record's own fields. The caller has looked the record up in the school. */
export function saveAnswersForm(
  actor: Actor,
  subject: { noun: FieldNoun; subjectId: string },
  form: FormData,
  { back, name }: { back: string; name: string },
) {
  const schema = answersForm(listFields(actor, subject.noun), answersFor(actor, subject.subjectId))
  const submission = readForm(form, { schema })
  if (submission.status !== "success") return invalid(submission)
  changeAnswers(actor, subject, submission.value.custom)
  return redirectWithToast(back, `Details of ${name} saved.`)
}
