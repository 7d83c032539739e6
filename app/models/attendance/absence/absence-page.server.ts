import { arrangements } from "db/schema/attendance-absences"
import { students } from "db/schema/people"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among, columns } from "~/models/foundation/access/own.server"
import { lessonsArrangedParagraphs } from "~/models/foundation/outbox/lessons-arranged"
import { openedBy } from "~/models/foundation/outbox/wording"
import { findWording } from "~/models/foundation/outbox/wording.server"
import { isPhoneRecipient } from "~/models/foundation/text-message/phone-recipient"
import { listSpentIn } from "~/models/teaching/credit/redeem-credit.server"
import { creditLastDay } from "~/models/teaching/credit/seat-credits.server"
import { slotValue } from "~/models/teaching/session/clash"
import { listUnsentUpdates, waitsOf } from "~/models/teaching/session/reader-updates.server"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { daysOffText, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { findTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import type { Waiting } from "~/texts/foundation/leaving"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { formatInstant } from "~/utils/zones"
import {
  type AbsentLesson,
  arrangedCount,
  type Choices,
  choicesText,
  countOutsideHours,
  type Decision,
  suggestedChoice,
  totalsOf,
  totalsText,
} from "./absence"
import { besideOf, isBack, lettersOf } from "./absence-letters.server"
import { listAffected } from "./affected-lessons.server"
import { readLessonTerms } from "./arrange-lesson.server"
import { findNewTimes } from "./new-times.server"
import { rankSubstitutes, readTeacherPay, seesPay } from "./substitutes.server"
import { listDaysAway } from "./teacher-facts.server"

// What families would read of an absence as it is arranged so far.

const kinds: readonly Decision[] = ["cancel", "move", "substitute"]

/** The letters to families as they would be sent, in groups by the most that changes for them, and whom no email reaches. */
function previewLetters(
  actor: Actor,
  off: TimeOff,
  lessons: readonly AbsentLesson[],
  choices: Choices,
  isArranging: boolean,
) {
  const unread = listUnsentUpdates(
    actor,
    lessons.map(({ id }) => id),
  )
  const told = lessons.flatMap((lesson) => {
    const { choice, by, at } = choices[lesson.id] ?? { choice: "leave" }
    if (choice === "leave") return []
    const substitute = lesson.substitutes.find(({ teacherId }) => teacherId === by)
    const to = lesson.times.find((time) => slotValue(time) === at)
    const knownAt = (reader: string) => unread.get(lesson.id)?.get(reader)
    return [
      {
        ...lesson,
        knownAt,
        isKnown: (reader: string) => choice === "move" && isBack(knownAt(reader), lesson, to),
        choice,
        substitute:
          choice === "substitute" && substitute ? { id: substitute.teacherId, name: substitute.name } : null,
        to: to ?? null,
        isCharged: (lesson.chargeMinor ?? 0) > 0,
        creditUntil: lesson.credits?.until ?? null,
        openAgain: (id: string) => lesson.reopened.find(({ studentId }) => studentId === id)?.until,
        leftOut: new Set(choice === "move" ? to?.leftOut.map(({ id }) => id) : []),
      },
    ]
  })
  const letters = lettersOf(actor, off, told).filter(
    ({ recipient, data }) => data.audience === "family" && !isPhoneRecipient(recipient),
  )
  const familyOf = readFamilies(
    actor,
    told.flatMap((lesson) => lesson.students.map(({ id }) => id)),
  )
  const most = new Map<string, Decision>()
  for (const { students: people, choice, leftOut } of told)
    for (const { id } of people) {
      const family = familyOf.get(id)?.familyId ?? id
      const known = most.get(family)
      const theirs = leftOut.has(id) ? "cancel" : choice
      if (!known || kinds.indexOf(theirs) < kinds.indexOf(known)) most.set(family, theirs)
    }
  const reached = new Set(
    letters.flatMap(({ studentIds }) => studentIds.map((id) => familyOf.get(id)?.familyId)),
  )
  // What each reader chose is asked one by one, once the lessons are arranged.
  const leaving = new Map<string | undefined, Waiting>()
  for (const { recipient, studentIds, soonestAt } of isArranging ? letters : []) {
    const waiting = waitsOf(actor, recipient, soonestAt, "lessons-arranged")
    for (const family of studentIds.map((id) => familyOf.get(id)?.familyId))
      if (!leaving.has(family) || !waiting.waits) leaving.set(family, waiting)
  }
  const groups = kinds.map((kind) => {
    const families = [...most].filter(([family, choice]) => choice === kind && reached.has(family))
    const example = letters.find(({ studentIds }) =>
      families.some(([family]) => familyOf.get(studentIds[0] ?? "")?.familyId === family),
    )
    return {
      kind,
      count: families.length,
      example: example && {
        recipient: example.data.recipientName,
        paragraphs: openedBy(
          findWording("lessons-arranged", actor.school.id, example.data),
          lessonsArrangedParagraphs(example.data),
        ),
        lessons: example.data.lessons,
      },
    }
  })
  const unreached = [...familyOf.values()].filter(({ familyId }) => !reached.has(familyId))
  return {
    families: reached.size,
    /** When each family's first email leaves; none unless the lessons are being arranged. */
    leaving: [...leaving.values()],
    groups: groups.filter(({ count }) => count > 0),
    withoutEmail: [...new Set(unreached.map(({ name }) => name))],
  }
}

function readFamilies(actor: Actor, studentIds: readonly string[]) {
  return new Map(
    familiesQuery
      .all(actor, { ids: JSON.stringify([...new Set(studentIds)]) })
      .map(({ id, familyId, ...student }) => [id, { familyId, name: fullName(student) }]),
  )
}

const familiesQuery = query((p: Params<{ ids: string }>, own) =>
  select(columns(students, "id", "familyId", "firstName", "lastName"))
    .from(students)
    .where(and(own(students), among(students.id, p.ids))),
)

/** What was arranged so far, the latest first. */
function listArrangements(actor: Actor, timeOffId: string) {
  return arrangementsQuery.all(actor, { timeOffId }).map(({ createdAt, undoneAt, ...row }) => ({
    ...row,
    when: formatInstant(createdAt, actor.school.timeZone),
    isUndone: undoneAt !== null,
  }))
}

const arrangementsQuery = query((p: Params<{ timeOffId: string }>, own) =>
  select({
    id: arrangements.id,
    createdAt: arrangements.createdAt,
    lessons: arrangements.lessonCount,
    undoneAt: arrangements.undoneAt,
  })
    .from(arrangements)
    .where(and(own(arrangements), eq(arrangements.timeOffId, p.timeOffId)))
    .orderBy(desc(arrangements.createdAt), desc(arrangements.id))
    .limit(20),
)

/** So many lessons are shown at once; the next ones come when these are arranged. */
const mostShown = 60

export type AbsencePage = NonNullable<ReturnType<typeof findAbsencePage>>

/**
 * The lessons of an absence with who could teach them and when they could be instead, what is chosen for each, and what that
 * comes to. `given` are choices that someone made, and why outside hours; the others are suggested. Undefined when there is no
 * such absence.
 */
export function findAbsencePage(
  actor: Actor,
  timeOffId: string,
  given?: Choices,
  hoursReason = "",
  isArranging = false,
) {
  const off = findTimeOff(actor, timeOffId)
  if (!off) return undefined
  const affected = off.state === "approved" ? listAffected(actor, off) : []
  const lessons = describeLessons(actor, off, listSessionsById(actor, affected.slice(0, mostShown), []))
  const choices: Choices = Object.fromEntries(
    lessons.map((lesson) => {
      const suggested = suggestedChoice(lesson, firstTime(lesson))
      return [lesson.id, { ...suggested, ...(given?.[lesson.id] ?? {}) }]
    }),
  )
  const shown = withoutAmounts(actor, lessons)
  const totals = totalsOf(shown, choices)
  return {
    off: {
      id: off.id,
      teacherId: off.teacherId,
      teacherName: off.teacherName,
      when: daysOffText(off),
      details: detailsOf(off),
      reason: off.reason,
      state: off.state,
      mayBeRemoved: off.state === "approved" && off.endsOn >= todayOf(actor),
    },
    days: [...groupBy(shown, ({ date }) => date)].map(([date, ofDay]) => ({ date, lessons: ofDay })),
    more: affected.length - lessons.length,
    choices,
    outsideHours: countOutsideHours(lessons, choices),
    hoursReason,
    seen: choicesText(lessons, choices),
    arranged: arrangedCount(totals),
    totals: totalsText(totals, actor.school.currency),
    letters: previewLetters(actor, off, lessons, choices, isArranging),
    currency: actor.school.currency,
    earlier: listArrangements(actor, off.id),
  }
}

const detailsOf = ({ startsOn, endsOn, fromTime, toTime, reason }: TimeOff) => ({
  startsOn,
  endsOn,
  fromTime,
  toTime,
  reason,
})

/** Prices stay for those who see them, pay for those who see teachers’ pay. */
function withoutAmounts(actor: Actor, lessons: AbsentLesson[]): AbsentLesson[] {
  const [seesPrices, showsPay] = [seesFamilyMoney(actor), seesPay(actor)]
  return lessons.map(({ chargeMinor, substitutes, ...lesson }) => ({
    ...lesson,
    chargeMinor: seesPrices ? chargeMinor : null,
    substitutes: showsPay ? substitutes : substitutes.map((one) => ({ ...one, pay: null })),
  }))
}

const firstTime = ({ times: [first] }: AbsentLesson): string | undefined => first && slotValue(first)

function describeLessons(actor: Actor, off: TimeOff, sessions: readonly SessionRow[]): AbsentLesson[] {
  if (sessions.length === 0) return []
  const terms = readLessonTerms(actor, sessions)
  const away = listDaysAway(actor, sessions)
  const substitutesFor = rankSubstitutes(actor, sessions, off.teacherId, away)
  const times = findNewTimes(actor, sessions, away)
  const reopened = listReopened(actor, sessions)
  const teacherPay = readTeacherPay(actor, off.teacherId)
  return sessions.map((session) => ({
    id: session.id,
    title: sessionTitle(session),
    className: session.className,
    date: session.localDate,
    startTime: session.startTime,
    minutes: session.minutes,
    teacherId: session.teacherId,
    roomId: session.roomId,
    roomName: session.roomName,
    beside: besideOf(session, off.teacherId),
    students: session.students.map(({ id, name }) => ({ id, name, firstName: name.split(" ")[0] ?? name })),
    ...terms(session.id),
    isCharged: terms(session.id).chargeMinor !== null,
    teacherPay: teacherPay(session),
    substitutes: substitutesFor(session),
    times: times.get(session.id) ?? [],
    reopened: reopened.get(session.id) ?? [],
  }))
}

/** The choices after a button for a whole day: who teaches it, or that all of it is moved, canceled or left. */
export function chooseForDay(page: AbsencePage, text: string): Choices {
  const [date, choice = "", teacherId] = text.split(" ")
  const lessons = page.days.filter((day) => day.date === date || date === "all").flatMap((day) => day.lessons)
  const changed = lessons.flatMap((lesson): [string, Choices[string]][] => {
    const known = page.choices[lesson.id]
    if (!known) return []
    if (choice === "cancel" || choice === "leave") return [[lesson.id, { ...known, choice }]]
    if (choice === "move") {
      const at = lesson.times.some((time) => slotValue(time) === known.at) ? known.at : firstTime(lesson)
      return at ? [[lesson.id, { ...known, choice, at }]] : []
    }
    const isFree = lesson.substitutes.some((one) => one.teacherId === teacherId)
    return choice === "substitute" && isFree && teacherId
      ? [[lesson.id, { ...known, choice, by: teacherId }]]
      : []
  })
  return { ...page.choices, ...Object.fromEntries(changed) }
}

/** Until when the make-up credits would be available again that are spent on spots in these lessons. */
function listReopened(actor: Actor, lessons: readonly SessionRow[]) {
  const dates = new Map(lessons.map(({ id, localDate }) => [id, localDate]))
  return new Map(
    listSpentIn(actor, [...dates.keys()]).map(({ sessionId, credits }) => {
      const atLeast = creditLastDay(actor, dates.get(sessionId) ?? "")
      return [
        sessionId,
        credits.map(({ studentId, expiresOn }) => ({ studentId, until: laterOf(expiresOn, atLeast) })),
      ]
    }),
  )
}
