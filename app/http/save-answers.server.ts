import type { Actor } from "~/models/foundation/access/actor"
import { answersFor, changeAnswers } from "~/models/foundation/custom-field/answers.server"
import type { FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { answersForm } from "~/models/foundation/custom-field/custom-field-form"
import { readForm } from "./read-form.server"
import { invalid } from "./responses.server"
import { redirectWithToast } from "./toast.server"

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
