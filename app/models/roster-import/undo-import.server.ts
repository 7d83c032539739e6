import { db, transact } from "db/client.server"
import {
  families,
  guardians,
  studentInstruments,
  studentStatusChanges,
  students,
  teachers,
} from "db/schema/people"
import { importCreations, imports } from "db/schema/platform"
import { bookings, classes, classPrices, enrollments, schedules, sessions } from "db/schema/teaching"
import { and, eq, inArray, type SQL } from "drizzle-orm"
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { recordEvent } from "../audit/audit.server"
import { fillable } from "./import-family.server"
import { madeBy } from "./made-by.server"
import { listObstacles } from "./undo-obstacles.server"

/**
 * Takes an import back: deletes exactly what it made, in one transaction. Refused once something has been built on it (a
 * register, an invoice, a sign-in, a later edit); `obstacles` names in sentences what stands in the way.
 */
export function undoImport(actor: Actor, importId: string): Undone {
  try {
    return transact(() => takeBack(actor, importId))
  } catch (error) {
    if (!isStillNeeded(error)) throw error
    return {
      ok: false,
      reason: "built-on",
      obstacles: ["Other records of the school hang on what was imported."],
    }
  }
}

type Undone =
  | { ok: true }
  | { ok: false; reason: "not-imported" }
  | { ok: false; reason: "built-on"; obstacles: string[] }

/** The database refuses to delete a row that another one names: the last word on what has been built. */
const isStillNeeded = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY"

function takeBack(actor: Actor, importId: string): Undone {
  const row = db()
    .select({ state: imports.state })
    .from(imports)
    .where(and(eq(imports.schoolId, actor.school.id), eq(imports.id, importId)))
    .get()
  if (row?.state !== "imported") return { ok: false, reason: "not-imported" }
  const obstacles = listObstacles(actor, importId)
  if (obstacles.length > 0) return { ok: false, reason: "built-on", obstacles }

  recordRemovals(actor, importId)
  removeLessons(actor, importId)
  removePeople(actor, importId)
  db()
    .update(imports)
    .set({ state: "undone", undoneAt: now() })
    .where(and(eq(imports.schoolId, actor.school.id), eq(imports.id, importId)))
    .run()
  recordEvent(actor, { verb: "undo", noun: "import", nounId: importId })
  return { ok: true }
}

function recordRemovals(actor: Actor, importId: string) {
  const made = db()
    .select({ noun: importCreations.noun, nounId: importCreations.nounId })
    .from(importCreations)
    .where(and(eq(importCreations.schoolId, actor.school.id), eq(importCreations.importId, importId)))
    .all()
  for (const { noun, nounId } of made)
    if (["family", "student", "teacher", "class"].includes(noun))
      recordEvent(actor, { verb: "remove", noun, nounId, before: { importId } })
}

type Owned = SQLiteTable & { schoolId: SQLiteColumn }

/** Sessions made since by the calendar belong to the imported schedules, and go with them. */
function removeLessons(actor: Actor, importId: string) {
  const classIds = madeBy(actor, importId, "class")
  const itsSessions = db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.schoolId, actor.school.id), inArray(sessions.classId, classIds)))
  remove(actor, bookings, inArray(bookings.sessionId, itsSessions))
  remove(actor, sessions, inArray(sessions.classId, classIds))
  remove(actor, enrollments, inArray(enrollments.id, madeBy(actor, importId, "enrollment")))
  remove(actor, schedules, inArray(schedules.id, madeBy(actor, importId, "schedule")))
  remove(actor, classPrices, inArray(classPrices.classId, classIds))
  remove(actor, classes, inArray(classes.id, classIds))
}

function removePeople(actor: Actor, importId: string) {
  const made = (noun: string) => madeBy(actor, importId, noun)
  remove(actor, studentStatusChanges, inArray(studentStatusChanges.studentId, made("student")))
  remove(actor, studentInstruments, inArray(studentInstruments.studentId, made("student")))
  remove(actor, students, inArray(students.id, made("student")))
  remove(actor, guardians, inArray(guardians.id, made("guardian")))
  for (const column of fillable)
    db()
      .update(guardians)
      .set({ [column]: null })
      .where(and(eq(guardians.schoolId, actor.school.id), inArray(guardians.id, made(`guardian:${column}`))))
      .run()
  remove(actor, families, inArray(families.id, made("family")))
  remove(actor, teachers, inArray(teachers.id, made("teacher")))
}

const remove = (actor: Actor, table: Owned, which: SQL) =>
  db()
    .delete(table)
    .where(and(eq(table.schoolId, actor.school.id), which))
    .run()
