import { transact } from "db/client.server"
import { importCreations, importParts, imports } from "db/schema/exchange"
import { events } from "db/schema/foundation-audit"
import { customValues } from "db/schema/foundation-lists"
import { openingBalances } from "db/schema/money-opening"
import { familyPayerParts } from "db/schema/payers"
import {
  families,
  guardians,
  studentInstruments,
  studentStatusChanges,
  students,
  teachers,
} from "db/schema/people"
import { classes, enrollments, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import { heldFromDeletion, isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, idsOf, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { removeOpening } from "~/models/money/opening-balance/opening-balance.server"
import {
  isStillInUse,
  isWorkedWith,
  removeEmptyClass,
  removeLessons,
  StillInUse,
} from "~/models/teaching/class/class.server"
import { removeFees } from "~/models/teaching/price/fees-follow.server"
import { now } from "~/utils/clock.server"
import { atOnce, inTurns, nextTurn } from "~/utils/in-turns"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { fillable } from "./import-family.server"
import type { ImportSummary } from "./roster-import"
import { findImportFacts } from "./roster-import.server"
import { queueImportSteps } from "./run-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

// Deletes one thing an import made, with what only follows from it: a class with its sessions, empty seats and monthly
// fees that jobs made since. Whatever another record names stays, and so does what it belongs to.

/** In this order things are removed: first what names others. */
const undoOrder: readonly string[] = [
  "opening",
  "answer",
  "class",
  "enrollment",
  "schedule",
  "student",
  "family",
  "guardian",
  ...fillable.map((column) => `guardian:${column}`),
  "teacher",
]

type Made = { id: string; noun: string; nounId: string }

/** Sessions of one class deleted in one step. */
const sessionsAtOnce = 40

/**
 * Removes a thing, or a first part of it (a class with many sessions takes several steps). Returns the name of what stays
 * because someone has begun to use it, else null.
 */
function removeMade(actor: Actor, importId: string, made: Made): string | null {
  const { noun, nounId } = made
  try {
    return transact(() => {
      if (noun === "class") return removeClass(actor, importId, nounId)
      removeOther(actor, importId, noun, nounId)
      settle(actor, importId, "removed", noun, [nounId])
      return null
    })
  } catch (error) {
    if (!isStillInUse(error)) throw error
    return keepWithIts(actor, importId, noun, nounId)
  }
}

function removeClass(actor: Actor, importId: string, classId: string): null {
  if (isWorkedWith(actor, classId) || isJoined(actor, importId, classId)) throw new StillInUse()
  const next = select({ id: sessions.id })
    .from(sessions)
    .where(and(own(actor, sessions), eq(sessions.classId, classId)))
    .orderBy(asc(sessions.originalDate), asc(sessions.originalStartTime))
    .limit(sessionsAtOnce)
    .all()
    .map(({ id }) => id)
  removeLessons(actor, next)
  if (next.length === sessionsAtOnce) return null

  const before = { importId, name: nameOf(actor, "class", classId) }
  const { enrolled, scheduled } = removeEmptyClass(actor, classId)
  settle(actor, importId, "removed", "enrollment", enrolled)
  settle(actor, importId, "removed", "schedule", scheduled)
  settle(actor, importId, "removed", "class", [classId])
  recordEvent(actor, "class.remove", classId, { before })
  return null
}

/** Whether someone was enrolled by hand while the import is being undone: they keep their spot and the status it gave them. */
const isJoined = (actor: Actor, importId: string, classId: string): boolean =>
  hasRow(
    actor,
    enrollments,
    and(
      eq(enrollments.classId, classId),
      sql`not exists (select 1 from import_creations m where m.school_id = ${actor.school.id}
          and m.import_id = ${importId} and m.noun = 'enrollment' and m.noun_id = ${enrollments.id})`,
    ),
  )

function removeOther(actor: Actor, importId: string, noun: string, nounId: string) {
  const before = { importId, name: nameOf(actor, noun, nounId) }
  const recordRemoval = (of: "student" | "family" | "teacher") =>
    recordEvent(actor, `${of}.remove`, nounId, { before })
  // Answers of a guardian who was here before stay: only gaps in their record were filled.
  if (["student", "family", "guardian", "teacher"].includes(noun)) forgetAnswers(actor, [nounId])
  switch (noun) {
    case "opening": {
      const opening = find(actor, openingBalances, nounId)
      const removed = opening && removeOpening(actor, opening.familyId, nounId)
      // What was removed by hand since is gone already.
      if (removed && !removed.ok && removed.reason !== "none") throw new StillInUse()
      return
    }
    case "student":
      remove(actor, studentStatusChanges, eq(studentStatusChanges.studentId, nounId))
      remove(actor, studentInstruments, eq(studentInstruments.studentId, nounId))
      remove(actor, students, eq(students.id, nounId))
      return recordRemoval(noun)
    case "family": {
      const adults = madeAdultsOf(actor, importId, nounId)
      remove(actor, familyPayerParts, eq(familyPayerParts.familyId, nounId))
      // What was due goes with it. Account credit is a payment, which keeps its family, though it was reversed.
      remove(
        actor,
        openingBalances,
        and(eq(openingBalances.familyId, nounId), isNull(openingBalances.paymentId)),
      )
      forgetAnswers(actor, adults)
      remove(actor, guardians, inArray(guardians.id, adults))
      settle(actor, importId, "removed", "guardian", adults)
      remove(actor, families, eq(families.id, nounId))
      return recordRemoval(noun)
    }
    case "answer":
      return remove(actor, customValues, eq(customValues.id, nounId))
    case "guardian":
      remove(actor, familyPayerParts, eq(familyPayerParts.guardianId, nounId))
      return remove(actor, guardians, eq(guardians.id, nounId))
    case "teacher":
      remove(actor, teachers, eq(teachers.id, nounId))
      return recordRemoval(noun)
    case "enrollment":
      if (!removeFees(actor, [nounId])) throw new StillInUse()
      return remove(actor, enrollments, eq(enrollments.id, nounId))
    case "schedule":
      return remove(actor, schedules, eq(schedules.id, nounId))
    default:
      return emptyAgain(actor, noun, nounId)
  }
}

/** Gaps in a guardian's record that the import filled; what someone has entered there since stays. */
function emptyAgain(actor: Actor, noun: string, guardianId: string) {
  const column = fillable.find((each) => noun === `guardian:${each}`)
  if (!column) throw new Error(`An import makes no ${noun}`)
  const isAsFilled = sql`exists (select 1 from ${events} where ${own(actor, events)} and ${events.noun} = 'guardian'
    and ${events.nounId} = ${guardianId} and ${events.verb} = 'fill'
    and json_extract(${events.after}, ${`$.${column}`}) = ${guardians[column]})`
  change(actor, guardians, and(eq(guardians.id, guardianId), isAsFilled), { [column]: null })
}

/** What stays keeps what belongs to it: a class its schedule and enrollments, a family its adults. */
function keepWithIts(actor: Actor, importId: string, noun: string, nounId: string): string {
  settle(actor, importId, "kept", noun, [nounId])
  if (noun === "class") {
    settle(actor, importId, "kept", "enrollment", idsOf(actor, enrollments, eq(enrollments.classId, nounId)))
    settle(actor, importId, "kept", "schedule", idsOf(actor, schedules, eq(schedules.classId, nounId)))
  }
  if (noun === "family") settle(actor, importId, "kept", "guardian", madeAdultsOf(actor, importId, nounId))
  return nameOf(actor, noun, nounId)
}

function nameOf(actor: Actor, noun: string, nounId: string): string {
  if (noun === "student") {
    const found = select({ firstName: students.firstName, lastName: students.lastName })
      .from(students)
      .where(own(actor, students, nounId))
      .get()
    return found ? fullName(found) : noun
  }
  if (noun === "opening") return nameOf(actor, "family", find(actor, openingBalances, nounId)?.familyId ?? "")
  const named = { class: classes, family: families, guardian: guardians, teacher: teachers }[noun]
  const found =
    named &&
    select({ name: named.name })
      .from(named)
      .where(own(actor, named, nounId))
      .get()
  return found?.name ?? noun
}

function madeAdultsOf(actor: Actor, importId: string, familyId: string): string[] {
  const isMade = sql`exists (select 1 from import_creations m where m.school_id = ${actor.school.id}
    and m.import_id = ${importId} and m.noun = 'guardian' and m.noun_id = ${guardians.id})`
  return idsOf(actor, guardians, and(eq(guardians.familyId, familyId), isMade))
}

/** Records what became of these, so that the next step goes on with others. */
function settle(
  actor: Actor,
  importId: string,
  as: "removed" | "kept",
  noun: string,
  nounIds: readonly string[],
) {
  if (nounIds.length === 0) return
  change(
    actor,
    importCreations,
    and(
      eq(importCreations.importId, importId),
      eq(importCreations.noun, noun),
      inArray(importCreations.nounId, [...nounIds]),
      isNull(importCreations.undone),
    ),
    { undone: as },
  )
}

// Undoing deletes exactly what an import made, in small steps like the import itself. It begins only while no one has
// worked with any of it; what someone begins to use while it runs is kept, with all that belongs to it, and named.

type Undone =
  | Result<{ isDone: boolean }, "not-imported">
  | { ok: false; reason: "built-on"; obstacles: string[] }

/** Of a short import, no more records than these, the undoing is finished within the request. */
const undoneAtOnce = 1000
const undoneInTransaction = 4
const transactionMs = 6

/**
 * Starts undoing an import that is finished, or cancels one that runs. Refused once someone has worked with what it
 * made (attendance, an invoice, a login, a later edit); `obstacles` names in sentences what.
 */
export async function startUndo(actor: Actor, importId: string): Promise<Undone> {
  const obstacles = await inTurns(obstaclesInTurns(actor, importId))
  const answer = begin(actor, importId, obstacles)
  if (!answer.ok || answer.total > undoneAtOnce) return answer.ok ? { ok: true, isDone: false } : answer
  while (undoNextSteps(actor, importId)) await nextTurn()
  return { ok: true, isDone: true }
}

/** The whole undoing at once, in the same steps: for tests. */
export function undoImport(actor: Actor, importId: string): Undone {
  const answer = begin(actor, importId, atOnce(obstaclesInTurns(actor, importId)))
  if (!answer.ok) return answer
  while (undoNextSteps(actor, importId));
  return { ok: true, isDone: true }
}

function begin(
  actor: Actor,
  importId: string,
  obstacles: string[],
): { ok: true; total: number } | Exclude<Undone, { ok: true }> {
  return transact(() => {
    const facts = findImportFacts(actor, importId)
    const isRunning = facts?.state === "importing"
    if (!isRunning && facts?.state !== "imported") return { ok: false, reason: "not-imported" }
    if (isSchoolHeld(actor)) return { ok: false, reason: "built-on", obstacles: [heldFromDeletion] }
    if (obstacles.length > 0) return { ok: false, reason: "built-on", obstacles }
    const total = countLeft(actor, importId)
    const canceledAt = isRunning ? now() : null
    change(actor, imports, importId, {
      state: "undoing",
      startedBy: actor.memberId,
      canceledAt,
      done: 0,
      total,
    })
    queueImportSteps(actor, importId)
    return { ok: true, total }
  })
}

/** Undoes the next steps in one short transaction. False when nothing is being undone, or has just been. */
export function undoNextSteps(actor: Actor, importId: string): boolean {
  return transact(() => {
    const facts = findImportFacts(actor, importId)
    if (facts?.state !== "undoing") return false
    if (forgetSteps(actor, importId)) return true
    const made = listNextMade(actor, importId)
    if (made.length === 0) return finish(actor, importId, facts.total)
    const end = performance.now() + transactionMs
    const kept: string[] = []
    for (const [index, each] of made.entries()) {
      if (index > 0 && performance.now() > end) break
      const name = removeMade(actor, importId, each)
      if (name !== null) kept.push(name)
    }
    const done = facts.total - countLeft(actor, importId)
    const summary = JSON.parse(facts.summary ?? "{}") as ImportSummary
    if (kept.length > 0) summary.kept = [...(summary.kept ?? []), ...kept]
    change(actor, imports, importId, { done, summary: JSON.stringify(summary) })
    return true
  })
}

function finish(actor: Actor, importId: string, done: number): boolean {
  change(actor, imports, importId, { state: "undone", undoneAt: now(), done })
  recordEvent(actor, "import.undo", importId)
  return false
}

/** The steps a canceled import had not come to. True while there are more. */
function forgetSteps(actor: Actor, importId: string): boolean {
  const steps = select({ id: importParts.id })
    .from(importParts)
    .where(and(own(actor, importParts), eq(importParts.importId, importId), ne(importParts.kind, "left-out")))
    .limit(100)
    .all()
    .map(({ id }) => id)
  if (steps.length === 0) return false
  remove(actor, importParts, inArray(importParts.id, steps))
  return true
}

/** Entries of the activity that an import wrote are noted with what it made, and stay. */
const countLeftRows = (actor: Actor, importId: string) =>
  and(
    own(actor, importCreations),
    eq(importCreations.importId, importId),
    isNull(importCreations.undone),
    ne(importCreations.noun, "event"),
  )

function countLeft(actor: Actor, importId: string): number {
  return select({ n: count() }).from(importCreations).where(countLeftRows(actor, importId)).get()?.n ?? 0
}

/** The next of what the import made: classes before the people in them, and those before their teachers. */
function listNextMade(actor: Actor, importId: string) {
  for (const noun of undoOrder) {
    const made = select({
      id: importCreations.id,
      noun: importCreations.noun,
      nounId: importCreations.nounId,
    })
      .from(importCreations)
      .where(and(countLeftRows(actor, importId), eq(importCreations.noun, noun)))
      .orderBy(asc(importCreations.planKey), asc(importCreations.id))
      .limit(undoneInTransaction)
      .all()
    if (made.length > 0) return made
  }
  return []
}
