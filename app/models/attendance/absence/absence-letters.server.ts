import type { Actor } from "~/models/foundation/access/actor"
import { gatherMail } from "~/models/foundation/outbox/gather-mail.server"
import { withMoreArranged } from "~/models/foundation/outbox/lessons-arranged"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { listContacts } from "~/models/people/family/contacts.server"
import { openAgainText } from "~/models/teaching/credit/cancel-credits"
import { teachersIn } from "~/models/teaching/session/lesson-change"
import { type SessionRow, sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import { whenOf } from "~/models/teaching/session/tell-change.server"
import { teachersOf } from "~/models/teaching/session/told-teachers.server"
import { canceledAsKnown } from "~/models/teaching/session/waiting-moves.server"
import { formatDate, formatDateRange } from "~/utils/date-text"
import { joinNames } from "~/utils/join-names"
import { instantOf } from "~/utils/zones"
import type { Beside, Decision } from "./absence"

// What families, substitutes and the teacher who is away are told: one email each, with all their lessons. The reason of the
// absence is in none of them.

export type AbsenceMail = MailData["lessons-arranged"]

/** A lesson with what was decided, as it will be told. */
export type ToldLesson = {
  id: string
  title: string
  className: string
  date: string
  startTime: string
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
  /** Of canceled lessons: where someone knows it who hasn't read of its move. */
  knownAt?: (recipient: string) => { date: string; startTime: string } | undefined
  /** Of canceled lessons: the last day of the make-up credits that were spent on them, by student. */
  openAgain: (studentId: string) => string | undefined
}

type Reader = { name: string; email: string; zone: string | null }
type Absent = { teacherId: string; teacherName: string; startsOn: string; endsOn: string }
export type AbsenceLetter = { recipient: string; data: AbsenceMail; studentIds: string[] }

/** One letter for each person concerned. The one who acts gets none. */
export function lettersOf(actor: Actor, absent: Absent, lessons: readonly ToldLesson[]): AbsenceLetter[] {
  const letters = new Map<string, AbsenceLetter>()
  const tell = (
    to: Reader,
    audience: AbsenceMail["audience"],
    fact: [string, string],
    of?: { studentId: string; movedId: string | undefined },
  ) => {
    const known = letters.get(to.email) ?? {
      recipient: to.email,
      studentIds: [],
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
    known.data.lessons.push(fact)
    if (of) known.studentIds.push(of.studentId)
    if (of?.movedId) known.data.movedIds = [...(known.data.movedIds ?? []), of.movedId]
    letters.set(to.email, known)
  }
  const contacts = listContacts(
    actor,
    lessons.flatMap(({ students }) => students.map(({ id }) => id)),
  )
  const staff = teachersOf(actor, [
    absent.teacherId,
    ...lessons.flatMap(({ substitute, beside }) => [substitute?.id ?? null, ...(beside?.ids ?? [])]),
  ])
  for (const lesson of lessons) {
    const when = ({ email, zone }: Reader) => timeText(actor, lesson.knownAt?.(email) ?? lesson, zone)
    for (const { id, firstName } of lesson.students) {
      const told = lesson.leftOut?.has(id) ? canceledFor(lesson) : lesson
      for (const contact of contacts.get(id) ?? [])
        tell(
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
    if (substitute)
      tell(substitute, "substitute", [
        when(substitute),
        `${lesson.title}${place}${lesson.choice === "undone" ? `, with ${absent.teacherName} again` : ""}`,
      ])
    for (const id of lesson.beside?.ids ?? []) {
      const colleague = staff.get(id)
      if (colleague)
        tell(colleague, "colleague", [
          when(colleague),
          `${lesson.title}${colleagueText(actor, absent, lesson, colleague)}`,
        ])
    }
    const teacher = staff.get(absent.teacherId)
    if (teacher) tell(teacher, "away", [when(teacher), `${lesson.title}${staffText(actor, lesson, teacher)}`])
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

/** "Otis: Guitar club", or the class alone where it is named after the student: "Otis Haddad, guitar". */
const whoseClass = (firstName: string, { className }: ToldLesson): string =>
  className.includes(firstName) ? className : `${firstName}: ${className}`

function familyText(
  actor: Actor,
  { teacherName }: Absent,
  lesson: ToldLesson,
  { zone, studentId }: Reader & { studentId: string },
): string {
  const { choice, to, substitute, beside, creditUntil, openAgain, roomName } = lesson
  if (choice === "undone") return ` with ${joinNames([...namesOf(beside), teacherName])}, as planned`
  if (choice === "substitute")
    return ` with ${joinNames([...namesOf(beside), ...(substitute ? [substitute.name] : [])]) || "a substitute"}, same time${roomName ? " and room" : ""}`
  if (choice === "move") return to ? ` moves to ${whenText(actor, to, zone)}` : " moves"
  const again = openAgain(studentId)
  if (again) return ` is canceled. ${openAgainText(formatDate(again, "full", actor.school))}`
  return [
    " is canceled.",
    lesson.isCharged ? " You won’t be charged for it." : "",
    creditUntil
      ? ` You have a make-up credit to use by ${formatDate(creditUntil, "full", actor.school)}.`
      : "",
  ].join("")
}

function staffText(actor: Actor, { choice, to, substitute, beside }: ToldLesson, { zone }: Reader): string {
  if (choice === "undone") return ", yours again"
  if (choice === "substitute")
    return substitute ? `, taught by ${substitute.name}` : `, without you, with ${beside?.names ?? "no one"}`
  return choice === "move" && to ? `, moved to ${whenText(actor, to, zone)}` : ", canceled"
}

function colleagueText(actor: Actor, absent: Absent, lesson: ToldLesson, reader: Reader): string {
  if (lesson.choice === "undone") return `, with ${absent.teacherName} again`
  if (lesson.choice !== "substitute") return staffText(actor, lesson, reader)
  return lesson.substitute ? `, with ${lesson.substitute.name}` : ", without a substitute"
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

/** Adds what was decided about a lesson to the letters that are gathered under a key. */
export function gatherLetters(actor: Actor, key: string, absent: Absent, lesson: ToldLesson) {
  const told = lesson.choice === "cancel" ? asKnown(actor, lesson) : lesson
  for (const { recipient, data } of lettersOf(actor, absent, [told]))
    gatherMail(
      key,
      { template: "lessons-arranged", data, schoolId: actor.school.id, recipient },
      withMoreArranged,
    )
}

/** A canceled lesson at the time that each of its people knows; whoever gave it before a move of which no one has read is told, too. */
function asKnown(actor: Actor, lesson: ToldLesson): ToldLesson {
  const known = canceledAsKnown(actor, listSessionsToTell(actor, [lesson.id]))
  if (known.length < 2) return lesson
  const ids = new Set([...(lesson.beside?.ids ?? []), ...known.flatMap(({ session }) => teachersIn(session))])
  return {
    ...lesson,
    beside: { ids: [...ids], names: lesson.beside?.names ?? "" },
    knownAt: (recipient) => {
      const session = known.find(({ isFor }) => isFor(recipient))?.session
      return session && { date: session.localDate, startTime: session.startTime }
    },
  }
}

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

/** A lesson of a teacher as it stands now, for its letters; undefined when it is gone. */
export function toldLesson(
  actor: Actor,
  sessionId: string,
  teacherId: string,
): Omit<ToldLesson, "choice" | "substitute" | "to" | "isCharged" | "creditUntil" | "openAgain"> | undefined {
  const [session] = listSessionsToTell(actor, [sessionId])
  return (
    session && {
      id: session.id,
      title: sessionTitle(session),
      className: session.className,
      date: session.localDate,
      startTime: session.startTime,
      roomName: session.roomName,
      beside: besideOf(session, teacherId),
      students: session.students.map(({ id, name }) => ({ id, firstName: name.split(" ")[0] ?? name })),
    }
  )
}
