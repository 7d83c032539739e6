import { data } from "@remix-run/node"
import { notFound } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { saveAnswersForm } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { type ClassChanged, changeClass, undoClassChange } from "~/models/teaching/class/change-class.server"
import { findLastChange } from "~/models/teaching/class/class-changes.server"
import { ClassFactsForm } from "~/models/teaching/class/class-form"
import { offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { unstaffedText } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change"
import { overrideOf } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { slotMessages, undoFactsText } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
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
  if (asksForNames(form))
    return answerSearch(form, submission, { ...previewOf("facts", asTyped(submission)), lines })
  if (submission.status !== "success") return refuseFacts(invalid(submission), null, 400)
  const { value } = submission
  if (value.teacherFrom && value.teacherFrom < todayOf(actor))
    return refuseFacts(invalid(submission, { teacherFrom: "Enter today or a later day." }), null, 400)
  const facts = { ...value, onlineLink: value.onlineLink ?? null }
  const run = () => changeClass(actor, classId, facts, overrideOf(value))
  const isPreview = intentOf(form) === "preview"
  const changed = isPreview ? rehearse(run) : run()
  if (changed.ok && isPreview)
    return data({ ...previewOf("facts", asTyped(submission)), given: changed, lines })
  if (changed.ok) return saved(classId, value.name, changed)
  if (changed.reason === "too-small") {
    const capacity = `${countOf(changed.taken, "spot is", "spots are")} taken. Enter ${changed.taken} or more.`
    return refuseFacts(invalid(submission, { capacity }))
  }
  const { messages, refused } = slotMessages(changed)
  return refuseFacts(invalid(submission, messages), refused)
}

function saved(classId: string, name: string, { changed, told, changeId, left }: ClassChanged) {
  const emails = told.families.length + told.teachers.length
  const text = [
    ...(changed > 0 ? [`${countOf(changed, "upcoming lesson")} updated.`] : []),
    ...(left ? [unstaffedText(left)] : []),
    ...(emails > 0 ? [`${countOf(emails, "email leaves", "emails leave")} in two minutes.`] : []),
  ].join(" ")
  return redirectWithToast(paths.class(classId), {
    title: `${name} saved.`,
    text: text || undefined,
    tone: "good",
    undo: changeId
      ? { to: paths.editClass(classId), fields: { command: "facts-back", change: changeId } }
      : undefined,
  })
}

/** When a class got the teacher or room it has, and by what that is undone. */
export function lastChangeOf(actor: Actor, found: Parameters<typeof findLastChange>[1]) {
  const last = findLastChange(actor, found)
  return last && { id: last.id, on: today(actor.school.timeZone, last.createdAt) }
}

/** Gives a class the teacher and room it had before. */
export function takeFactsBack(actor: Actor, classId: string, form: FormData) {
  const undone = undoClassChange(actor, classId, String(form.get("change") ?? ""))
  if (undone.ok)
    return redirectWithToast(paths.class(classId), {
      title: "Teacher and room restored.",
      text: `${countOf(undone.changed, "upcoming lesson")} updated.`,
      tone: "good",
    })
  if (undone.reason === "no-change") throw notFound()
  return redirectWithToast(paths.editClass(classId), {
    title: "Not undone.",
    text: undoFactsText(undone),
    tone: "bad",
  })
}
