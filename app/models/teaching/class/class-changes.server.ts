import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now, todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { teacherOn } from "../scheduled-teacher-change/scheduled-teacher-change"
import { beginsLater } from "../session/begins-later.server"
import { withWhom } from "../session/lesson-change"
import {
  alike,
  forgetEndedClasses,
  listDueUpdates,
  markSent,
  queueClassUpdates,
  type Row,
  reachedOf,
  setKnown,
  takeReaders,
} from "../session/reader-updates.server"
import type { Recipients } from "../session/rule-effect"
import type { SessionRow } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { findOwnAddress, teachersOf } from "../session/teacher-recipients.server"
import { whenOf } from "../session/tell-change.server"
import { classChangeText, type Given } from "./class-effects"
import { type ClassFacts, findClass } from "./find-class.server"

// What a change of a class's teacher or room remembers so that it can be undone.

const TeacherAndRoom = z.object({ teacherId: z.string().nullable(), roomId: z.string().nullable() })
export type TeacherAndRoom = z.output<typeof TeacherAndRoom>

/** The same of a class, which can have another teacher from a later day on. */
const ClassLines = TeacherAndRoom.extend({
  later: z.object({ teacherId: z.string().nullable(), from: z.string() }).nullable().default(null),
})
export type ClassLines = z.output<typeof ClassLines>

/** A class's teacher and room on a day. */
export const linesOn = (lines: ClassLines, date: string): TeacherAndRoom => ({
  teacherId: teacherOn(lines, date),
  roomId: lines.roomId,
})

/** The same once a day has begun: a later teacher has the class then. */
export const asOn = (lines: ClassLines, day: string): ClassLines =>
  lines.later && lines.later.from <= day ? { ...lines, teacherId: lines.later.teacherId, later: null } : lines

export const isSameLater = (one: ClassLines["later"], other: ClassLines["later"]) =>
  one?.from === other?.from && one?.teacherId === other?.teacherId

/** The same for the activity. */
export const laterFacts = (later: ClassLines["later"]) => ({
  laterTeacherId: later?.teacherId ?? undefined,
  laterFrom: later?.from,
})

export const areSameLines = (one: ClassLines, other: ClassLines) =>
  one.teacherId === other.teacherId && one.roomId === other.roomId && isSameLater(one.later, other.later)

/**
 * The day whose teachers a change is about: that of a later teacher, where there is a new one or none any longer, unless that one has it
 * now already.
 */
function dayOfChange(was: ClassLines, next: ClassLines, day: string): string {
  const from = isSameLater(was.later, next.later) ? day : ((next.later ?? was.later)?.from ?? day)
  return isSameOn(was, next, from) ? day : from
}

/** The teachers a change is about: whoever has the class, or had it, today or once a later teacher comes, where that is another. */
function teachersOfChange(was: ClassLines, next: ClassLines, today: string): (string | null)[] {
  const ofDay = (on: string) => [was, next].map((lines) => linesOn(lines, on).teacherId)
  const pairs = [today, was.later?.from, next.later?.from]
    .flatMap((on) => (on && on >= today ? [ofDay(on)] : []))
    .filter(([had, has]) => had !== has)
  return pairs.length > 0 ? pairs.flat() : ofDay(today)
}

const isSameOn = (one: ClassLines, other: ClassLines, date: string) =>
  teacherOn(one, date) === teacherOn(other, date) && one.roomId === other.roomId

/** Whether a lesson is the class's new teacher's, or in its new room. */
function isGivenBy(
  lesson: TeacherAndRoom & { localDate: string },
  was: ClassLines,
  next: ClassLines,
): boolean {
  const [had, has] = [linesOn(was, lesson.localDate), linesOn(next, lesson.localDate)]
  const isTaken = (line: keyof TeacherAndRoom) => had[line] !== has[line] && lesson[line] === has[line]
  return isTaken("teacherId") || isTaken("roomId")
}

const GivenLesson = z.object({
  id: z.string(),
  was: TeacherAndRoom,
  left: TeacherAndRoom,
  /** Why it stayed where it was, and despite what, with the teacher it had. */
  kept: z.object({ keptReason: z.string().nullable(), keptDespite: z.string().nullable() }).optional(),
})

const KeptClassChange = z.object({
  was: ClassLines,
  next: ClassLines,
  lessons: z.array(GivenLesson),
  /** Lessons that were canceled then: they come back with who has the class. */
  canceled: z.array(GivenLesson).default([]),
  accepted: z.array(z.object({ sessionId: z.string(), resourceId: z.string(), reason: z.string() })),
})
export type KeptClassChange = z.output<typeof KeptClassChange>

/** Remembers a change, in the caller's transaction. Answers its ID. */
export const keepClassChange = (actor: Actor, classId: string, kept: KeptClassChange): string =>
  add(actor, classChanges, { classId, before: JSON.stringify(kept) })

export function findClassChange(actor: Actor, classId: string, changeId: string) {
  const row = ownRows(actor, classChanges)
    .where(and(eq(classChanges.id, changeId), eq(classChanges.classId, classId)))
    .get()
  return row && { ...row, before: KeptClassChange.parse(JSON.parse(row.before)) }
}

/** A class's last change of teacher or room, as long as it has that teacher and room. */
export function findLastChange(actor: Actor, present: { id: string } & ClassLines) {
  const row = lastQuery.get(actor, { classId: present.id })
  if (!row) return null
  const { next } = KeptClassChange.parse(JSON.parse(row.before))
  const day = todayOf(actor)
  return areSameLines(asOn(next, day), asOn(present, day)) ? { id: row.id, createdAt: row.createdAt } : null
}

const lastQuery = query((p: Params<{ classId: string }>, own) =>
  select()
    .from(classChanges)
    .where(and(own(classChanges), eq(classChanges.classId, p.classId)))
    .orderBy(desc(classChanges.createdAt), desc(classChanges.id))
    .limit(1),
)

/** The planned lessons of a class, or of several, that have not begun. */
export const listComingLessons = (actor: Actor, ...classIds: string[]) =>
  listLessonsToCome(actor, classIds, "planned")

/** Those that are canceled. */
export const listCanceledLessons = (actor: Actor, classId: string) =>
  listLessonsToCome(actor, [classId], "cancelled")

const listLessonsToCome = (actor: Actor, classIds: readonly string[], state: "planned" | "cancelled") =>
  ownRows(actor, sessions)
    .where(
      and(
        among(sessions.classId, classIds),
        eq(sessions.state, state),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .all()

// A class's coming lessons have another teacher or room: two minutes later each person gets one email about what is different from
// what they know, however many lessons, classes and children, with the first lesson it holds for and those that differ.

/** So many lessons that differ are named. */
const mostNamed = 6

/** Several classes are told of with a key, together; a teacher who leaves, and hands them over, knows. */
export type PartOf = { toldAs: string; leavingId?: string }

/** The people of a class that was changed are told in two minutes. Answers whom an email reaches. */
export function tellClassChange(
  actor: Actor,
  classId: string,
  { was, next, lessons }: KeptClassChange,
  { toldAs, leavingId }: Partial<PartOf> = {},
): Recipients {
  const changed = listSessionsToTell(
    actor,
    lessons.map(({ id }) => id),
  )
  const teacherIds = changed.length > 0 ? teachersOfChange(was, next, todayOf(actor)) : []
  const staff = teachersOf(actor, [...teacherIds, leavingId ?? null])
  const leaving = staff.get(leavingId ?? "")
  const people = {
    families: [
      ...listContacts(
        actor,
        changed.flatMap(({ students }) => students.map(({ id }) => id)),
      ).values(),
    ].flat(),
    teachers: [...staff.values()].filter((teacher) => teacher !== leaving),
  }
  queueClassUpdates(actor, classId, {
    known: was,
    readers: [...people.families, ...people.teachers].map(({ email }) => email),
    knowing: [...findOwnAddress(actor), ...(leaving ? [leaving.email] : [])],
    key: toldAs,
  })
  return reachedOf(actor, people)
}

/** Who was told of a change that was undone gets word in two minutes, or with a key; who wasn't yet, nothing. */
export const tellClassUndone = (actor: Actor, classId: string, key?: string) =>
  queueClassUpdates(actor, classId, { knowing: findOwnAddress(actor), key })

/** Writes the letters that are due, one a person, to at most so many people. Answers whether others are left. */
export function tellClasses(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = takeReaders(listDueUpdates(actor, "class", at), most)
  const ofClasses = [...groupBy(theirs, ({ sessionId }) => sessionId)]
  const letters = ofClasses.flatMap(([classId, rows]) => writeOf(actor, findClass(actor, classId), rows))
  for (const [recipient, each] of groupBy(letters, (letter) => letter.recipient)) {
    const [first, ...others] = each.map(({ data }) => data)
    if (!first) continue
    const what = others.every((other) => other.what === first.what) ? first.what : "both"
    const data = { ...first, what, lessons: [first, ...others].flatMap(({ lessons }) => lessons) }
    queueMail({ template: "class-changed", schoolId: actor.school.id, recipient, data })
  }
  forgetEndedClasses(actor)
  return isMore
}

/** The letters to those who know a class otherwise than it is; they know it as it is then. */
function writeOf(actor: Actor, found: ClassFacts | undefined, rows: readonly Row[]): Letter[] {
  markSent(actor, rows)
  return alike<ClassLines>(rows).flatMap(({ rows: those, known, isFor }) => {
    const letters = found ? lettersOf(actor, found, known).filter(({ recipient }) => isFor(recipient)) : []
    const readers = new Set(letters.map(({ recipient }) => recipient))
    const { teacherId = null, roomId = null, later = null } = found ?? {}
    setKnown(
      actor,
      those.filter(({ reader }) => readers.has(reader)),
      { teacherId, roomId, later: later && { teacherId: later.teacherId, from: later.from } },
    )
    return letters
  })
}

type Reader = { name: string; email: string; zone: string | null }
type Letter = { recipient: string; data: MailData["class-changed"] }

function lettersOf(actor: Actor, found: ClassFacts, known: ClassLines): Letter[] {
  if (areSameLines(known, found)) return []
  const { name: className } = found
  const coming = listSessionsToTell(
    actor,
    listComingLessons(actor, found.id).map(({ id }) => id),
  )
  const affected = coming.filter((lesson) => isGivenBy(lesson, known, found))
  const isChanged = new Set(affected.map(({ id }) => id))
  if (isChanged.size === 0) return []
  const day = dayOfChange(known, found, todayOf(actor))
  const [was, next] = [named(actor, linesOn(known, day)), named(actor, linesOn(found, day))]
  const what = was.teacherId === next.teacherId ? "room" : was.roomId === next.roomId ? "teacher" : "both"
  // Most students of a class have the same lessons.
  const texts = new Map<string, string>()
  const letterOf = (to: Reader, lessons: SessionRow[], students: string[]) => {
    const key = [to.zone ?? "", ...lessons.map(({ id }) => id)].join()
    const text = texts.get(key) ?? textOf(actor, { was, next }, lessons, { isChanged, zone: to.zone })
    texts.set(key, text)
    return {
      recipient: to.email,
      data: {
        schoolName: actor.school.name,
        recipientName: to.name,
        what: what as Letter["data"]["what"],
        lessons: [[students.length > 0 ? `${className} (${students.join(", ")})` : className, text]] as [
          string,
          string,
        ][],
        forTeacher: students.length === 0,
      },
    }
  }
  const indexesOf = new Map<string, number[]>()
  for (const [index, { students }] of coming.entries())
    for (const { id } of students) indexesOf.set(id, [...(indexesOf.get(id) ?? []), index])
  const lessonsOf = (studentIds: readonly string[]) => {
    const indexes = new Set(studentIds.flatMap((id) => indexesOf.get(id) ?? []))
    return coming.filter((_, index) => indexes.has(index))
  }
  const names = new Map(affected.flatMap(({ students }) => students).map(({ id, name }) => [id, name]))
  const people = new Map<string, { name: string; zone: string | null; studentIds: string[] }>()
  for (const [studentId, contacts] of listContacts(actor, [...names.keys()]))
    for (const { name, email, zone } of contacts) {
      const those = people.get(email) ?? { name, zone, studentIds: [] }
      people.set(email, { ...those, studentIds: [...those.studentIds, studentId] })
    }
  const families = [...people].map(([email, { name, zone, studentIds }]) =>
    letterOf(
      { name, email, zone },
      lessonsOf(studentIds),
      studentIds.map((id) => names.get(id) ?? ""),
    ),
  )
  const staff = teachersOf(actor, teachersOfChange(known, found, todayOf(actor)))
  const teachers = [...staff.values()].map((teacher) => letterOf(teacher, coming, []))
  const isFamily = new Set(families.map(({ recipient }) => recipient))
  return [...families, ...teachers.filter(({ recipient }) => !isFamily.has(recipient))]
}

type Named = Given & TeacherAndRoom

const named = (actor: Actor, { teacherId, roomId }: TeacherAndRoom): Named => ({
  teacherId,
  roomId,
  teacher: (teacherId && find(actor, teachers, teacherId)?.name) || null,
  room: (roomId && find(actor, rooms, roomId)?.name) || null,
})

/** "From Wed, Nov 25, 4:00 PM: Helena Novak teaches instead of Marcus Whitfield. Wed, Dec 2, 4:00 PM is with Ana Lopez." */
function textOf(
  actor: Actor,
  { was, next }: { was: Named; next: Named },
  lessons: readonly SessionRow[],
  { isChanged, zone }: { isChanged: ReadonlySet<string>; zone: string | null },
): string {
  const isUsual = ({ teacherId, roomId }: SessionRow) =>
    teacherId === next.teacherId && roomId === next.roomId
  const changed = lessons.filter(({ id }) => isChanged.has(id))
  const first = changed.find(isUsual) ?? changed[0]
  if (!first) return classChangeText(was, next)
  const later = lessons.filter(({ startsAt }) => startsAt >= (changed[0] ?? first).startsAt)
  const others = later.filter((lesson) => !isUsual(lesson))
  const shown = others
    .slice(0, mostNamed)
    .map((lesson) => `${whenOf(actor, lesson, zone)}${withWhom(lesson) || " without a teacher yet"}`)
  const more = others.length - shown.length
  const exceptions = [...shown, ...(more > 0 ? [`${more} more`] : [])].join("; ")
  return [
    `${later.length === 1 ? "On" : "From"} ${whenOf(actor, first, zone)}: ${classChangeText(was, next)}`,
    ...(exceptions ? [`Different: ${exceptions}.`] : []),
  ].join(" ")
}
