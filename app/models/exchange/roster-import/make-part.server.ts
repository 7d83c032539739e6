import { transact } from "db/client.server"
import { importCreations } from "db/schema/exchange"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher, listTeachers } from "~/models/people/teacher/teacher.server"
import { addClass } from "~/models/teaching/class/class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { addSchedule } from "~/models/teaching/class/schedule.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { todayOf } from "~/utils/clock.server"
import type { PlannedClass } from "../roster/roster-classes"
import { openingKept, type PlannedFamily } from "../roster/roster-families"
import type { PlannedRow } from "../roster/roster-plan"
import type { RowIssue } from "../roster/roster-reading"
import type { PlannedTeacher } from "../roster/roster-teachers"
import { answerNew, fillAnswers, importFamily, type RecordMade } from "./import-family.server"
import {
  type EnrolledRow,
  isLeftOut,
  leaveOut,
  type Part,
  type Span,
  type TaughtClass,
} from "./import-parts.server"
import { type Counted, isTaken, type LeftOutRow, limitReached, nothingMade } from "./roster-import"

// One step of an import. The plan was true when it was made; where the school changed since (the last place of the plan
// was taken, a student ID given away), the row stays out and says why, and everything else goes on.

/** Makes what one step is about, in the caller's transaction, and answers how much that was. */
export function makePart(
  actor: Actor,
  importId: string,
  part: Part,
): { counted: Counted; notJoined: string[] } {
  const work = new PartOf(actor, importId)
  switch (part.kind) {
    case "teacher":
      work.teacher(part.content)
      break
    case "family":
      work.family(part.content.family, part.content.rows)
      break
    case "students":
      work.moreStudents(part.content.family, part.content.rows)
      break
    case "class":
      work.class(part.content.planned, part.content.rows, part.content.span)
      break
    case "enrollments":
      work.moreEnrollments(part.content.planned, part.content.rows)
      break
    case "sessions":
      work.sessions(part.content.classKey, part.content.span)
      break
    case "left-out":
      break
  }
  const { counted, notJoined } = work
  return { counted, notJoined }
}

class PartOf {
  readonly counted: Counted = { ...nothingMade }
  /** Students who are here but couldn't join their class, each a sentence with why. */
  readonly notJoined: string[] = []
  readonly #actor: Actor
  readonly #importId: string
  readonly #refused: LeftOutRow[] = []

  constructor(actor: Actor, importId: string) {
    this.#actor = actor
    this.#importId = importId
  }

  teacher(planned: PlannedTeacher) {
    const { key, name, rowNumbers, teacherId, answers } = planned
    if (teacherId) {
      const subject = { noun: "teacher", subjectId: teacherId } as const
      const isHere = listTeachers(this.#actor).some(({ id }) => id === teacherId)
      if (isHere) fillAnswers(this.#actor, subject, planned, (...made) => this.#keep(...made))
      return
    }
    const added = addTeacher(this.#actor, { name })
    if (added.ok) {
      this.#answer({ noun: "teacher", subjectId: added.teacherId }, answers)
      this.#keep("teacher", added.teacherId, key)
      this.counted.teachers += 1
      return
    }
    const problem = limitReached(added.planName, added.places, "teachers", name)
    for (const rowNumber of rowNumbers) this.#refuse(rowNumber, name, problem)
    this.#leaveOutRefused()
  }

  family(family: PlannedFamily, rows: readonly PlannedRow[]) {
    const before = { ...this.counted }
    try {
      transact(() => {
        const { familyId, firstRow, notes, keepsOpening } = importFamily(
          this.#actor,
          family,
          (noun, nounId) => {
            this.#keep(noun, nounId, noun === "family" ? family.key : undefined)
            if (noun === "family") this.counted.families += 1
            if (noun === "guardian") this.counted.guardians += 1
          },
        )
        if (keepsOpening) this.notJoined.push(openingKept(family))
        this.#students(familyId, rows, firstRow, notes)
        const isWhole = rows.length > 0 && rows.length === family.rowNumbers.length
        if (isWhole && this.counted.students === before.students) throw new NoStudentAdded()
      })
    } catch (error) {
      if (!(error instanceof NoStudentAdded)) throw error
      Object.assign(this.counted, before)
    }
    this.#leaveOutRefused()
  }

  moreStudents(family: PlannedFamily, rows: readonly PlannedRow[]) {
    const familyId = family.existingFamilyId ?? this.#made("family", family.key)
    if (familyId) this.#students(familyId, rows, null, [])
    this.#leaveOutRefused()
  }

  #students(familyId: string, rows: readonly PlannedRow[], firstRow: number | null, notes: string[]) {
    for (const row of rows) {
      const { rowNumber, student, name } = row
      if (!student || isLeftOut(this.#actor, this.#importId, rowNumber)) continue
      const more = rowNumber === firstRow ? notes : []
      const { answers, ...known } = student
      const facts = {
        ...known,
        notes: [student.notes, ...more].filter(Boolean).join("\n") || null,
        familyId,
        fromDate: statusSince(this.#actor, row),
      }
      const added = withoutDuplicate(() => addStudent(this.#actor, facts))
      if (added === "taken") this.#refuse(rowNumber, name, isTaken(student.code ?? ""))
      else if (!added.ok)
        this.#refuse(rowNumber, name, limitReached(added.planName, added.places, "students", name))
      else {
        const { studentId } = added
        this.#answer({ noun: "student", subjectId: studentId }, answers)
        this.#keep("student", studentId, String(rowNumber))
        this.counted.students += 1
      }
    }
  }

  class(planned: TaughtClass, rows: readonly EnrolledRow[], span: Span | null) {
    const isWanted = planned.rowNumbers.some((row) => !isLeftOut(this.#actor, this.#importId, row))
    if (!isWanted) return
    const { weekday, time, minutes, startsOn, endsOn, everyWeeks } = planned.schedule
    const classId = addClass(this.#actor, {
      name: planned.name,
      kind: planned.kind,
      instrument: planned.instrument,
      teacherId: planned.teacherId ?? (planned.teacherKey ? this.#made("teacher", planned.teacherKey) : null),
      capacity: capacityFor(planned),
      price: planned.price ? { ...planned.price, fromDate: startsOn } : null,
    })
    this.#answer({ noun: "class", subjectId: classId }, planned.answers)
    this.#keep("class", classId, planned.key)
    this.counted.classes += 1
    const weekly = {
      weekdays: [weekday],
      startTime: time,
      minutes,
      startsOn,
      endsOn,
      ...(everyWeeks ? { everyWeeks } : {}),
    }
    const scheduleId = addSchedule(this.#actor, classId, weekly)
    this.#keep("schedule", scheduleId, planned.key)
    this.#enrollments(classId, planned.name, rows)
    if (span) this.#sessionsOf(scheduleId, span)
  }

  moreEnrollments(planned: PlannedClass, rows: readonly EnrolledRow[]) {
    const classId = this.#made("class", planned.key)
    if (classId) this.#enrollments(classId, planned.name, rows)
  }

  #enrollments(classId: string, className: string, rows: readonly EnrolledRow[]) {
    for (const { rowNumber, name, enrollment } of rows) {
      const { startsOn, endsOn, billing, priceMinor, of } = enrollment
      const studentId =
        of && "studentId" in of ? of.studentId : this.#made("student", String(of ? of.rowNumber : rowNumber))
      if (!studentId) continue
      const stay = { classId, studentId, startsOn, endsOn, billing, priceMinor }
      const enrolled = enroll(this.#actor, stay, { keepsStatus: true })
      // A class of this import that someone filled or shrank since: the student is there, only not in it.
      if (!enrolled.ok) {
        this.notJoined.push(
          `${name} isn’t in ${className}: ${enrolled.reason === "full" ? "the class is full" : enrolled.reason === "already-enrolled" ? "they were enrolled already" : "the class changed during the import"}.`,
        )
        continue
      }
      this.#keep("enrollment", enrolled.enrollmentId)
      this.counted.enrollments += 1
    }
  }

  sessions(classKey: string, span: Span) {
    const scheduleId = this.#made("schedule", classKey)
    if (scheduleId) this.#sessionsOf(scheduleId, span)
  }

  #sessionsOf(scheduleId: string, { from, until }: Span) {
    const { made, clashes } = makeSessions(this.#actor, scheduleId, until, { from })
    this.counted.sessions += made
    this.counted.clashes += clashes
  }

  /** What an earlier step made under this key of the plan. */
  #made(noun: string, planKey: string): string | null {
    const found = select({ id: importCreations.nounId })
      .from(importCreations)
      .where(
        and(
          own(this.#actor, importCreations),
          eq(importCreations.importId, this.#importId),
          eq(importCreations.noun, noun),
          eq(importCreations.planKey, planKey),
        ),
      )
      .get()
    return found?.id ?? null
  }

  #answer(subject: Parameters<typeof answerNew>[1], answers: CustomAnswers | undefined) {
    answerNew(this.#actor, subject, answers, (...made) => this.#keep(...made))
  }

  #keep(...[noun, nounId, planKey]: [...Parameters<RecordMade>, planKey?: string]) {
    add(this.#actor, importCreations, { importId: this.#importId, noun, nounId, planKey: planKey ?? null })
  }

  #refuse(rowNumber: number, name: string, problem: RowIssue) {
    this.#refused.push({ rowNumber, name, state: "problem", problems: [problem] })
  }

  #leaveOutRefused() {
    for (const row of this.#refused.splice(0))
      if (leaveOut(this.#actor, this.#importId, row)) this.counted.problems += 1
  }
}

/** None of a family's students could be added: then the family isn't either. */
class NoStudentAdded extends Error {}

/** One for a private lesson; a group keeps some room to grow. */
const capacityFor = ({ kind, rowNumbers }: PlannedClass): number =>
  kind === "private" || kind === "trial" ? 1 : Math.max(rowNumbers.length, kind === "group" ? 8 : 30)

/** The status is known to hold since the first lesson; a student without one is new today. */
function statusSince(actor: Actor, { enrollment }: PlannedRow): string {
  const day = todayOf(actor)
  return enrollment && enrollment.startsOn < day ? enrollment.startsOn : day
}

/** Someone gave the student ID away since the check: the database refuses a second one. */
function withoutDuplicate<Answer>(add: () => Answer): Answer | "taken" {
  try {
    return transact(add)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_UNIQUE") return "taken"
    throw error
  }
}
