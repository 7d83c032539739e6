import { users } from "db/schema/accounts"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  change,
  idsOf,
  ownRows,
  remove,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { RowChange } from "~/models/foundation/access/row-changes.server"
import { offInvoice, standing } from "~/models/money/charge/charge-query.server"
import { endTextsOfFormerFamily } from "~/models/people/text-consent/text-consent.server"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { movedIn } from "./hanging-rows.server"
import type { MergeClash } from "./person-merge"

// Two entries of one student in two families. Whoever stays is in their own family; of the other account, what is invoiced
// stays where it was booked, with what corrects it, and what is not invoiced yet moves. So do the student's packages that go
// on: they pay for lessons of the student's family. The other family's guardians lose sight of the student, who isn't
// theirs any more.

const namedInvoices = 10

/** One of the two entries, with its family. */
type Side = { id: string; familyId: string; familyName: string }
type Pair = { keep: Side; gone: Side }

const isInOneFamily = ({ keep, gone }: Pair): boolean => keep.familyId === gone.familyId

/** A draft may hold what would move. */
export function accountClashes(actor: Actor, pair: Pair): MergeClash[] {
  if (isInOneFamily(pair)) return []
  const { familyId, familyName } = pair.gone
  const draft = ownRows(actor, invoices, ["id"])
    .where(and(eq(invoices.familyId, familyId), eq(invoices.state, "draft")))
    .limit(1)
    .get()
  if (!draft) return []
  const to = { path: paths.family(familyId), label: "Billing of this family" }
  return [{ text: `${familyName} has a draft invoice. Send or discard it first.`, to }]
}

/** What the merge means for the two accounts and for who sees the student, before it happens. */
export function familyRemarks(actor: Actor, pair: Pair): string[] {
  if (isInOneFamily(pair)) return []
  const { keep, gone } = pair
  const stays = invoicesOf(actor, gone)
  const more = stays.length - namedInvoices
  const names = stays.slice(0, namedInvoices)
  const moving = listMovingCharges(actor, gone).length
  const prepaid = listMovingPackages(actor, gone).length
  const losing = listLosing(actor, pair).map(({ name }) => name)
  const others = idsOf(
    actor,
    students,
    and(eq(students.familyId, gone.familyId), ne(students.id, gone.id)),
  ).length
  return [
    `The student stays with ${keep.familyName}. ${gone.familyName} keeps its guardians, payments and balance${others === 0 ? ", and has no other student" : ""}.`,
    stays.length === 0
      ? `No invoice of ${gone.familyName} names this student.`
      : `Invoices that stay with ${gone.familyName}: ${joinNames([...names, ...(more > 0 ? [`${more} more`] : [])])}.`,
    ...(moving > 0
      ? [
          `${countOf(moving, "charge")} not invoiced yet ${moving === 1 ? "moves" : "move"} to ${keep.familyName}.`,
        ]
      : []),
    ...(prepaid > 0
      ? [
          `${countOf(prepaid, "package")} ${prepaid === 1 ? "moves" : "move"} to ${keep.familyName}. What is invoiced of ${prepaid === 1 ? "it" : "them"} stays with ${gone.familyName}, and so does what your rule gives back for lessons left at the end.`,
        ]
      : []),
    ...(losing.length > 0
      ? [
          `${joinNames(losing)} of ${gone.familyName} ${losing.length === 1 ? "loses" : "lose"} portal access to this student.`,
        ]
      : []),
  ]
}

/**
 * Before the student's rows move: charges and packages change the account, the other family's guardians lose access, and texts that
 * one of them told the office to send end.
 */
export function leaveFamily(actor: Actor, pair: Pair) {
  if (isInOneFamily(pair)) return
  const { keep, gone } = pair
  const { familyId } = keep
  change(actor, charges, inArray(charges.id, listMovingCharges(actor, gone)), { familyId })
  change(actor, packages, inArray(packages.id, listMovingPackages(actor, gone)), { familyId })
  const losing = listLosing(actor, pair).map(({ id }) => id)
  remove(actor, portalAccess, inArray(portalAccess.id, losing))
  endTextsOfFormerFamily(actor, gone.id, familyId)
}

/** Whether a charge that changed the account is on an invoice of its new one by now. */
export function wasInvoicedSince(actor: Actor, changes: readonly RowChange[]): boolean {
  const moved = movedIn(changes, charges, "familyId")
  return moved.length > idsOf(actor, charges, and(inArray(charges.id, moved), standing, offInvoice)).length
}

/** Whether a package that changed the account has ended by now, and what was left of it was given back. */
export const hasEndedSince = (actor: Actor, changes: readonly RowChange[]): boolean =>
  idsOf(
    actor,
    packages,
    and(inArray(packages.id, movedIn(changes, packages, "familyId")), isNotNull(packages.endedAt)),
  ).length > 0

/** The student's packages that go on, whoever paid for them. */
const listMovingPackages = (actor: Actor, { id, familyId }: Side): string[] =>
  idsOf(
    actor,
    packages,
    and(eq(packages.studentId, id), eq(packages.familyId, familyId), isNull(packages.endedAt)),
  )

const listMovingCharges = (actor: Actor, side: Side): string[] =>
  idsOf(
    actor,
    charges,
    and(
      eq(charges.studentId, side.id),
      eq(charges.familyId, side.familyId),
      isNull(charges.correctsChargeId),
      or(isNull(charges.packageId), inArray(charges.packageId, listMovingPackages(actor, side))),
      standing,
      offInvoice,
    ),
  )

/** Numbers of the invoices that charge for the student, oldest first; voided ones charge nothing. */
function invoicesOf(actor: Actor, { id, familyId }: Side): string[] {
  const ids = idsOf(actor, charges, and(eq(charges.studentId, id), eq(charges.familyId, familyId)))
  const onLines = [inArray(invoiceLines.chargeId, ids), inArray(invoiceLines.partOfChargeId, ids)]
  const found = onLines.flatMap((on) =>
    selectDistinct({ number: invoices.number })
      .from(invoiceLines)
      .innerJoin(invoices, joined(invoices, invoiceLines.invoiceId))
      .where(and(own(actor, invoiceLines), isNull(invoiceLines.releasedAt), on))
      .all()
      .flatMap(({ number }) => number ?? []),
  )
  return [...new Set(found)].sort()
}

/** Access of guardians of the other family who aren't guardians of the student's own. */
const listLosing = (actor: Actor, { keep, gone }: Pair): { id: string; name: string }[] =>
  select({ id: portalAccess.id, name: users.name })
    .from(portalAccess)
    .innerJoin(members, joined(members, portalAccess.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, portalAccess),
        eq(portalAccess.studentId, gone.id),
        eq(portalAccess.as, "guardian"),
        sql`not exists (select 1 from ${guardians} where ${own(actor, guardians)}
          and ${guardians.familyId} = ${keep.familyId} and ${guardians.memberId} = ${portalAccess.memberId})`,
      ),
    )
    .orderBy(asc(users.name))
    .all()
