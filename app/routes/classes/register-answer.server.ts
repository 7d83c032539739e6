import type { SubmissionResult } from "@conform-to/react"
import { data } from "@remix-run/node"
import type { RegisterAnswer } from "~/components/attendance/register/register-form"
import { orNotFound } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { markCodes } from "~/models/accounts/outcome/outcome"
import { saveRegister } from "~/models/attendance/correction/save-register.server"
import { spellOpensIn } from "~/models/attendance/register/early-register"
import type { Comparison, RegisterMerging } from "~/models/attendance/register/merge-registers"
import { withLastNote } from "~/models/attendance/register/named-notes"
import { undoRegister } from "~/models/attendance/register/read-register.server"
import { mergingOf, RegisterForm as RegisterSchema } from "~/models/attendance/register/register-form"
import { totalsShown } from "~/models/attendance/register/register-totals"
import { findRegister } from "~/models/attendance/register/register-view.server"
import { previewRegister } from "~/models/attendance/register/take-register.server"
import { shownBy, toCompare, typedFor } from "~/models/attendance/register/typed-register"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { registerRefusals, undoRegisterRefusals } from "~/texts/attendance/refusals"
import { now } from "~/utils/clock.server"
import { isReturnedForm } from "~/utils/form-in-hand.server"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"
import { conflictOf, named } from "./session-answers.server"

// The attendance form answers the same on the lesson's own page and in a teacher's day.

export type Answer = RegisterAnswer & {
  /** what this form and someone else's say differently */
  comparison?: Comparison
  result?: SubmissionResult
  isNotice: boolean
  task?: SubmissionResult
  /** of the form that says a lesson begins late */
  late?: SubmissionResult
  /** of the form that asks for a correction */
  correction?: SubmissionResult
  /** whose form it is */
  sessionId?: string
  /** on a page that can't compare: what the lesson's own page needs for it */
  sent?: [string, string][]
  /** how long a form that came too early has to wait, for the device that keeps it */
  opens?: string
}

/** All forms of the page answer in one shape. */
export const nothing: Answer = { typed: {}, isNotice: false }

/** Where a saved form leads, and where undoing it leads. */
type Leading = { saved: string; undoFrom: "today" | "register" }

export async function answerRegister(actor: Actor, sessionId: string, form: FormData, leading: Leading) {
  const submission = readForm(form, { schema: RegisterSchema })
  const sent = [...form].filter((field): field is [string, string] => typeof field[1] === "string")
  const shown = () => {
    const register = findRegister(actor, sessionId)
    const students = register?.rows.map(({ studentId }) => studentId) ?? []
    const typed = typedFor(students, sent)
    return { register, typed, ofForm: { ...nothing, typed, shown: shownBy(students, sent), sessionId } }
  }
  // A form that comes back after logging in says so, like any other.
  if (intentOf(form) === "copy" && !isReturnedForm()) {
    const { register, typed, ofForm } = shown()
    return data({ ...ofForm, typed: withCopy(register, typed) })
  }
  const refuse = (errors: Record<string, string[]>, facts: Partial<Answer> = {}) => {
    const { register, typed, ofForm } = shown()
    return data(
      {
        ...ofForm,
        ...facts,
        totals: totalsTyped(register, typed),
        result: { status: "error" as const, error: errors },
      },
      { status: 400 },
    )
  }
  if (submission.status !== "success") {
    const register = orNotFound(findRegister(actor, sessionId))
    return refuse(named(register.rows, submission.reply().error ?? {}))
  }
  const marks = Object.entries(submission.value.marks).map(([studentId, mark]) => ({
    studentId,
    code: mark.code,
    statusId: mark.statusId,
    minutesLate: mark.code === "late" && mark.minutesLate ? Number(mark.minutesLate) : null,
  }))
  const entry = { ...submission.value, marks, merging: mergingOf(submission.value) }
  const conflict = (merging: RegisterMerging) =>
    data(
      {
        ...nothing,
        typed: typedFor([], sent),
        sessionId,
        ...conflictOf(actor, sessionId, { ...entry, merging }),
        ...(leading.undoFrom === "today" ? { sent: toCompare(sent) } : {}),
      },
      { status: 409 },
    )
  if (intentOf(form) === "preview") {
    const preview = previewRegister(actor, sessionId, entry)
    if (!preview.ok && preview.reason === "stale" && entry.merging) return conflict(entry.merging)
    if (!preview.ok) return refuse({ "": [registerRefusals[preview.reason]] })
    const { lead, rest } = preview.effect
    // text only, because not everyone may see the amounts behind it
    const seats = preview.effect.seats.map(({ studentId, name, change }) => ({ studentId, name, change }))
    return data({ ...shown().ofForm, effect: { lead, rest, seats } })
  }
  const taken = saveRegister(actor, sessionId, entry)
  const opens = taken.ok ? undefined : opensIn(actor, sessionId)
  if (opens) return refuse({ "": [registerRefusals["not-begun"]] }, { opens })
  if (!taken.ok && taken.reason === "stale" && entry.merging) return conflict(entry.merging)
  if (!taken.ok) {
    const field = taken.reason === "reason-missing" ? "reason" : ""
    return refuse({ [field]: [registerRefusals[taken.reason]] })
  }
  const { lead, rest } = taken.effect
  const isFirst = taken.session.registerTakenAt === null
  return redirectWithToast(leading.saved, {
    title: "Attendance saved.",
    text: `${lead}. ${rest}`,
    tone: "good",
    ...(isFirst
      ? { undo: { to: paths.session(sessionId), fields: { intent: "undo", from: leading.undoFrom } } }
      : {}),
  })
}

type Found = ReturnType<typeof findRegister>

/** How long a lesson's attendance isn't open yet. */
function opensIn(actor: Actor, sessionId: string): string | undefined {
  const register = findRegister(actor, sessionId)
  return register?.phase === "expected" ? spellOpensIn(register.opensAtMs - now()) : undefined
}

/** The form as it was sent, with the last note in its field. Nothing is saved. */
function withCopy(register: Found, typed: Record<string, string>) {
  const last = register?.lastNote
  return last ? { ...typed, sharedNote: withLastNote(typed.sharedNote ?? "", last.body) } : typed
}

/** The totals of the marks that were sent, which the form shows again. */
function totalsTyped(register: Found, typed: Record<string, string>) {
  const sent = (register?.rows ?? []).flatMap(({ studentId }): [string, string][] => {
    const spelled = typed[`marks.${studentId}.code`]
    return markCodes.some((code) => code === spelled?.split("@")[0]) ? [[studentId, spelled ?? ""]] : []
  })
  return register && totalsShown(register, new Map(sent))
}

/** Undoes what was just saved, and leads back to where it was saved. */
export function answerUndo(actor: Actor, sessionId: string, form: FormData) {
  const undone = undoRegister(actor, sessionId)
  const back =
    form.get("from") === "today" && may(actor.role, "teacher:home")
      ? paths.teacherHome({ lesson: sessionId })
      : paths.session(sessionId)
  if (undone.ok) return redirectWithToast(back, "Attendance undone.")
  return redirectWithToast(paths.session(sessionId), {
    title: "Attendance wasn’t undone.",
    text: undoRegisterRefusals[undone.reason],
    tone: "bad",
  })
}
