import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { families, guardians, portalAccess, studentStatusChanges, students } from "db/schema/people"
import { and, eq, inArray, ne, notExists } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  hasRow,
  ownRows,
  type Params,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, newRow } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { RowChange, withChanges } from "~/models/foundation/access/row-changes.server"
import { areAsLeft, undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { readFacts } from "~/models/foundation/audit/history.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import {
  addFamily,
  changeGuardians,
  findFamiliesByGuardianEmail,
  type GuardiansRefusal,
} from "../family/family.server"
import { takesStudents } from "../family/merged-family.server"
import { withdrawChangesOf } from "../own-data/changes.server"
import { withdrawProofsOf } from "../proof/proofs.server"
import { endTextsOfFormerFamily, recordEnded } from "../text-consent/text-consent.server"
import { listInstrumentsOf, saveInstruments } from "./instruments.server"
import { listNamesakes } from "./namesakes.server"
import { renameOwnClasses } from "./own-classes.server"
import type { StudentStatus } from "./student"
import { type Facts, factsOf } from "./student-fields"
import type { StudentForm } from "./student-form"
import { leaveTalks, rejoinTalks } from "./talks-of-student.server"

// A student belongs to exactly one family. Every status a student has had is a row with its first day.

export type NewStudent = {
  familyId: string
  status: StudentStatus
  instrument?: string | null
  level?: string | null
  /** The day the status holds from, `YYYY-MM-DD`. */
  fromDate: string
} & Facts

/** Adds a student; refused when the plan has no place for one who takes a place (lead and former ones do not). */
export function addStudent(
  actor: Actor,
  student: NewStudent,
):
  | { ok: true; studentId: string }
  | { ok: false; reason: "limit-reached"; planName: string; places: LimitUsage } {
  return transact(() => {
    if (countsTowardPlan(student.status)) {
      const { planName, students: places } = findPlanUsage(actor)
      if (seatsLeft(places) < 1) return { ok: false, reason: "limit-reached", planName, places }
    }
    const { fromDate, email, ...facts } = student
    const row = newRow(actor)
    add(actor, students, { ...facts, ...row, email: email?.trim().toLowerCase() || null })
    add(actor, studentStatusChanges, { studentId: row.id, status: student.status, fromDate })
    recordEvent(actor, "student.add", row.id, {
      after: { name: `${student.firstName} ${student.lastName}`.trim(), status: student.status },
    })
    return { ok: true, studentId: row.id }
  })
}

/** A student with the name of their family, or undefined when the school has no such student. */
export function findStudent(actor: Actor, studentId: string) {
  const found = studentQuery.get(actor, { studentId })
  if (!found) return undefined
  const { schoolId: _, ...student } = found.student
  return { ...student, familyName: found.familyName }
}

const studentQuery = query((p: Params<{ studentId: string }>, own) =>
  select({ student: students, familyName: families.name })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(own(students, p.studentId)),
)

/** Name and instrument of those who are the school's, in the order of the ids. */
export function listStudentsNamed(actor: Actor, studentIds: readonly string[]) {
  if (studentIds.length === 0) return []
  const rows = ownRows(actor, students, ["id", "firstName", "lastName", "instrument"])
    .where(inArray(students.id, [...studentIds]))
    .all()
    .map(({ id, instrument, ...name }) => ({ id, instrument, name: fullName(name) }))
  return studentIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Who this may be already: students of that name, families in which an adult has that address. */
export type PossibleDuplicates = {
  students: ReturnType<typeof listNamesakes>
  families: { id: string; name: string; email: string }[]
}

type Admitted =
  | { ok: true; studentId: string }
  | { ok: false; reason: "limit-reached"; planName: string; places: LimitUsage }
  | { ok: false; reason: "looks-known"; known: PossibleDuplicates }
  | { ok: false; reason: "no-family" | "code-taken" }

/**
 * Writes a new student down, with a new family and its adults or in a family the school has. Refused when the plan has
 * no place left, when the student ID is another's, and, unless `anyway`, when the school seems to know the person: a form
 * sent twice adds one.
 */
export function admitStudent(
  actor: Actor,
  form: StudentForm,
  { anyway = false, answers }: { anyway?: boolean; answers?: CustomAnswers } = {},
): Admitted {
  return transact((): Admitted => {
    const { family, guardians, instruments, familySearch: _, ...facts } = form
    if (family !== "new" && !takesStudents(actor, family)) return { ok: false, reason: "no-family" }
    if (facts.code && isCodeTaken(actor, facts.code)) return { ok: false, reason: "code-taken" }
    const known = findDuplicates(actor, form)
    if (!anyway && known.students.length + known.families.length > 0)
      return { ok: false, reason: "looks-known", known }
    const { planName, students: places } = findPlanUsage(actor)
    if (countsTowardPlan(facts.status) && seatsLeft(places) < 1)
      return { ok: false, reason: "limit-reached", planName, places }

    const familyId =
      family === "new"
        ? addFamily(actor, { name: `${facts.lastName || facts.firstName} family`, guardians }).familyId
        : family
    const fromDate = todayOf(actor)
    const added = addStudent(actor, { ...facts, familyId, fromDate })
    if (!added.ok) return added
    const { studentId } = added
    saveInstruments(actor, studentId, instruments)
    if (answers) saveAnswers(actor, { noun: "student", subjectId: studentId }, answers)
    return added
  })
}

function findDuplicates(actor: Actor, { family, guardians, ...facts }: StudentForm): PossibleDuplicates {
  const emails = family === "new" ? guardians.flatMap(({ email }) => email ?? []) : []
  return {
    students: listNamesakes(actor, facts),
    families: [...new Set(emails)].flatMap((email) =>
      findFamiliesByGuardianEmail(actor, email).map((found) => ({ ...found, email })),
    ),
  }
}

/** Whether a student ID is in use by someone else. */
export function isCodeTaken(actor: Actor, code: string, exceptId = ""): boolean {
  return hasRow(actor, students, and(eq(students.code, code), ne(students.id, exceptId)))
}

type Changed =
  | Result<{ moveId?: string | undefined }, "no-student" | "no-family" | "code-taken">
  | ({ ok: false } & GuardiansRefusal)

/** Takes back what a refusal found half-way has written. */
class Refused extends Error {
  constructor(readonly refusal: Extract<Changed, { ok: false }>) {
    super(refusal.reason)
  }
}

/**
 * Corrects what is known of a student, and of the adults of the family they stay in. With another family chosen the
 * student moves there, and the adults of the old one no longer see them; what is billed or charged stays where it was. Answers by
 * what the move is undone, unless something that its family had asked or handed in was withdrawn. Private classes that were named for the student get their new name.
 */
export function changeStudent(
  actor: Actor,
  studentId: string,
  form: StudentForm,
  answers?: CustomAnswers,
): Changed {
  try {
    return transact(() => {
      const changed = changeFacts(actor, studentId, form)
      if (changed.ok && answers) saveAnswers(actor, { noun: "student", subjectId: studentId }, answers)
      return changed
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

function changeFacts(actor: Actor, studentId: string, form: StudentForm): Changed {
  const before = findStudent(actor, studentId)
  if (!before || before.erasedAt !== null) return { ok: false, reason: "no-student" }
  if (form.code && isCodeTaken(actor, form.code, studentId)) return { ok: false, reason: "code-taken" }
  const learnedBefore = listInstrumentsOf(actor, studentId)
  const { answer: familyId, changes } = withChanges(() => joinFamily(actor, before, form))
  const isMoved = familyId !== before.familyId
  const { email = null, instruments } = form
  const facts = { familyId, ...factsOf(form) }
  change(actor, students, studentId, facts)
  saveInstruments(actor, studentId, instruments)
  const withdrawn = isMoved ? withdrawChangesOf(actor, studentId) + withdrawProofsOf(actor, studentId) : 0
  if (email !== before.email) {
    revokeLinks("student-invitation", studentId)
    moveReader(actor, { from: before.email, to: email, memberId: before.memberId })
  }
  const was = Object.fromEntries(Object.keys(facts).map((name) => [name, before[name as keyof typeof facts]]))
  const changed = Object.entries({ ...facts, instruments }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify({ ...was, instruments: learnedBefore }[name]),
  )
  const known = changed.map(([name]) => [name, { ...was, instruments: learnedBefore }[name]])
  const eventId =
    changed.length > 0
      ? recordEvent(actor, "student.change", studentId, {
          before: { ...Object.fromEntries(known), ...(isMoved ? { changes } : {}) },
          after: Object.fromEntries(changed),
        })
      : undefined
  renameOwnClasses(actor, studentId, fullName(before), fullName(facts))
  return { ok: true, moveId: isMoved && withdrawn === 0 ? eventId : undefined }
}

/** Answers the family the student is in afterwards. That of a student who moves no longer sees them. */
function joinFamily(
  actor: Actor,
  { id: studentId, familyId: present }: { id: string; familyId: string },
  form: StudentForm,
): string {
  const familyId = familyOf(actor, present, form)
  if (familyId === present) return familyId
  change(actor, students, studentId, { familyId })
  closeToAdultsOf(actor, present, studentId)
  leaveTalks(actor, { familyId: present, studentId })
  rejoinTalks(actor, { familyId, studentId })
  if (endTextsOfFormerFamily(actor, studentId, familyId)) recordEnded(actor, [{ memberId: null, studentId }])
  return familyId
}

const Moved = z.object({ familyId: z.string(), changes: RowChange.array() })

/**
 * Undoes a student's move to another family: the former one sees them again, and a family that was new goes. Refused, with nothing
 * changed, once any of it was changed again.
 */
export function undoMove(
  actor: Actor,
  studentId: string,
  moveId: string,
): Result<{ name: string }, "not-found" | "changed-since"> {
  return allOrNothing((): ReturnType<typeof undoMove> => {
    const student = findStudent(actor, studentId)
    const isIt = and(eq(events.id, moveId), eq(events.noun, "student"), eq(events.nounId, studentId))
    const move = ownRows(actor, events, ["before"]).where(isIt).get()
    const moved = Moved.safeParse(readFacts(move?.before ?? null)).data
    if (!student || student.erasedAt !== null || !moved) return { ok: false, reason: "not-found" }
    const { familyId, changes } = moved
    const isAsLeft = takesStudents(actor, familyId) && areAsLeft(actor, changes)
    if (!isAsLeft || undo(actor, changes)) return { ok: false, reason: "changed-since" }
    // Of who came or went in one of the two families since, and of what the other one asked for.
    closeToOthers(actor, familyId, studentId)
    withdrawChangesOf(actor, studentId)
    withdrawProofsOf(actor, studentId)
    recordEvent(actor, "student.change", studentId, {
      before: { familyId: student.familyId },
      after: { familyId },
    })
    return { ok: true, name: fullName(student) }
  })
}

/** Only guardians of the family see the student as such. */
function closeToOthers(actor: Actor, familyId: string, studentId: string) {
  const ofFamily = select({ id: guardians.id })
    .from(guardians)
    .where(and(joined(guardians.memberId, portalAccess.memberId), eq(guardians.familyId, familyId)))
  remove(
    actor,
    portalAccess,
    and(eq(portalAccess.studentId, studentId), eq(portalAccess.as, "guardian"), notExists(ofFamily)),
  )
}

/** The family the student is in afterwards; its adults are brought up to the form when they were on it. */
function familyOf(
  actor: Actor,
  present: string,
  { family, guardians: guardianEntries, ...facts }: StudentForm,
): string {
  if (family === present) {
    const changed = changeGuardians(actor, present, guardianEntries)
    if (!changed.ok) throw new Refused(changed)
    return present
  }
  if (family === "new")
    return addFamily(actor, { name: `${facts.lastName || facts.firstName} family`, guardians: [] }).familyId
  if (!takesStudents(actor, family)) throw new Refused({ ok: false, reason: "no-family" })
  return family
}

function closeToAdultsOf(actor: Actor, familyId: string, studentId: string) {
  const memberIds = ownRows(actor, guardians, { id: guardians.memberId })
    .where(eq(guardians.familyId, familyId))
    .all()
    .flatMap(({ id }) => id ?? [])
  remove(
    actor,
    portalAccess,
    and(
      eq(portalAccess.studentId, studentId),
      eq(portalAccess.as, "guardian"),
      inArray(portalAccess.memberId, memberIds),
    ),
  )
}
