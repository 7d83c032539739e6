import { students } from "db/schema/people"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { and, asc, count, eq, inArray, lt, sql } from "drizzle-orm"
import { z } from "zod"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { type Reach, unreachedText } from "~/models/foundation/outbox/bounce"
import { isBounced } from "~/models/foundation/outbox/bounce.server"
import { isMailWanted } from "~/models/foundation/outbox/mail-wish.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { type Addressed, reachOf } from "~/models/foundation/outbox/reach.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { listContacts } from "~/models/people/family/contacts.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import {
  lettersAtOnce,
  listDueUpdates,
  markSent,
  queueReaderUpdates,
  removeUpdates,
  takeReaders,
} from "../session/reader-updates.server"
import { teachersOf } from "../session/teacher-recipients.server"
import { type findFee, findOccasion, isOver, listFees, noFee, type Occasion } from "./find-occasion.server"
import { kindLabels, whenText, withAddedTax } from "./occasion"

// The emails about an event: one to each person, however many of their children are invited. Its news has a number that goes
// up; every family is told the latest once, of many students as a task. Whoever is in charge is told, too.

type What = MailData["occasion"]["what"]

/** With more students than this it is a task. */
const studentsAtOnce = 25

/** Whom the emails leave for; of many students, the task that writes to them. */
export type Telling = { reach: Reach; taskId: string | null }
export const noTelling: Telling = {
  reach: { reached: [], returned: [], withoutEmail: [], unwanting: [] },
  taskId: null,
}

/** There is something new to tell about an event, from now on. */
export function addNews(actor: Actor, occasionId: string) {
  change(actor, occasions, occasionId, { news: sql`${occasions.news} + 1` })
}

const untold = (actor: Actor, { id, news }: Pick<Occasion, "id" | "news">) =>
  and(own(actor, occasionGuests), eq(occasionGuests.occasionId, id), lt(occasionGuests.toldNews, news))

/** The students whose families don't know the latest of an event, as after its emails were stopped. */
export const countUntold = (actor: Actor, occasion: Occasion): number =>
  occasion.state === "draft" || isOver(occasion)
    ? 0
    : (select({ n: count() }).from(occasionGuests).where(untold(actor, occasion)).get()?.n ?? 0)

/** Tells the families of these students, or of all, the latest of an event, unless they know it. */
export function tellFamilies(actor: Actor, occasionId: string, studentIds?: readonly string[]): Telling {
  const occasion = findOccasion(actor, occasionId)
  if (!occasion || occasion.state === "draft" || isOver(occasion)) return noTelling
  if (occasion.state === "canceled") passOverUnknowing(actor, occasion)
  const waiting = select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(
      and(
        untold(actor, occasion),
        studentIds ? inArray(occasionGuests.studentId, [...studentIds]) : undefined,
      ),
    )
    .orderBy(asc(occasionGuests.createdAt), asc(occasionGuests.id))
    .all()
  if (waiting.length > studentsAtOnce) {
    const items = waiting.map(({ id, firstName, lastName }) => ({
      subjectId: id,
      name: `${firstName} ${lastName}`,
    }))
    const about = { occasionId }
    return { ...noTelling, taskId: startTask(actor, { kind: "tell-occasion", about, items }) }
  }
  const toldAs = newId()
  const people = waiting.flatMap(({ id }) => tellOne(actor, occasion, id, toldAs) ?? [])
  tellGuests(actor, toldAs)
  return { reach: reachOf({ template: "occasion", schoolId: actor.school.id }, people), taskId: null }
}

/** Who never heard of an event isn't told that it is canceled. */
function passOverUnknowing(actor: Actor, occasion: Occasion) {
  change(actor, occasionGuests, and(untold(actor, occasion), eq(occasionGuests.toldNews, 0)), {
    toldNews: occasion.news,
  })
}

/** What someone is to read of a student who is invited, or was. */
type GuestTold = {
  what: What
  occasionId: string
  studentId: string
  feeBefore?: string
  guestFeeBefore?: string | undefined
}

/** Writes what is due about students, or to be told with a key, to at most so many people. Answers whether others are left. */
export function tellGuests(actor: Actor, by: number | string = now(), most = Number.POSITIVE_INFINITY) {
  const { theirs, isMore } = takeReaders(listDueUpdates(actor, "guest", by), most)
  const rows = theirs.map((row) => ({ ...row, ...(JSON.parse(row.known) as GuestTold) }))
  const ids = rows.map(({ studentId }) => studentId)
  const contacts = listContacts(actor, ids)
  const names = new Map(listNames(actor, ids).map(({ id, firstName }) => [id, firstName]))
  const removed = rows.filter(({ what }) => what === "removed")
  const isInvited = findInvited(actor, removed)
  const isSo = (row: GuestTold) => row.what !== "removed" || !isInvited(row)
  const letters = groupBy(rows.filter(isSo), ({ occasionId, what, reader }) =>
    JSON.stringify([occasionId, what, reader]),
  )
  const fees = listFees(
    actor,
    rows.map(({ occasionId }) => occasionId),
  )
  for (const those of letters.values()) {
    const [{ occasionId, what, reader, feeBefore, guestFeeBefore }] = those as [(typeof rows)[number]]
    const occasion = findOccasion(actor, occasionId)
    const of = those.flatMap(({ studentId }) => contacts.get(studentId) ?? [])
    const to = of.find(({ email }) => email === reader)
    const students = those.flatMap(({ studentId }) => names.get(studentId) ?? []).sort()
    if (!occasion || !to || students.length === 0) continue
    const { name, zone, hasPages } = to
    queueMail({
      template: "occasion",
      schoolId: actor.school.id,
      recipient: reader,
      data: {
        ...letterData(actor, occasion, what, { name, zone, hasPages, students }),
        // Later letters don't say it: who has answered may be charged another one.
        ...(what === "invited" ? feeData(actor, fees.get(occasionId) ?? noFee) : {}),
        ...(what === "fee"
          ? { fee: "No fee", ...feeData(actor, fees.get(occasionId) ?? noFee), feeBefore, guestFeeBefore }
          : {}),
      },
    })
  }
  // Whoever reads that a student is no longer invited is told when they are again.
  markSent(actor, removed)
  removeUpdates(
    actor,
    rows.filter(({ what }) => what !== "removed"),
  )
  return isMore
}

/** Whether a student who was taken off an event is invited to it again. */
function findInvited(actor: Actor, removed: readonly GuestTold[]) {
  const ids = removed.map(({ studentId }) => studentId)
  const guests = ownRows(actor, occasionGuests, ["occasionId", "studentId"])
    .where(among(occasionGuests.studentId, ids))
    .all()
  return ({ occasionId, studentId }: GuestTold) =>
    guests.some((guest) => guest.occasionId === occasionId && guest.studentId === studentId)
}

const listNames = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, students, ["id", "firstName"]).where(among(students.id, ids)).all()

/** Adds one student to the emails to their family. Answers their people, or the student where none has an address; undefined where they know the latest. */
function tellOne(
  actor: Actor,
  occasion: Occasion,
  studentId: string,
  toldAs: string,
): Addressed[] | undefined {
  const guest = select({
    id: occasionGuests.id,
    toldNews: occasionGuests.toldNews,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(and(untold(actor, occasion), eq(occasionGuests.studentId, studentId)))
    .get()
  if (!guest) return undefined
  const what = occasion.state === "canceled" ? "canceled" : guest.toldNews === 0 ? "invited" : "changed"
  const contacts = listContacts(actor, [studentId]).get(studentId) ?? []
  queueReaderUpdates(
    actor,
    "guest",
    guest.id,
    contacts.map(({ email }) => email),
    { known: { what, occasionId: occasion.id, studentId } satisfies GuestTold, key: toldAs },
  )
  change(actor, occasionGuests, guest.id, { toldAt: now(), toldNews: occasion.news })
  return contacts.length > 0 ? contacts : [{ name: fullName(guest), email: null }]
}

/** Emails the families of the students who take part that the fee is another one than the one given. */
export function tellFee(actor: Actor, occasionId: string, before: ReturnType<typeof findFee>): Telling {
  const taking = select({
    id: occasionGuests.id,
    studentId: occasionGuests.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(occasionGuests)
    .innerJoin(students, joined(students, occasionGuests.studentId))
    .where(
      and(
        own(actor, occasionGuests),
        eq(occasionGuests.occasionId, occasionId),
        eq(occasionGuests.answer, "yes"),
      ),
    )
    .all()
  const contacts = listContacts(
    actor,
    taking.map(({ studentId }) => studentId),
  )
  const { fee: feeBefore = "no fee", guestFee: guestFeeBefore } = feeData(actor, before)
  const toldAs = newId()
  const people = taking.flatMap(({ id, studentId, ...names }): Addressed[] => {
    const theirs = contacts.get(studentId) ?? []
    const known = { what: "fee", occasionId, studentId, feeBefore, guestFeeBefore } satisfies GuestTold
    queueReaderUpdates(
      actor,
      "guest",
      id,
      theirs.map(({ email }) => email),
      { known, key: toldAs },
    )
    return theirs.length > 0 ? theirs : [{ name: fullName(names), email: null }]
  })
  tellGuests(actor, toldAs)
  return { reach: reachOf({ template: "occasion", schoolId: actor.school.id }, people), taskId: null }
}

type Reader = { name: string; zone: string | null; hasPages: boolean; students: string[]; forTeacher?: true }

function feeData(
  actor: Actor,
  { feeMinor, guestFeeMinor, feeUntil, addedTax }: ReturnType<typeof findFee>,
): Pick<MailData["occasion"], "fee" | "guestFee" | "feeUntil"> {
  if (!feeMinor && !guestFeeMinor) return {}
  const money = (minor: number) =>
    withAddedTax(formatMoney(minor, actor.school.currency, actor.school), addedTax)
  return {
    fee: feeMinor ? money(feeMinor) : "No fee",
    ...(guestFeeMinor ? { guestFee: money(guestFeeMinor) } : {}),
    ...(feeUntil ? { feeUntil: formatDate(feeUntil, "medium", actor.school) } : {}),
  }
}

/** What an email about an event says of it. */
export const letterData = (
  actor: Actor,
  occasion: Occasion,
  what: What,
  { name, zone, ...reader }: Reader,
): MailData["occasion"] => ({
  schoolName: actor.school.name,
  recipientName: name,
  what,
  title: occasion.title,
  kind: kindLabels[occasion.kind],
  when: withOwnTime(whenText(occasion), occasion, zone),
  where: occasion.where,
  note: what === "canceled" ? occasion.cancelReason : occasion.note,
  occasionId: occasion.id,
  ...reader,
})

/**
 * Tells a family that a student is no longer invited, `except` who never read of it, in two minutes: until then it is undone
 * without a word. Answers how many people are written to.
 */
export function tellRemoved(
  actor: Actor,
  occasionId: string,
  studentId: string,
  { guestId, except }: { guestId: string; except: ReadonlySet<string> },
): number {
  const readers = (listContacts(actor, [studentId]).get(studentId) ?? [])
    .map(({ email }) => email)
    .filter((email) => !except.has(email))
  const known = { what: "removed", occasionId, studentId } satisfies GuestTold
  queueReaderUpdates(actor, "guest", guestId, readers, { known })
  return readers.length
}

/**
 * Tells a teacher that they are in charge of an event or no longer are, or what happened to it; not who acts. Answers who gets
 * the email.
 */
export function tellLead(
  actor: Actor,
  occasion: Occasion,
  what: Exclude<What, "invited" | "removed" | "results" | "fee">,
  teacherId: string | null = occasion.teacherId,
): { name: string; email: string }[] {
  const told = [...teachersOf(actor, [teacherId]).values()].filter(({ email }) =>
    isMailWanted({ template: "occasion", schoolId: actor.school.id, recipient: email }),
  )
  for (const { name, email, zone } of told)
    queueMail({
      template: "occasion",
      schoolId: actor.school.id,
      recipient: email,
      data: letterData(actor, occasion, what, { name, zone, hasPages: true, students: [], forTeacher: true }),
    })
  return told.filter(({ email }) => !isBounced(email))
}

const About = z.object({ occasionId: z.string() })

/** The task that emails the families of an event now. */
export const findTelling = (actor: Actor, occasionId: string) =>
  listTasksUnderWay(actor, ["tell-occasion"]).find(
    ({ about }) => About.safeParse(about).data?.occasionId === occasionId,
  )

/** The emails about an event of many students, as a task: each person still gets one, written at its end. */
export const tellOccasionWork: TaskWork<z.output<typeof About>> = {
  about: About,
  atMost: 5,
  carryOut: (actor, { occasionId }, { taskId, subjectId }) => {
    const occasion = findOccasion(actor, occasionId)
    if (!occasion || occasion.state === "draft") return { ok: false, reason: "The event was removed." }
    if (isOver(occasion)) return { ok: false, reason: "The event has ended." }
    const people = tellOne(actor, occasion, subjectId, taskId)
    if (!people) return { ok: false, reason: "No longer invited, or already told." }
    const reach = reachOf({ template: "occasion", schoolId: actor.school.id }, people)
    if (reach.reached.length > 0) return { ok: true, note: "Emailed", made: subjectId }
    return { ok: false, reason: unreachedText(reach) }
  },
  close: (actor, taskId) => tellGuests(actor, taskId, lettersAtOnce),
}
