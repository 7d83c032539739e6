import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now, todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { withWhom } from "../session/lesson-change"
import type { Recipients } from "../session/rule-effect"
import type { SessionRow } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { whenOf } from "../session/tell-change.server"
import {
  alike,
  forgetEndedClasses,
  listToTell,
  noteKnown,
  noteTold,
  ofSome,
  type Row,
  reachedOf,
  tellClassSoon,
} from "../session/told.server"
import { findOwnAddress, teachersOf } from "../session/told-teachers.server"
import { classChangeText, type Given } from "./class-change-text"
import {
  areSameLines,
  type ClassLines,
  dayOfChange,
  isGivenBy,
  type KeptClassChange,
  linesOn,
  listComingLessons,
  type TeacherAndRoom,
  teachersOfChange,
} from "./class-changes.server"
import { type ClassFacts, findClass } from "./find-class.server"

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
  tellClassSoon(actor, classId, {
    known: was,
    readers: [...people.families, ...people.teachers].map(({ email }) => email),
    knowing: [...findOwnAddress(actor), ...(leaving ? [leaving.email] : [])],
    key: toldAs,
  })
  return reachedOf(actor, people)
}

/** Who was told of a change that was undone gets word in two minutes, or with a key; who wasn't yet, nothing. */
export const tellClassUndone = (actor: Actor, classId: string, key?: string) =>
  tellClassSoon(actor, classId, { knowing: findOwnAddress(actor), key })

/** Writes the letters that are due, one a person, to at most so many people. Answers whether others are left. */
export function tellClasses(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = ofSome(listToTell(actor, "class", at), most)
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
  noteTold(actor, rows)
  return alike<ClassLines>(rows).flatMap(({ rows: those, known, isFor }) => {
    const letters = found ? lettersOf(actor, found, known).filter(({ recipient }) => isFor(recipient)) : []
    const readers = new Set(letters.map(({ recipient }) => recipient))
    const { teacherId = null, roomId = null, later = null } = found ?? {}
    noteKnown(
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
