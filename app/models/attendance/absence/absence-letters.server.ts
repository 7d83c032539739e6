import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { listReaders } from "~/models/people/family/contacts.server"
import { type SessionRow, sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { teachersOf } from "~/models/teaching/session/told-teachers.server"
import { formatDateRange } from "~/utils/date-text"
import { instantOf } from "~/utils/zones"
import type { Beside } from "./absence"
import {
  type Absent,
  colleagueText,
  familyText,
  type Reader,
  staffText,
  type ToldLesson,
  timeText,
  whoseClass,
} from "./arranged-texts.server"

// What families, substitutes and the teacher who is away are told: one email each, with all their lessons. The reason of the
// absence is in none of them.

export type AbsenceMail = MailData["lessons-arranged"]

/** `soonestAt`: when the first of its lessons begins, or was to begin (UTC ms). */
export type AbsenceLetter = {
  recipient: string
  data: AbsenceMail
  studentIds: string[]
  soonestAt: number
}

/** One letter for each person concerned. The one who acts gets none. */
export function lettersOf(actor: Actor, absent: Absent, lessons: readonly ToldLesson[]): AbsenceLetter[] {
  const letters = new Map<string, AbsenceLetter>()
  const beginOf = (lesson: ToldLesson) => instantOf(lesson.date, lesson.startTime, actor.school.timeZone)
  const tell = (
    lesson: ToldLesson,
    to: Reader,
    audience: AbsenceMail["audience"],
    fact: [string, string],
    of?: { studentId: string; movedId: string | undefined },
  ) => {
    const known = letters.get(to.email) ?? {
      recipient: to.email,
      studentIds: [],
      soonestAt: beginOf(lesson),
      data: {
        schoolName: actor.school.name,
        recipientName: to.name,
        teacherName: absent.teacherName,
        away: formatDateRange(absent.startsOn, absent.endsOn, actor.school),
        isUndone: lessons.some(({ choice }) => choice === "undone"),
        audience,
        lessons: [],
      },
    }
    known.soonestAt = Math.min(known.soonestAt, beginOf(lesson))
    known.data.lessons.push(fact)
    if (of) known.studentIds.push(of.studentId)
    if (of?.movedId) known.data.movedIds = [...(known.data.movedIds ?? []), of.movedId]
    letters.set(to.email, known)
  }
  const contacts = listReaders(
    actor,
    lessons.flatMap(({ students }) => students.map(({ id }) => id)),
  )
  const staff = teachersOf(actor, [
    absent.teacherId,
    ...lessons.flatMap(({ substitute, beside }) => [substitute?.id ?? null, ...(beside?.ids ?? [])]),
  ])
  for (const lesson of lessons) {
    const isNews = ({ email }: Reader) => lesson.isKnown?.(email) !== true
    const when = ({ email, zone }: Reader) => timeText(actor, lesson.knownAt?.(email) ?? lesson, zone)
    for (const { id, firstName } of lesson.students) {
      const told = lesson.leftOut?.has(id) ? canceledFor(lesson) : lesson
      for (const contact of (contacts.get(id) ?? []).filter(isNews))
        tell(
          lesson,
          contact,
          "family",
          [
            when(contact),
            `${whoseClass(firstName, lesson)}${familyText(actor, absent, told, { ...contact, studentId: id })}`,
          ],
          { studentId: id, movedId: told.choice === "move" && told.to ? lesson.id : undefined },
        )
    }
    const place = lesson.roomName ? `, ${lesson.roomName}` : ""
    const substitute = lesson.substitute && staff.get(lesson.substitute.id)
    if (substitute && isNews(substitute))
      tell(lesson, substitute, "substitute", [
        timeText(actor, lesson, substitute.zone),
        `${lesson.title}${place}${lesson.choice === "undone" ? `, with ${absent.teacherName} again` : ""}`,
      ])
    for (const id of lesson.beside?.ids ?? []) {
      const colleague = staff.get(id)
      if (colleague && isNews(colleague))
        tell(lesson, colleague, "colleague", [
          when(colleague),
          `${lesson.title}${colleagueText(actor, absent, lesson, colleague)}`,
        ])
    }
    const teacher = staff.get(absent.teacherId)
    if (teacher && isNews(teacher))
      tell(lesson, teacher, "away", [when(teacher), `${lesson.title}${staffText(actor, lesson, teacher)}`])
  }
  return [...letters.values()]
}

/** A lesson as it is told to those who are left out of it: no credit is earned where a lesson takes place. */
const canceledFor = (lesson: ToldLesson): ToldLesson => ({
  ...lesson,
  choice: "cancel",
  creditUntil: null,
  openAgain: () => undefined,
})

/** Who gives a lesson with a teacher; null where it is that teacher's own. */
export function besideOf(
  { teacherId, teacherName, coTeachers = [] }: Pick<SessionRow, "teacherId" | "teacherName" | "coTeachers">,
  absentId: string,
): Beside | null {
  if (teacherId === absentId) return null
  const others = coTeachers.filter(({ id }) => id !== absentId)
  return {
    ids: [...(teacherId ? [teacherId] : []), ...others.map(({ id }) => id)],
    names: teacherNames({ teacherName, coTeachers: others }),
  }
}

/** What the letters about a teacher's absence say of a lesson in any case. */
export const factsOf = (session: SessionRow, teacherId: string) => ({
  id: session.id,
  title: sessionTitle(session),
  className: session.className,
  date: session.localDate,
  startTime: session.startTime,
  teacherId: session.teacherId,
  roomId: session.roomId,
  roomName: session.roomName,
  beside: besideOf(session, teacherId),
  students: session.students.map(({ id, name }) => ({ id, firstName: name.split(" ")[0] ?? name })),
})
