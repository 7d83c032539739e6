import { students } from "db/schema/people"
import { renewals } from "db/schema/teaching-renewals"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { Term } from "~/models/foundation/term/term.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { inFormats } from "~/utils/formats.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { findClass, listRulesOf } from "../class/find-class.server"
import { patternWithOwnTime } from "../session/own-pattern"
import { patternText } from "../session/pattern"
import { forgetRows, listToTell, ofSome, tellReaders } from "../session/told.server"
import { listTermPrices } from "./renewal-prices.server"

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
    tellReaders(actor, "renewal", id, readers, { key: taskId })
  }
}

/** Writes the letters about questions that are still open and due, to at most so many people. Answers whether others are left. */
export function tellRenewals(actor: Actor, at = now(), most = Number.POSITIVE_INFINITY): boolean {
  const { theirs, isMore } = ofSome(listToTell(actor, "renewal", at), most)
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
  forgetRows(actor, theirs)
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
export const lettersAbout = (actor: Actor, open: readonly Open[], isReminder: boolean): Letter[] =>
  [...groupBy(open, ({ classId }) => classId)].flatMap(([classId, rows]) => {
    const [{ termName, startsOn, answerBy }] = rows as [Open]
    const asked = rows.map((row) => ({ id: row.studentId, name: fullName(row) }))
    const term = { name: termName, startsOn }
    return lettersOf(actor, { classId, term, answerBy, students: asked, isReminder })
  })

/** One email per person, with the lessons of all. */
export function mailEach(actor: Actor, letters: readonly Letter[]) {
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
