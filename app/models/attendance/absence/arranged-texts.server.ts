import type { Actor } from "~/models/foundation/access/actor"
import { openAgainText } from "~/models/teaching/credit/cancel-credits"
import type { SessionRow } from "~/models/teaching/session/session"
import { whenOf } from "~/models/teaching/session/tell-change.server"
import { formatDate } from "~/utils/date-text"
import { joinNames } from "~/utils/join-names"
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
export type Reader = { name: string; email: string; zone: string | null }
export type Absent = { teacherId: string; teacherName: string; startsOn: string; endsOn: string }
/** "Otis: Guitar club", or the class alone where it is named after the student: "Otis Haddad, guitar". */
export const whoseClass = (firstName: string, { className }: ToldLesson): string =>
  className.includes(firstName) ? className : `${firstName}: ${className}`

export function familyText(
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

export function staffText(actor: Actor, lesson: ToldLesson, reader: Reader): string {
  const { choice, to, substitute, beside } = lesson
  if (choice === "undone") return ", yours again"
  if (choice === "substitute")
    return `${movedText(actor, lesson, reader)}${substitute ? `, taught by ${substitute.name}` : `, without you, with ${beside?.names ?? "no one"}`}`
  return choice === "move" && to ? `, moved to ${whenText(actor, to, reader.zone)}` : ", canceled"
}

/** Where a lesson is by now, for those who know it where it was. */
const movedText = (actor: Actor, lesson: ToldLesson, { email, zone }: Reader): string =>
  hasMovedFrom(lesson, lesson.knownAt?.(email)) ? `, moved to ${whenText(actor, lesson, zone)}` : ""

export function colleagueText(actor: Actor, absent: Absent, lesson: ToldLesson, reader: Reader): string {
  if (lesson.choice === "undone") return `, with ${absent.teacherName} again`
  if (lesson.choice !== "substitute") return staffText(actor, lesson, reader)
  return `${movedText(actor, lesson, reader)}${lesson.substitute ? `, with ${lesson.substitute.name}` : ", without a substitute"}`
}

const namesOf = (beside: Beside | null): string[] => (beside?.names ? [beside.names] : [])

const whenText = (actor: Actor, to: NonNullable<ToldLesson["to"]>, zone: string | null) =>
  `${timeText(actor, to, zone)}${to.roomName ? `, ${to.roomName}` : ""}`

export const timeText = (
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
