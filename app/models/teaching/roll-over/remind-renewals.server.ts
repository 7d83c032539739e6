import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { and, asc, eq, gte, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { Term } from "~/models/foundation/term/term.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { findClass, listRulesOf } from "../class/find-class.server"
import { patternWithOwnTime } from "../session/own-pattern"
import { patternText } from "../session/pattern"
import {
  listDueUpdates,
  queueReaderUpdates,
  removeUpdates,
  takeReaders,
} from "../session/reader-updates.server"
import { hasSpot, listTermPrices } from "./renewals.server"

// One email per person, however many classes and children, written two minutes later, so that a roll-over can be undone without a
// word to anyone.

type Asking = {
  classId: string
  term: Pick<Term, "name" | "startsOn">
  answerBy: string
  students: readonly { id: string; name: string }[]
  isReminder?: boolean
}

type Letter = { recipient: string; data: MailData["next-term"] }

type Asked = { id: string; studentId: string }

/** The families of students are asked whether these continue, two minutes after the roll-over has ended. */
export function askFamilies(actor: Actor, taskId: string, asked: readonly Asked[]) {
  const contacts = listContacts(
    actor,
    asked.map(({ studentId }) => studentId),
  )
  for (const { id, studentId } of asked) {
    const readers = (contacts.get(studentId) ?? []).map(({ email }) => email)
    queueReaderUpdates(actor, "renewal", id, readers, { key: taskId })
  }
}

/** Writes the letters about questions that are still open and due, to at most so many people. Answers whether others are left. */
export function tellRenewals(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = takeReaders(listDueUpdates(actor, "renewal", at), most)
  const readers = new Set(theirs.map(({ reader }) => reader))
  const open = select({
    ...{ classId: renewals.classId, termName: renewals.termName, startsOn: renewals.startsOn },
    ...{ answerBy: renewals.answerBy, studentId: renewals.studentId },
    ...{ firstName: students.firstName, lastName: students.lastName },
  })
    .from(renewals)
    .innerJoin(students, joined(students, renewals.studentId))
    .where(
      and(
        own(actor, renewals),
        eq(renewals.state, "asked"),
        hasSpot(own(actor, enrollments)),
        among(
          renewals.id,
          theirs.map(({ sessionId }) => sessionId),
        ),
      ),
    )
    .orderBy(asc(renewals.createdAt), asc(renewals.id))
    .all()
  const letters = lettersAbout(actor, open, false)
  mailEach(
    actor,
    letters.filter(({ recipient }) => readers.has(recipient)),
  )
  removeUpdates(actor, theirs)
  return isMore
}

type Open = {
  classId: string
  termName: string
  startsOn: string
  answerBy: string
  studentId: string
  firstName: string
  lastName: string
}

/** What each person reads about students of several classes. */
const lettersAbout = (actor: Actor, open: readonly Open[], isReminder: boolean): Letter[] =>
  [...groupBy(open, ({ classId }) => classId)].flatMap(([classId, rows]) => {
    const [{ termName, startsOn, answerBy }] = rows as [Open]
    const asked = rows.map((row) => ({ id: row.studentId, name: fullName(row) }))
    const term = { name: termName, startsOn }
    return lettersOf(actor, { classId, term, answerBy, students: asked, isReminder })
  })

/** One email per person, with the lessons of all. */
function mailEach(actor: Actor, letters: readonly Letter[]) {
  for (const [recipient, each] of groupBy(letters, (letter) => letter.recipient)) {
    const lessons = each.flatMap(({ data }) => data.lessons)
    const [first] = each
    if (first) queueMail({ ...about(actor), recipient, data: { ...first.data, lessons } })
  }
}

const about = ({ school }: Actor) => ({ template: "next-term", schoolId: school.id }) as const

/** What each person reads about the students of a class. */
function lettersOf(actor: Actor, { classId, term, answerBy, students, isReminder }: Asking): Letter[] {
  const { school } = actor
  const contacts = listContacts(
    actor,
    students.map(({ id }) => id),
  )
  const found = findClass(actor, classId)
  const className = `${found?.name ?? ""}${found?.teacherName ? ` with ${found.teacherName}` : ""}`
  const rules = listRulesOf(actor, classId)
  const lessonsFor = (zone: string | null, price: string) => {
    const reader = { schoolZone: school.timeZone, zone, from: term.startsOn }
    const times = rules.map((rule) => patternWithOwnTime(patternText(rule), rule, reader)).join("; ")
    return [className, times, price].filter(Boolean).join(", ")
  }
  const spotOf = (studentId: string) => ({ classId, studentId, startsOn: term.startsOn })
  const priceOf = listTermPrices(
    actor,
    students.map(({ id }) => spotOf(id)),
  )
  return students.flatMap(({ id, name }) =>
    (contacts.get(id) ?? []).map((contact) => ({
      recipient: contact.email,
      data: {
        schoolName: school.name,
        recipientName: contact.name,
        termName: term.name,
        startsOn: formatDate(term.startsOn, "medium", school),
        answerBy: formatDate(answerBy, "medium", school),
        lessons: [
          [
            name,
            inFormats(school, () => lessonsFor(contact.zone, contact.seesMoney ? priceOf(spotOf(id)) : "")),
          ],
        ],
        hasPages: contact.hasPages,
        ...(isReminder ? { isReminder } : {}),
      },
    })),
  )
}

// Families that can still answer about the next term and haven't are reminded by the office, once a day at most.

/** So many students are reminded of at once. */
const most = 500

const reminded = "remind-next-term" as const

/** How many families would get a reminder, how many of these questions no one can be emailed about, and who got one today. */
export function countToRemind(actor: Actor) {
  const waiting = listWaiting(actor)
  const { students: reached, families } = reachedOf(actor, waiting)
  return { families, withoutEmail: waiting.length - reached.length, today: listRemindedToday(actor).families }
}

/**
 * Sends each family that hasn't answered one more email with all its open questions. Whoever was asked or reminded today
 * gets none. Answers how many families.
 */
export function remindUnanswered(actor: Actor): number {
  return transact(() => {
    const { students: reached, families } = reachedOf(actor, listWaiting(actor))
    if (families === 0) return 0
    mailEach(actor, lettersAbout(actor, reached, true))
    recordEvent(actor, `school.${reminded}`, actor.school.id, {
      after: { families, renewals: reached.map(({ id }) => id) },
    })
    return families
  })
}

type Waiting = ReturnType<typeof listWaiting>[number]

/** The questions that can still be answered, and weren't put or repeated today. */
function listWaiting(actor: Actor) {
  const day = todayOf(actor)
  const { ids } = listRemindedToday(actor)
  return select({
    ...columns(renewals, "id", "classId", "studentId"),
    ...columns(students, "familyId", "firstName", "lastName"),
    ...columns(renewals, "termName", "startsOn", "answerBy"),
  })
    .from(renewals)
    .innerJoin(students, joined(students, renewals.studentId))
    .where(
      and(
        own(actor, renewals),
        eq(renewals.state, "asked"),
        gte(renewals.startsOn, day),
        gte(renewals.answerBy, day),
        lt(renewals.createdAt, startOf(actor, day)),
        hasSpot(own(actor, enrollments)),
      ),
    )
    .orderBy(asc(students.familyId), asc(students.id), asc(renewals.id))
    .all()
    .filter(({ id }) => !ids.has(id))
    .slice(0, most)
}

/** Those of whom someone can be emailed, and how many families these are. */
function reachedOf(actor: Actor, waiting: readonly Waiting[]) {
  const contacts = listContacts(
    actor,
    waiting.map(({ studentId }) => studentId),
  )
  const blocked = new Set(listBounced([...contacts.values()].flat()))
  const reached = waiting.filter(({ studentId }) =>
    contacts.get(studentId)?.some((contact) => !blocked.has(contact)),
  )
  return { students: reached, families: new Set(reached.map(({ familyId }) => familyId)).size }
}

function listRemindedToday(actor: Actor) {
  const day = todayOf(actor)
  const rows = ownRows(actor, events, ["after"])
    .where(
      and(eq(events.noun, "school"), eq(events.verb, reminded), gte(events.createdAt, startOf(actor, day))),
    )
    .all()
    .map(({ after }) => JSON.parse(after ?? "{}") as { families: number; renewals: string[] })
  return {
    families: rows.reduce((sum, row) => sum + row.families, 0),
    ids: new Set(rows.flatMap((row) => row.renewals)),
  }
}

const startOf = ({ school }: Actor, day: string) => instantOf(day, "00:00", school.timeZone)
