import { db, transact } from "db/client.server"
import { importCreations, imports } from "db/schema/platform"
import { and, eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { newRow } from "../access/new-row.server"
import { recordEvent } from "../audit/audit.server"
import { addClass } from "../class/class.server"
import { enroll } from "../class/enroll.server"
import { addSchedule } from "../class/schedule.server"
import type { PlannedClass } from "../roster/roster-classes"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { addStudent } from "../student/student.server"
import { addTeacher } from "../teacher/teacher.server"
import { importFamily, type Keep } from "./import-family.server"
import { planImport } from "./plan-import.server"
import type { ImportSummary } from "./roster-import"

export type RunRefusal = "not-found" | "already-imported" | "undone" | "changed" | "nothing-ready"

/**
 * Makes everything the plan says, in one transaction, and keeps what was made so that it can be undone. Refused when the
 * plan is no longer the one with this fingerprint, and when the import has run: running twice makes nothing twice.
 */
export function runImport(
  actor: Actor,
  importId: string,
  fingerprint: string,
): { ok: true; summary: ImportSummary } | { ok: false; reason: RunRefusal } {
  return transact(() => {
    const planned = planImport(actor, importId)
    if (!planned) return { ok: false, reason: "not-found" }
    const { roster, plan } = planned
    if (roster.state === "imported") return { ok: false, reason: "already-imported" }
    if (roster.state === "undone") return { ok: false, reason: "undone" }
    if (planned.fingerprint !== fingerprint) return { ok: false, reason: "changed" }
    if (plan.counts.ready === 0) return { ok: false, reason: "nothing-ready" }

    const keep: Keep = (noun, nounId) => {
      db()
        .insert(importCreations)
        .values({ ...newRow(actor), importId, noun, nounId })
        .run()
    }
    const made = makePlanned(actor, plan, roster.options.lessonsFrom, keep)
    const { students, families, guardians, teachers, classes, enrollments, problems, skipped } = plan.counts
    const counts = {
      students,
      families,
      guardians,
      teachers,
      classes,
      enrollments,
      problems,
      skipped,
      ...made,
    }
    const problemRows = plan.rows
      .filter(({ state }) => state === "problem")
      .map(({ rowNumber, name, state, problems: why }) => ({ rowNumber, name, state, problems: why }))
    const summary: ImportSummary = { ...counts, problemRows }
    recordEvent(actor, { verb: "run", noun: "import", nounId: importId, after: counts })
    db()
      .update(imports)
      .set({ state: "imported", importedAt: now(), summary: JSON.stringify(summary) })
      .where(and(eq(imports.schoolId, actor.school.id), eq(imports.id, importId)))
      .run()
    return { ok: true, summary }
  })
}

function makePlanned(actor: Actor, plan: RosterPlan, lessonsFrom: string, keep: Keep) {
  const teacherIds = new Map<string, string>()
  for (const teacher of plan.teachers) {
    if (teacher.use === "create") {
      const { teacherId } = planHolds(addTeacher(actor, { name: teacher.name }))
      teacherIds.set(teacher.key, teacherId)
      keep("teacher", teacherId)
    } else if (teacher.teacherId) teacherIds.set(teacher.key, teacher.teacherId)
  }

  const families = new Map(plan.families.map((family) => [family.key, importFamily(actor, family, keep)]))
  const studentIds = new Map<number, string>()
  for (const row of plan.rows) {
    const family = families.get(row.familyKey ?? "")
    if (row.state !== "ready" || !row.student || !family) continue
    const notes = [row.student.notes, ...(row.rowNumber === family.firstRow ? family.notes : [])]
    const { studentId } = planHolds(
      addStudent(actor, {
        ...row.student,
        notes: notes.filter(Boolean).join("\n") || null,
        familyId: family.familyId,
        fromDate: statusSince(actor, row),
      }),
    )
    studentIds.set(row.rowNumber, studentId)
    keep("student", studentId)
  }

  const rowOf = new Map(plan.rows.map((row) => [row.rowNumber, row]))
  let sessions = 0
  let clashes = 0
  for (const planned of plan.classes) {
    const scheduleId = makeClass(actor, planned, rowOf, { teacherIds, studentIds }, keep)
    const { startsOn } = planned.schedule
    const from = startsOn > lessonsFrom ? startsOn : lessonsFrom
    const made = makeSessions(actor, scheduleId, makingHorizon(actor), { from })
    sessions += made.made
    clashes += made.clashes
  }
  return { sessions, clashes }
}

/** A class with its schedule and students; returns the schedule's id. */
function makeClass(
  actor: Actor,
  planned: PlannedClass,
  rowOf: ReadonlyMap<number, PlannedRow>,
  { teacherIds, studentIds }: { teacherIds: Map<string, string>; studentIds: Map<number, string> },
  keep: Keep,
): string {
  const { weekday, time, minutes, startsOn } = planned.schedule
  const classId = addClass(actor, {
    name: planned.name,
    kind: planned.kind,
    instrument: planned.instrument,
    teacherId: planned.teacherKey ? (teacherIds.get(planned.teacherKey) ?? null) : null,
    capacity: capacityFor(planned),
    price: planned.price ? { ...planned.price, fromDate: startsOn } : null,
  })
  keep("class", classId)
  const scheduleId = addSchedule(actor, classId, {
    weekdays: [weekday],
    startTime: time,
    minutes,
    startsOn,
  })
  keep("schedule", scheduleId)
  for (const rowNumber of planned.rowNumbers) {
    const enrollment = rowOf.get(rowNumber)?.enrollment
    const studentId = studentIds.get(rowNumber)
    if (!enrollment || !studentId) continue
    const { startsOn: from, billing, priceMinor } = enrollment
    const { enrollmentId } = planHolds(
      enroll(actor, { classId, studentId, startsOn: from, billing, priceMinor }),
    )
    keep("enrollment", enrollmentId)
  }
  return scheduleId
}

/** One for a private lesson; a group keeps some room to grow. */
const capacityFor = ({ kind, rowNumbers }: PlannedClass): number =>
  kind === "private" || kind === "trial" ? 1 : Math.max(rowNumbers.length, kind === "group" ? 8 : 30)

/** The status is known to hold since the first lesson; a student without one is new today. */
function statusSince(actor: Actor, { enrollment }: PlannedRow): string {
  const day = today(actor.school.timeZone, now())
  return enrollment && enrollment.startsOn < day ? enrollment.startsOn : day
}

/** The plan counted places in this same transaction, so a refusal here is a mistake of ours: nothing is imported. */
function planHolds<Answer extends { ok: boolean; reason?: string }>(
  answer: Answer,
): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(`The import's plan does not hold: ${answer.reason}`)
  return answer as Extract<Answer, { ok: true }>
}
