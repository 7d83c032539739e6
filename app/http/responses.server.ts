import { listContacts } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Permission, rightsFor } from "~/models/foundation/access/permissions"
import { rightLabels, rights } from "~/models/foundation/access/rights"
import { answersFor, changeAnswers } from "~/models/foundation/custom-field/answers.server"
import type { FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { answersForm } from "~/models/foundation/custom-field/custom-field-form"
import type { Lack } from "~/texts/accounts/lacking-right"
import { invalid, readForm } from "./read-form.server"
import { redirectWithToast } from "./toast.server"

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
