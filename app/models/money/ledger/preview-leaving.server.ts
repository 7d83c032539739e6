import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { findStudent } from "~/models/people/student/student.server"
import { changeStatus, countLessonsAfter } from "~/models/teaching/student-status/change-status.server"
import type { StatusForm } from "~/models/teaching/student-status/status-form"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { planSettling } from "../charge/settle-tuition.server"
import { familyBalance } from "./ledger.server"

/** What a charged month would be, added up over enrollments; minor units. */
export type MonthChange = { month: string; beforeMinor: number; afterMinor: number }

/** The charged months of enrollments that change, within a rehearsal, by month; none for members who don't see prices. */
export function listMonthChanges(actor: Actor, stays: readonly { id: string }[]): MonthChange[] {
  const months = new Map<string, MonthChange>()
  if (seesFamilyMoney(actor))
    for (const { id } of stays)
      for (const { month, beforeMinor, afterMinor } of planSettling(actor, { enrollmentId: id })) {
        const known = months.get(month) ?? { month, beforeMinor: 0, afterMinor: 0 }
        known.beforeMinor += beforeMinor
        known.afterMinor += afterMinor
        months.set(month, known)
      }
  return [...months.values()].sort((a, b) => a.month.localeCompare(b.month))
}

export type LeavingEffect = {
  classes: string[]
  /** planned lessons after the day */
  lessons: number
  /** make-up lessons and guest spots that are freed, not among those lessons */
  spots: number
  /** charged months that change; empty for members who don’t see prices */
  fees: MonthChange[]
  /** What the family of a student who leaves owes; below zero is account credit. Null for other steps, and as for fees. */
  balanceMinor: number | null
}

/** What a step of a student's status would bring, as its command would do it: it runs and is taken back. */
export function previewLeaving(
  actor: Actor,
  studentId: string,
  form: Omit<StatusForm, "step"> & { step: StatusForm["step"] },
): Exclude<ReturnType<typeof changeStatus>, { ok: true }> | ({ ok: true } & LeavingEffect) {
  return rehearse(() => {
    const day = laterOf(form.from ?? "", todayOf(actor))
    const countLessons = () => countLessonsAfter(actor, [studentId], day).get(studentId) ?? 0
    const before = countLessons()
    const changed = changeStatus(actor, studentId, form)
    if (!changed.ok) return changed
    const student = form.step === "end" && seesFamilyMoney(actor) ? findStudent(actor, studentId) : undefined
    return {
      ok: true as const,
      classes: changed.classes,
      lessons: before - countLessons(),
      spots: changed.spots.length,
      fees: listMonthChanges(actor, changed.stays),
      balanceMinor: student ? familyBalance(actor, student.familyId) : null,
    }
  })
}
