import { transact } from "db/client.server"
import { studentInstruments, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { classPrerequisites } from "db/schema/teaching-prerequisites"
import { and, asc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm"
import { listEntries, offeredNames } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, remove, select, selectDistinct } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ageOn } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { type Lacking, type Prerequisite, prerequisiteText } from "./prerequisite"

// Whether a student has reached a level of the school's list: the level that their record says for the class's instrument, or
// for any of theirs where the class names none.

type Played = { studentId: string; instrument: string | null; level: string | null }

const same = (one: string | null, other: string | null) =>
  (one ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase()

/** Answers for one of these students what they lack for a level, as sentences. */
function levelsOf(
  actor: Actor,
  classId: string,
  joining: readonly { id: string }[],
): (studentId: string, minLevel: string) => string[] {
  const ranks = listRanks(actor)
  const rankOf = (level: string | null) => ranks.findIndex((name) => same(name, level))
  const instrument = find(actor, classes, classId)?.instrument ?? null
  const played = listPlayed(
    actor,
    joining.map(({ id }) => id),
  ).filter((each) => instrument === null || same(each.instrument, instrument))
  return (studentId, minLevel) => {
    const [best] = played
      .filter((each) => each.studentId === studentId && rankOf(each.level) >= 0)
      .sort((one, other) => rankOf(other.level) - rankOf(one.level))
    if (!best) return [`The level isn’t known, and the class is for ${minLevel} or higher.`]
    return rankOf(best.level) < rankOf(minLevel)
      ? [`Level is ${best.level}, and the class is for ${minLevel} or higher.`]
      : []
  }
}

/** The levels in their order, archived ones too: a student may have kept one. */
const listRanks = (actor: Actor): string[] => listEntries(actor, "levels").map(({ name }) => name)

function listPlayed(actor: Actor, studentIds: string[]): Played[] {
  const main = ownRows(actor, students, {
    studentId: students.id,
    instrument: students.instrument,
    level: students.level,
  })
    .where(and(inArray(students.id, studentIds), isNotNull(students.level)))
    .all()
  const others = ownRows(actor, studentInstruments, ["studentId", "instrument", "level"])
    .where(and(inArray(studentInstruments.studentId, studentIds), isNotNull(studentInstruments.level)))
    .all()
  return [...main, ...others]
}

// What a class requires of whom joins it. It warns and doesn't forbid: the office enrolls anyone with a reason. Whoever is in
// the class already stays.

const mostPerClass = 10

/** What a class requires, its age first. */
export const listPrerequisites = (actor: Actor, classId: string): Prerequisite[] =>
  select({
    id: classPrerequisites.id,
    requiredId: classPrerequisites.requiredId,
    className: classes.name,
    minAge: classPrerequisites.minAge,
    minLevel: classPrerequisites.minLevel,
  })
    .from(classPrerequisites)
    .leftJoin(classes, joined(classes, classPrerequisites.requiredId))
    .where(and(own(actor, classPrerequisites), eq(classPrerequisites.classId, classId)))
    .orderBy(asc(classPrerequisites.requiredId), asc(classPrerequisites.id))
    .all()

/** Requires another class of the school to be completed. Refused for the class itself, and in a circle. */
export function requireClass(
  actor: Actor,
  classId: string,
  requiredId: string,
): Result<{ text: string }, "no-class" | "circle" | "too-many"> {
  return transact(() => {
    const found = find(actor, classes, requiredId)
    if (!found) return { ok: false, reason: "no-class" }
    if (requiredOf(actor, requiredId).has(classId)) return { ok: false, reason: "circle" }
    const known = listPrerequisites(actor, classId)
    const text = prerequisiteText({ className: found.name, minAge: null, minLevel: null })
    if (known.some((each) => each.requiredId === requiredId)) return { ok: true, text }
    if (known.length >= mostPerClass) return { ok: false, reason: "too-many" }
    addRequired(actor, classId, { requiredId }, text)
    return { ok: true, text }
  })
}

/** Sets the age from which students join; it replaces an earlier one. */
export function requireAge(actor: Actor, classId: string, minAge: number): { text: string } {
  return transact(() => {
    const text = prerequisiteText({ className: null, minAge, minLevel: null })
    remove(
      actor,
      classPrerequisites,
      and(eq(classPrerequisites.classId, classId), isNotNull(classPrerequisites.minAge)),
    )
    addRequired(actor, classId, { minAge }, text)
    return { text }
  })
}

/** Sets the level from which students join; it replaces an earlier one. Refused for one that isn't on the school's list. */
export function requireLevel(
  actor: Actor,
  classId: string,
  minLevel: string,
): Result<{ text: string }, "no-level"> {
  return transact(() => {
    if (!offeredNames(actor, "levels").includes(minLevel)) return { ok: false, reason: "no-level" }
    const text = prerequisiteText({ className: null, minAge: null, minLevel })
    remove(
      actor,
      classPrerequisites,
      and(eq(classPrerequisites.classId, classId), isNotNull(classPrerequisites.minLevel)),
    )
    addRequired(actor, classId, { minLevel }, text)
    return { ok: true, text }
  })
}

/** A class no longer requires something. */
export function removePrerequisite(
  actor: Actor,
  classId: string,
  prerequisiteId: string,
): Result<{ text: string }, "not-found"> {
  return transact(() => {
    const found = listPrerequisites(actor, classId).find(({ id }) => id === prerequisiteId)
    if (!found) return { ok: false, reason: "not-found" }
    remove(actor, classPrerequisites, prerequisiteId)
    const text = prerequisiteText(found)
    recordEvent(actor, "class.remove-prerequisite", classId, { before: { prerequisite: text } })
    return { ok: true, text }
  })
}

/** A class that continues another requires the same. */
export function copyPrerequisites(actor: Actor, fromClassId: string, toClassId: string) {
  for (const { requiredId, minAge, minLevel } of listPrerequisites(actor, fromClassId))
    add(actor, classPrerequisites, { classId: toClassId, requiredId, minAge, minLevel })
}

/** Which of some classes require anything. */
export const listRequiring = (actor: Actor, classIds: readonly string[]): Set<string> =>
  new Set(
    selectDistinct({ id: classPrerequisites.classId })
      .from(classPrerequisites)
      .where(and(own(actor, classPrerequisites), among(classPrerequisites.classId, classIds)))
      .all()
      .map(({ id }) => id),
  )

type Joining = { id: string; name: string; birthDate: string | null }

/**
 * Which of these students lack what a class requires, on the day they would join. A class is completed by who was in it, or
 * in one that continued it, and is no longer on that day.
 */
export function listLacking(
  actor: Actor,
  classId: string,
  joining: readonly Joining[],
  startsOn: string,
): Lacking[] {
  const required = listPrerequisites(actor, classId)
  if (required.length === 0) return []
  const completed = new Map(
    required.flatMap(({ requiredId }) =>
      requiredId === null ? [] : [[requiredId, listCompleted(actor, requiredId, joining, startsOn)] as const],
    ),
  )
  const lacksLevel = required.some(({ minLevel }) => minLevel !== null)
    ? levelsOf(actor, classId, joining)
    : undefined
  return joining.flatMap((student) => {
    const lacks = required.flatMap(({ requiredId, className, minAge, minLevel }) => {
      if (minAge !== null) return lackOfAge(student, minAge, startsOn)
      if (minLevel !== null) return lacksLevel?.(student.id, minLevel) ?? []
      return requiredId === null || completed.get(requiredId)?.has(student.id)
        ? []
        : [`Hasn’t completed ${className ?? "another class"}.`]
    })
    return lacks.length > 0 ? [{ id: student.id, name: student.name, lacks }] : []
  })
}

function lackOfAge({ birthDate }: Joining, minAge: number, startsOn: string): string[] {
  if (birthDate === null) return [`The birthday isn’t known, and the class is for age ${minAge} or older.`]
  const age = birthDate > startsOn ? 0 : ageOn(birthDate, startsOn)
  return age < minAge ? [`Is ${age}, and the class is for age ${minAge} or older.`] : []
}

/** Who has been in a class, in one that it continues or in one that continued it, and had left it before a day. */
function listCompleted(
  actor: Actor,
  requiredId: string,
  joining: readonly Joining[],
  day: string,
): Set<string> {
  const school = actor.school.id
  const chain = sql`(with recursive earlier(id) as (select ${requiredId}
    union select c.continues_id from earlier join classes c on c.school_id = ${school} and c.id = earlier.id
      where c.continues_id is not null),
    chain(id) as (select id from earlier
    union select c.id from chain join classes c on c.school_id = ${school} and c.continues_id = chain.id)
    select id from chain)`
  return new Set(
    ownRows(actor, enrollments, { id: enrollments.studentId })
      .where(
        and(
          inArray(
            enrollments.studentId,
            joining.map(({ id }) => id),
          ),
          sql`${enrollments.classId} in ${chain}`,
          lt(enrollments.endsOn, day),
        ),
      )
      .all()
      .map(({ id }) => id),
  )
}

/** A class with all that it requires, and what that requires in turn. */
function requiredOf(actor: Actor, classId: string): Set<string> {
  const found = new Set([classId])
  for (const id of found)
    for (const { requiredId } of listPrerequisites(actor, id)) if (requiredId) found.add(requiredId)
  return found
}

function addRequired(
  actor: Actor,
  classId: string,
  required: { requiredId?: string; minAge?: number; minLevel?: string },
  text: string,
) {
  add(actor, classPrerequisites, { classId, ...required })
  recordEvent(actor, "class.add-prerequisite", classId, { after: { prerequisite: text } })
}
