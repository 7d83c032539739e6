import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { listReaders } from "~/models/people/family/contacts.server"
import { openAgainText } from "~/models/teaching/credit/credit"
import { type SessionRow, sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { teachersOf } from "~/models/teaching/session/teacher-recipients.server"
import { whenOf } from "~/models/teaching/session/tell-change.server"
import { formatDate, formatDateRange } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import type { Beside, Decision } from "./absence"

// What the letters about an absence say of one lesson, to each of its people.

/** A lesson with what was decided, as it will be told. */
export type ToldLesson = {
  id: string
  title: string
  className: string
  date: string
  startTime: string
  teacherId: string | null
  roomId: string | null
  roomName: string | null
  students: readonly { id: string; firstName: string }[]
  /** Those of them who aren't enrolled at its new time: for their families it is canceled. */
  leftOut?: ReadonlySet<string>
  beside: Beside | null
  choice: Decision | "undone"
  substitute: { id: string; name: string } | null
  to: { date: string; startTime: string; roomName: string | null } | null
  isCharged: boolean
  creditUntil: string | null
  /** Where someone knows it who hasn't read of its last move. */
  knownAt?: (recipient: string) => KnownAt | undefined
  /** Whether someone knows it as it is now, and reads nothing of it. */
  isKnown?: (recipient: string) => boolean
  /** Of canceled lessons: the last day of the make-up credits that were spent on them, by student. */
  openAgain: (studentId: string) => string | undefined
}

export type KnownAt = Pick<SessionRow, "startTime" | "teacherId" | "roomId"> & { date: string }
type Reader = { name: string; email: string; zone: string | null }
type Absent = { teacherId: string; teacherName: string; startsOn: string; endsOn: string }
/** "Otis: Guitar club", or the class alone where it is named after the student: "Otis Haddad, guitar". */
const whoseClass = (firstName: string, { className }: ToldLesson): string =>
  className.includes(firstName) ? className : `${firstName}: ${className}`

function familyText(
  actor: Actor,
  { teacherName }: Absent,
  lesson: ToldLesson,
  reader: Reader & { studentId: string },
): string {
  const { choice, to, substitute, beside, creditUntil, openAgain } = lesson
  const known = lesson.knownAt?.(reader.email)
  if (choice === "undone") return ` with ${joinNames([...namesOf(beside), teacherName])}, as planned`
  if (choice === "substitute")
    return givenText(actor, lesson, reader, [...namesOf(beside), ...(substitute ? [substitute.name] : [])])
  if (choice === "move") {
    const given = known && known.teacherId !== lesson.teacherId ? [...namesOf(beside), teacherName] : []
    return to
      ? ` moves to ${whenText(actor, to, reader.zone)}${given.length > 0 ? ` with ${joinNames(given)}` : ""}`
      : " moves"
  }
  const again = openAgain(reader.studentId)
  if (again) return ` is canceled. ${openAgainText(formatDate(again, "full", actor.school))}`
  return [
    " is canceled.",
    lesson.isCharged ? " You won’t be charged for it." : "",
    creditUntil
      ? ` You have a make-up credit to use by ${formatDate(creditUntil, "full", actor.school)}.`
      : "",
  ].join("")
}

/** " with Anna Okafor, same time and room", or where it is by now for those who know it where it was. */
function givenText(actor: Actor, lesson: ToldLesson, reader: Reader, names: readonly string[]): string {
  const teachers = ` with ${joinNames(names) || "a substitute"}`
  const { roomName } = lesson
  const known = lesson.knownAt?.(reader.email)
  if (hasMovedFrom(lesson, known)) return ` moves to ${whenText(actor, lesson, reader.zone)}${teachers}`
  if (known && known.roomId !== lesson.roomId)
    return `${teachers}, same time${roomName ? `, in ${roomName}` : ""}`
  return `${teachers}, same time${roomName ? " and room" : ""}`
}

const hasMovedFrom = ({ date, startTime }: ToldLesson, known: KnownAt | undefined): boolean =>
  known !== undefined && (known.date !== date || known.startTime !== startTime)

function staffText(actor: Actor, lesson: ToldLesson, reader: Reader): string {
  const { choice, to, substitute, beside } = lesson
  if (choice === "undone") return ", yours again"
  if (choice === "substitute")
    return `${movedText(actor, lesson, reader)}${substitute ? `, taught by ${substitute.name}` : `, without you, with ${beside?.names ?? "no one"}`}`
  return choice === "move" && to ? `, moved to ${whenText(actor, to, reader.zone)}` : ", canceled"
}

/** Where a lesson is by now, for those who know it where it was. */
const movedText = (actor: Actor, lesson: ToldLesson, { email, zone }: Reader): string =>
  hasMovedFrom(lesson, lesson.knownAt?.(email)) ? `, moved to ${whenText(actor, lesson, zone)}` : ""

function colleagueText(actor: Actor, absent: Absent, lesson: ToldLesson, reader: Reader): string {
  if (lesson.choice === "undone") return `, with ${absent.teacherName} again`
  if (lesson.choice !== "substitute") return staffText(actor, lesson, reader)
  return `${movedText(actor, lesson, reader)}${lesson.substitute ? `, with ${lesson.substitute.name}` : ", without a substitute"}`
}

const namesOf = (beside: Beside | null): string[] => (beside?.names ? [beside.names] : [])

const whenText = (actor: Actor, to: NonNullable<ToldLesson["to"]>, zone: string | null) =>
  `${timeText(actor, to, zone)}${to.roomName ? `, ${to.roomName}` : ""}`

const timeText = (
  actor: Actor,
  { date, startTime }: { date: string; startTime: string },
  zone: string | null,
) =>
  whenOf(
    actor,
    { localDate: date, startTime, startsAt: instantOf(date, startTime, actor.school.timeZone) },
    zone,
  )

/** Whether a lesson moves back to where someone knows it. */
export const isBack = (
  known: KnownAt | undefined,
  lesson: { teacherId: string | null },
  to: Omit<KnownAt, "teacherId"> | undefined,
): boolean =>
  known !== undefined &&
  to !== undefined &&
  known.date === to.date &&
  known.startTime === to.startTime &&
  known.roomId === to.roomId &&
  known.teacherId === lesson.teacherId

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
