import { deletedRecords } from "db/schema/foundation-bin"
import { students } from "db/schema/people"
import { classes, enrollments, ownPrices } from "db/schema/teaching"
import { and, eq, ne, notExists, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { newFeesFollow } from "./fees-follow.server"
import { lateLessonsFollow } from "./late-price.server"
import { billingModes } from "./price"

// A student has one custom price from a day. The one that another replaces is kept in the bin, and restoring it replaces
// that other in turn.

export const AgreedPrice = z.object({
  fromDate: z.string(),
  billing: z.enum(billingModes).nullable(),
  amountMinor: z.number().nullable(),
})
type Agreed = z.output<typeof AgreedPrice>

const findOn = (actor: Actor, enrollmentId: string, fromDate: string) =>
  ownRows(actor, ownPrices)
    .where(and(eq(ownPrices.enrollmentId, enrollmentId), eq(ownPrices.fromDate, fromDate)))
    .get()

/**
 * Makes room for a custom price: the one agreed for the same day goes to the bin, unless it says the same. In the caller's
 * transaction.
 */
export function replacePrice(actor: Actor, enrollmentId: string, wanted: Agreed) {
  const present = findOn(actor, enrollmentId, wanted.fromDate)
  if (!present) return
  if (isSame(present, wanted)) remove(actor, ownPrices, present.id)
  else
    deleteToBin(
      actor,
      { noun: "own-price", recordId: present.id, name: nameOf(actor, enrollmentId, present) },
      () => {
        remove(actor, ownPrices, present.id)
      },
    )
}

/**
 * Readies an enrollment for a custom price out of the bin, in the caller's transaction. Answers why it can't come back:
 * the student is no longer enrolled on that day, or the price is agreed again.
 */
export function makeRoomForPrice(
  actor: Actor,
  enrollmentId: string,
  wanted: Agreed,
): "place-gone" | "still-there" | undefined {
  const { fromDate, billing, amountMinor } = wanted
  const enrollment = find(actor, enrollments, enrollmentId)
  if (!enrollment || fromDate < enrollment.startsOn) return "place-gone"
  if (enrollment.endsOn !== null && fromDate > enrollment.endsOn) return "place-gone"
  const present = findOn(actor, enrollmentId, fromDate)
  if (present && isSame(present, wanted)) return "still-there"
  lateLessonsFollow(actor, { classId: enrollment.classId, enrollmentId, fromDate })
  replacePrice(actor, enrollmentId, wanted)
  newFeesFollow(actor, enrollment.classId)
  recordEvent(actor, "enrollment.set-price", enrollmentId, {
    before: { amountMinor: present?.amountMinor ?? null, billing: present?.billing ?? null },
    after: { amountMinor, billing, fromDate },
  })
  return undefined
}

/**
 * Empties the bin of an erased student's custom prices: an entry names the student, and knows only the enrollment. Those of
 * enrollments that were removed go with them, since it isn't known whose they were.
 */
export function forgetReplacedPrices(actor: Actor, studentId: string) {
  const ofAnother = select({ id: enrollments.id })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        sql`${enrollments.id} = ${deletedRecords.rows} ->> '$[0].before.enrollmentId'`,
        ne(enrollments.studentId, studentId),
      ),
    )
  remove(actor, deletedRecords, and(eq(deletedRecords.noun, "own-price"), notExists(ofAnother)))
}

const isSame = (one: Agreed, other: Agreed) =>
  one.amountMinor === other.amountMinor && one.billing === other.billing

function nameOf(actor: Actor, enrollmentId: string, { fromDate, amountMinor }: Agreed): string {
  const found = select({
    className: classes.name,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(own(actor, enrollments, enrollmentId))
    .get()
  const price =
    amountMinor === null ? "the class’s price" : formatMoney(amountMinor, actor.school.currency, actor.school)
  const who = found ? `${fullName(found)}, ${found.className}: ` : ""
  return `${who}${price} from ${formatDate(fromDate, "medium", actor.school)}`
}
