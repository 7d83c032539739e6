import type { Actor } from "~/models/foundation/access/actor"
import { gatherMails } from "~/models/foundation/outbox/gather-mail.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { listUnreached } from "~/models/foundation/outbox/reach.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { withWhom } from "../session/lesson-change"
import type { SessionRow } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { whenOf } from "../session/tell-change.server"
import { teachersOf } from "../session/told-teachers.server"
import { classChangeText, type Given, type Told } from "./class-change-text"
import { linesOn, listComingLessons, type TeacherAndRoom } from "./class-changes.server"
import type { ClassFacts } from "./find-class.server"

// A class's coming lessons have another teacher or room: one email per person, however many lessons, classes and children, with
// the first lesson it holds for and those that differ.

/** So many lessons that differ are named. */
const mostNamed = 6

type Changed = {
  classId: string
  className: string
  was: Given & TeacherAndRoom
  next: Given & TeacherAndRoom
  /** The lessons that have another teacher or room now. */
  lessonIds: readonly string[]
}

/** A class's teacher and room on a day, with their names. */
export function namedLines(
  { later, ...lines }: Pick<ClassFacts, "teacherId" | "teacherName" | "roomId" | "roomName" | "later">,
  date: string,
): Given & TeacherAndRoom {
  const teacher = later && later.from <= date ? later.name : lines.teacherName
  return { ...linesOn({ ...lines, later }, date), teacher, room: lines.roomName }
}

type Choice = {
  /** Only these addresses: who was told before. */
  only?: ReadonlySet<string>
  /** Not these addresses: who knows already. */
  except?: ReadonlySet<string>
  /** A teacher who leaves, and knows. */
  exceptTeacherId?: string
}

/**
 * Gathers the emails about a change that was made, and the notifications on devices. Answers who gets an email, without
 * those who have turned them off or whose emails come back.
 */
export function gatherClassChange(
  actor: Actor,
  toldAs: string,
  changed: Changed,
  { only, except, exceptTeacherId }: Choice = {},
): Told {
  const mail = { template: "class-changed", schoolId: actor.school.id } as const
  const letters = lettersOf(actor, changed, exceptTeacherId).filter(
    ({ recipient }) => (only?.has(recipient) ?? true) && !except?.has(recipient),
  )
  gatherMails(toldAs, mail, letters, (waiting, more) => ({
    ...waiting,
    what: waiting.what === more.what ? more.what : "both",
    lessons: [...waiting.lessons, ...more.lessons],
  }))
  const unreached = listUnreached(
    mail,
    letters.map(({ recipient }) => recipient),
  )
  const those = (forTeacher: boolean) =>
    letters
      .filter(({ recipient, data }) => data.forTeacher === forTeacher && !unreached.has(recipient))
      .map(({ recipient, data }) => ({ name: data.recipientName, email: recipient }))
  return { families: those(false), teachers: those(true) }
}

type Reader = { name: string; email: string; zone: string | null }
type Letter = { recipient: string; data: MailData["class-changed"] }

function lettersOf(actor: Actor, changed: Changed, exceptTeacherId: string | undefined): Letter[] {
  const { className, was, next, lessonIds } = changed
  const isChanged = new Set(lessonIds)
  if (isChanged.size === 0) return []
  const coming = listSessionsToTell(
    actor,
    listComingLessons(actor, changed.classId).map(({ id }) => id),
  )
  const what = was.teacherId === next.teacherId ? "room" : was.roomId === next.roomId ? "teacher" : "both"
  // Most students of a class have the same lessons.
  const texts = new Map<string, string>()
  const letterOf = (to: Reader, lessons: SessionRow[], students: string[]) => {
    const key = [to.zone ?? "", ...lessons.map(({ id }) => id)].join()
    const text = texts.get(key) ?? textOf(actor, changed, lessons, { isChanged, zone: to.zone })
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
  const affected = coming.filter(({ id }) => isChanged.has(id)).flatMap(({ students }) => students)
  const names = new Map(affected.map(({ id, name }) => [id, name]))
  const people = new Map<string, { name: string; zone: string | null; studentIds: string[] }>()
  for (const [studentId, contacts] of listContacts(actor, [...names.keys()]))
    for (const { name, email, zone } of contacts) {
      const known = people.get(email) ?? { name, zone, studentIds: [] }
      people.set(email, { ...known, studentIds: [...known.studentIds, studentId] })
    }
  const families = [...people].map(([email, { name, zone, studentIds }]) =>
    letterOf(
      { name, email, zone },
      lessonsOf(studentIds),
      studentIds.map((id) => names.get(id) ?? ""),
    ),
  )
  const teacherIds = [was.teacherId, next.teacherId].filter((id) => id !== exceptTeacherId)
  const teachers = [...teachersOf(actor, teacherIds).values()].map((teacher) => letterOf(teacher, coming, []))
  const isFamily = new Set(families.map(({ recipient }) => recipient))
  return [...families, ...teachers.filter(({ recipient }) => !isFamily.has(recipient))]
}

/** "From Wed, Nov 25, 4:00 PM: Helena Novak teaches instead of Marcus Whitfield. Wed, Dec 2, 4:00 PM is with Ana Lopez." */
function textOf(
  actor: Actor,
  { was, next }: Changed,
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
  const named = others
    .slice(0, mostNamed)
    .map((lesson) => `${whenOf(actor, lesson, zone)}${withWhom(lesson) || " without a teacher yet"}`)
  const more = others.length - named.length
  const exceptions = [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ")
  return [
    `${later.length === 1 ? "On" : "From"} ${whenOf(actor, first, zone)}: ${classChangeText(was, next)}`,
    ...(exceptions ? [`Different: ${exceptions}.`] : []),
  ].join(" ")
}
