import { families, students, teachers } from "db/schema/people"
import { classes, closures, enrollments, rooms, schedules } from "db/schema/teaching"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { addRows } from "./rows"

// What a timetable is made of, as rows: for tests of what is made from them.

export function addTeacherRow(actor: Actor, name: string, instruments: string | null = null): string {
  const row = newRow(actor)
  addRows(teachers, { ...row, name, instruments })
  return row.id
}

export function addRoomRow(actor: Actor, name: string): string {
  const row = newRow(actor)
  addRows(rooms, { ...row, name })
  return row.id
}

export function addStudentRow(actor: Actor, firstName: string, lastName: string): string {
  const family = newRow(actor)
  addRows(families, { ...family, name: lastName })
  const row = newRow(actor)
  addRows(students, { ...row, familyId: family.id, firstName, lastName, status: "active" })
  return row.id
}

export function addClassRow(actor: Actor, facts: Partial<typeof classes.$inferInsert> = {}): string {
  const row = newRow(actor)
  addRows(classes, { ...row, name: "Piano", kind: "private", capacity: 1, ...facts })
  return row.id
}

export function addScheduleRow(
  actor: Actor,
  classId: string,
  facts: Partial<typeof schedules.$inferInsert> = {},
): string {
  const row = newRow(actor)
  const startsOn = facts.startsOn ?? "2026-09-01"
  addRows(schedules, {
    ...row,
    classId,
    rrule: "FREQ=WEEKLY;BYDAY=WE",
    startTime: "16:00",
    minutes: 30,
    madeUntil: addDays(startsOn, -1),
    ...facts,
    startsOn,
  })
  return row.id
}

export function addEnrollmentRow(
  actor: Actor,
  classId: string,
  studentId: string,
  facts: { startsOn?: string; endsOn?: string; priceMinor?: number } = {},
): string {
  const row = newRow(actor)
  addRows(enrollments, { ...row, classId, studentId, startsOn: "2026-09-01", ...facts })
  return row.id
}

export function addClosureRow(actor: Actor, startsOn: string, endsOn = startsOn, name = "Holiday") {
  addRows(closures, { ...newRow(actor), name, startsOn, endsOn })
}
