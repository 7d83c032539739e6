import { z } from "zod"
import { orNotFound } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { compareRegisters } from "~/models/attendance/register/merge-registers.server"
import { NoticeForm } from "~/models/attendance/register/register-form"
import type { RegisterRow } from "~/models/attendance/register/register-view"
import { namesFor } from "~/models/attendance/register/typed-register"
import type { Actor } from "~/models/foundation/access/actor"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { tellRunningLate } from "~/models/teaching/session/running-late.server"
import { lateMinutes } from "~/models/teaching/session/running-late-minutes"
import { noticeRefusals } from "~/texts/attendance/refusals"
import { countOf, formFor } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { instantOf } from "~/utils/zones"

/** What two people changed in the same lesson is chosen one by one; a choice that is missing is asked for again. */
export function conflictOf(actor: Actor, sessionId: string, entry: Parameters<typeof compareRegisters>[2]) {
  const session = orNotFound(findSeatedSession(actor, sessionId))
  return {
    result: { status: "error" as const, error: { "": [conflictText] } },
    comparison: compareRegisters(actor, session, entry),
  }
}

const conflictText =
  "Someone else changed the same attendance. Choose which version to keep. Everything else is combined."

/** Adds the student's name to each error, for the summary on top. What has no field on the page is wrong with all of it. */
export function named(
  rows: RegisterRow[],
  errors: Record<string, string[] | null>,
): Record<string, string[]> {
  const fields = namesFor(rows.map(({ studentId }) => studentId))
  const shown: Record<string, string[]> = {}
  for (const [name, messages] of Object.entries(errors)) {
    const field = fields.has(name) ? name : ""
    const row = rows.find(({ studentId }) => field.split(".")[1] === studentId)
    const texts = (messages ?? []).map((message) => (row ? `${row.name}: ${message}` : message))
    shown[field] = [...new Set([...(shown[field] ?? []), ...texts])]
  }
  return shown
}

const RunningLateForm = z.object({
  minutes: z.coerce
    .number({ error: "Choose how many minutes." })
    .refine((minutes) => lateMinutes.some((each) => each === minutes), "Choose how many minutes."),
})

const lateRefusals = {
  "not-now": "You can notify families from 2 hours before a lesson until it ends.",
  "told-already": "Families were already notified of this.",
  "told-often": "Families were notified 4 times. Call them instead.",
}

const noOneText = (notComing: string[]): string =>
  notComing.length > 0
    ? `No one to tell: ${joinNames(notComing)} ${formFor(notComing.length, "isn’t", "aren’t")} coming.`
    : "No one to tell: no family of this lesson has an email address."

/** Tells the families of a lesson that it starts late; the toast says whom that reaches. */
export const answerRunningLate = (actor: Actor, sessionId: string, form: FormData) =>
  intents(form, paths.session(sessionId), {
    "running-late": intent({
      schema: RunningLateForm,
      run: ({ minutes }) => tellRunningLate(actor, sessionId, minutes),
      refusals: {
        "no-session": 404,
        "not-now": { title: lateRefusals["not-now"] },
        "told-already": { title: lateRefusals["told-already"] },
        "told-often": { title: lateRefusals["told-often"] },
        "no-one": ({ notComing }) => ({ title: noOneText(notComing) }),
      },
      saved: ({ reach, texts }) => {
        const toast = emailedToast("Families told.", reach, "All of them were emailed.")
        return {
          ...toast,
          title:
            texts > 0
              ? `${toast.title} ${countOf(texts, "text message", "text messages")} on the way.`
              : toast.title,
        }
      },
    }),
  })

/** Records an absence notice; what was wrong with the form, if anything. */
export function noticeRefused(actor: Actor, sessionId: string, form: FormData) {
  const submission = readForm(form, { schema: NoticeForm })
  if (submission.status !== "success") return invalid(submission)
  const { studentId, receivedOn, receivedAt, text } = submission.value
  const at = instantOf(receivedOn, receivedAt, actor.school.timeZone)
  const recorded = recordNotice(actor, sessionId, studentId, { at, text: text ?? null })
  if (recorded.ok) return undefined
  const field = recorded.reason === "from-the-future" ? "receivedAt" : "studentId"
  return invalid(submission, { [field]: noticeRefusals[recorded.reason] })
}
