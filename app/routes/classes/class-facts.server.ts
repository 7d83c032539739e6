import { data } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { saveAnswersForm } from "~/http/save-answers.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeClass } from "~/models/teaching/class/change-class.server"
import { ClassFactsForm } from "~/models/teaching/class/class-form"
import { asksForLines } from "~/models/teaching/line-offer/line-offer"
import { offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { overrideOf } from "~/models/teaching/session/session-form"
import { type Refused, slotMessages } from "~/models/teaching/session/slot-refusals"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { previewOf, refuse } from "./class-price.server"

/** Saves what is answered in the school's own fields. */
export function changeAnswers(actor: Actor, subjectId: string, name: string, form: FormData) {
  if (form.get("subject") !== subjectId) throw notFound()
  const back = paths.class(subjectId)
  const saved = saveAnswersForm(actor, { noun: "class", subjectId }, form, { back, name })
  return saved instanceof Promise ? saved : refuse("answers", saved)
}

/** Saves name, teacher, room and the like; refused with what stands against it. */
export function changeFacts(actor: Actor, classId: string, form: FormData) {
  const submission = readForm(form, { schema: ClassFactsForm })
  const lines = offerLinesOf(actor, form)
  const refuseFacts = (answer: ReturnType<typeof invalid>, refused: Refused | null = null, status = 409) =>
    data({ ...previewOf("facts", answer.data.result, refused), lines }, { status })
  if (asksForLines(form)) return data({ ...previewOf("facts", asTyped(submission)), lines })
  if (submission.status !== "success") return refuseFacts(invalid(submission), null, 400)
  const changed = changeClass(
    actor,
    classId,
    { ...submission.value, onlineLink: submission.value.onlineLink ?? null },
    overrideOf(submission.value),
  )
  if (changed.ok) {
    const n = changed.changed
    return redirectWithToast(paths.class(classId), {
      title: `${submission.value.name} saved.`,
      text: n === 0 ? undefined : `${countOf(n, "upcoming lesson")} updated.`,
      tone: "good",
    })
  }
  if (changed.reason === "too-small") {
    const capacity = `${countOf(changed.taken, "spot is", "spots are")} taken. Enter ${changed.taken} or more.`
    return refuseFacts(invalid(submission, { capacity }))
  }
  const { messages, refused } = slotMessages(changed)
  return refuseFacts(invalid(submission, messages), refused)
}
