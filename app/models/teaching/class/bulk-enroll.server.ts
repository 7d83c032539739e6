import { students } from "db/schema/people"
import { and, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { own } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { day, neededChoice } from "~/utils/form-text"
import { fullName } from "~/utils/names"
import { prerequisiteReason } from "../prerequisite/prerequisite-form"
import { priceText } from "../price/price-text"
import { findInLine, waitAgain } from "./enroll.server"
import { enrollSeveral } from "./enroll-several.server"
import { findClass } from "./find-class.server"
import { findStay, removeStay } from "./leave-class.server"
import { type Decision, type Effect, planEnrolling } from "./plan-enrolling.server"

// Many students into one class. Each is enrolled alone: who doesn't fit is an exception, not the end of it.

const EnrollManyForm = z.object({
  classId: neededChoice("Choose a class."),
  startsOn: day("Enter the first day."),
  prerequisiteReason,
})
type EnrollManyForm = z.output<typeof EnrollManyForm>

const Before = z.object({ enrollmentId: z.string(), waitingId: z.string().optional() })

/** Enrolls students in a class from a day on. */
export const enrollStudents: BulkAct<EnrollManyForm> = {
  permission: "class:write",
  choice: EnrollManyForm,
  kind: "enroll-students",
  plan: (actor, studentIds, wish) => {
    const chosen = listStudents(actor, studentIds)
    const found = findClass(actor, wish.classId)
    const none = (text: string): PlannedItem[] =>
      chosen.map((student) => ({ id: student.id, name: fullName(student), text, can: false }))
    if (!found) return none("This class no longer exists.")
    const coming = chosen.map((student) => ({ ...student, name: fullName(student) }))
    const { effect, decisions } = planEnrolling(actor, found, coming, wish)
    return coming.map(({ id, name, status }, index): PlannedItem => {
      const line = { id, name }
      const decision = decisions[index]
      if (!decision) return { ...line, text: "No longer in the school.", can: false }
      if (!decision.ok) return { ...line, text: reasonOf(decision), can: false }
      return { ...line, text: effectText(actor, wish.startsOn, effect, status === "paused"), can: true }
    })
  },
  work: {
    about: EnrollManyForm,
    atMost: 2,
    carryOut: (actor, wish, { subjectId }) => {
      const waitingId = findInLine(actor, wish.classId, subjectId)
      const tried = tryOne(actor, subjectId, wish)
      if (!tried.ok) return { ok: false, reason: tried.text }
      const stay = findStay(actor, wish.classId, subjectId, wish.startsOn)
      return { ok: true, note: tried.text, made: subjectId, before: { enrollmentId: stay, waitingId } }
    },
    undo: (actor, _about, { before }) => takeBack(actor, Before.parse(before)),
  } satisfies TaskWork<EnrollManyForm>,
}

function tryOne(
  actor: Actor,
  studentId: string,
  { classId, startsOn, prerequisiteReason: reason }: EnrollManyForm,
): { ok: boolean; text: string } {
  const enrolled = enrollSeveral(actor, classId, {
    studentIds: [studentId],
    startsOn,
    prerequisites: reason ? { reason } : undefined,
  })
  if (enrolled.ok) {
    const [effect] = enrolled.effect
    return { ok: true, text: effectText(actor, startsOn, effect, Boolean(effect?.paused)) }
  }
  if (enrolled.reason === "prerequisite")
    return { ok: false, text: lackingText(enrolled.lacking.flatMap(({ lacks }) => lacks)) }
  if (enrolled.reason === "clash") return { ok: false, text: clashingText(enrolled.clashes[0]) }
  return { ok: false, text: reasonOf(enrolled) }
}

function effectText(actor: Actor, startsOn: string, effect: Effect | undefined, isPaused: boolean): string {
  const lessons = effect
    ? `${countOf(effect.sessions, "lesson")} until ${formatDate(effect.until, "short")}`
    : ""
  const price =
    effect?.price && seesFamilyMoney(actor) ? `, ${priceText(effect.price, actor.school.currency)}` : ""
  const paused = isPaused ? ". Still paused. Lessons are scheduled anyway" : ""
  return `From ${formatDate(startsOn, "short")}: ${lessons}${price}${paused}`
}

type Refused = Exclude<ReturnType<typeof enrollSeveral>, { ok: true }>
type Told = Extract<Decision, { ok: false }> | Exclude<Refused, { reason: "prerequisite" | "clash" }>

function reasonOf(refusal: Told): string {
  switch (refusal.reason) {
    case "full":
      return "No spot left."
    case "already-enrolled":
      return "Already in this class."
    case "prerequisite":
      return lackingText(refusal.lacks)
    case "limit-reached":
      return `Your ${refusal.planName} plan has no room for another student.`
    case "no-class":
      return "This class no longer exists."
    case "no-student":
      return "No longer in the school."
    case "ended":
      return "The class ends before that day."
    case "clash":
      return clashingText(refusal.clash)
    default:
      return "The school is closed then."
  }
}

const lackingText = (lacks: readonly string[]) => `${lacks.join(" ")} Enter a reason to enroll anyway.`

const clashingText = (clash = "") => `Another lesson at the same time: ${clash}`

function takeBack(actor: Actor, { enrollmentId, waitingId }: z.output<typeof Before>): ItemOutcome {
  const removed = removeStay(actor, enrollmentId)
  if (removed === "gone") return { ok: false, reason: "Has left the class already." }
  if (removed === "seated") return { ok: false, reason: "Attendance has been recorded in this class." }
  if (removed === "billed") return { ok: false, reason: "The monthly fee is on an invoice or was changed." }
  if (waitingId !== undefined) waitAgain(actor, waitingId)
  return { ok: true, note: "No longer in the class" }
}

function listStudents(actor: Actor, studentIds: readonly string[]) {
  return select({
    id: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    birthDate: students.birthDate,
    status: students.status,
  })
    .from(students)
    .where(
      and(
        own(actor, students),
        sql`${students.id} in (select value from json_each(${JSON.stringify(studentIds)}))`,
      ),
    )
    .orderBy(sql`${students.lastName} collate nocase`, sql`${students.firstName} collate nocase`, students.id)
    .all()
}
