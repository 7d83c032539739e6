import { charges, invoiceLines, invoices } from "db/schema/money"
import { accountMoves } from "db/schema/money-account-moves"
import { autoCharges } from "db/schema/money-auto-pay"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { packages, packageUses } from "db/schema/money-packages"
import { allocations, paymentOrderParts, paymentOrders, payments, refunds } from "db/schema/money-payments"
import { installments } from "db/schema/money-plans"
import { seats } from "db/schema/teaching-sessions"
import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { payerOf } from "../payer/payer-key.server"
import { hangsOnMoved, type Merge, type Moved, movedBy } from "./account-moves.server"

// What stands between the two accounts since a merge, so that they can't be told apart again.

type Since = Merge & {
  studentIds: readonly string[]
  /** Drafts that joined. */
  draftIds: readonly string[]
  /** Guardians and other payers who joined, without those who were in both. */
  payerIds: readonly string[]
  /** Who was in both, as the family that goes on knows them. */
  sameIds: readonly string[]
}

/** Why a merge can't be undone, as text the office reads; undefined where it can. */
export function bookedSince(actor: Actor, since: Since): string | undefined {
  const moved = movedBy(actor, since.id)
  const theirs = sql`(select value from json_each(${JSON.stringify(since.studentIds)}))`
  const reasons = [
    ...documentsSince(actor, since, moved),
    ...agreementsSince(actor, moved),
    ...paidAcross(actor, since, moved),
    ...itemsSince(actor, since, { moved, theirs }),
  ]
  return reasons.find(([, rows]) => askOne(sql`select 1 as found from ${rows} limit 1`) !== undefined)?.[0]
}

type Reason = [text: string, rows: SQL]

const booked = "Invoices or payments that joined this family have changed, so this merge can’t be undone."

/** Another merge, and papers and money that touch both accounts. */
function documentsSince(actor: Actor, { id, keepId }: Since, moved: Moved): Reason[] {
  // One that was undone brought back what it took.
  const later = sql`${accountMoves} m where m.school_id = ${actor.school.id} and m.merge = ${id} and (
    select l.to_family_id from account_moves l where l.school_id = m.school_id and l.noun_id = m.noun_id
      order by l.step desc limit 1) <> ${keepId}`
  return [
    ["This family was later merged into another one. Undo that merge first.", later],
    [
      booked,
      sql`${allocations} where ${own(actor, allocations)} and (${allocations.invoiceId} in ${moved("invoice")})
        <> case when ${allocations.paymentId} is not null then ${allocations.paymentId} in ${moved("payment")}
          when ${allocations.creditNoteId} is not null then ${allocations.creditNoteId} in ${moved("credit_note")}
          else ${allocations.writeOffId} in ${moved("write_off")} end`,
    ],
    [
      booked,
      sql`${creditNotes} where ${own(actor, creditNotes)} and ${creditNotes.invoiceId} in ${moved("invoice")}
        and ${creditNotes.id} not in ${moved("credit_note")}`,
    ],
    [
      booked,
      sql`${writeOffs} where ${own(actor, writeOffs)} and ${writeOffs.invoiceId} in ${moved("invoice")}
        and ${writeOffs.id} not in ${moved("write_off")}`,
    ],
    [
      booked,
      sql`${refunds} where ${own(actor, refunds)} and (${refunds.paymentId} in ${moved("payment")}
        or ${refunds.creditNoteId} in ${moved("credit_note")}) and ${refunds.id} not in ${moved("refund")}`,
    ],
  ]
}

/** Plans and payments to come that were begun for what joined. */
function agreementsSince(actor: Actor, moved: Moved): Reason[] {
  const isOver = sql`${paymentOrders.state} not in ('created', 'pending')`
  return [
    [
      "A payment plan was made for an invoice that joined this family, so this merge can’t be undone.",
      sql`${installments} where ${own(actor, installments)} and ${installments.invoiceId} in ${moved("invoice")}
        and ${installments.planId} not in ${moved("payment_plan")}`,
    ],
    [
      "An automatic payment of an invoice that joined this family was announced, so this merge can’t be undone.",
      sql`${autoCharges} where ${own(actor, autoCharges)} and ${autoCharges.invoiceId} in ${moved("invoice")}
        and ${autoCharges.id} not in ${moved("auto_charge")} and ${autoCharges.state} not in ('failed', 'dropped')
        and ${autoCharges.methodId} not in ${moved("saved_method")}`,
    ],
    [
      "An automatic payment by someone who joined this family was announced since for one of its invoices, so this merge can’t be undone.",
      sql`${autoCharges} where ${own(actor, autoCharges)} and ${autoCharges.methodId} in ${moved("saved_method")}
        and ${autoCharges.invoiceId} not in ${moved("invoice")} and ${autoCharges.state} not in ('failed', 'dropped')`,
    ],
    [
      "Someone is paying invoices of both families together. Undo this merge once the payment provider has answered.",
      sql`${paymentOrders} where ${own(actor, paymentOrders)} and not ${isOver} and exists (
        select 1 from ${paymentOrderParts} where ${joined(paymentOrderParts.orderId, paymentOrders.id)}
          and ${paymentOrderParts.invoiceId} in ${moved("invoice")}) and exists (
        select 1 from ${paymentOrderParts} where ${joined(paymentOrderParts.orderId, paymentOrders.id)}
          and ${paymentOrderParts.invoiceId} not in ${moved("invoice")})`,
    ],
  ]
}

/** Payments, on their way or made, by someone of the one family for an invoice of the other. */
function paidAcross(actor: Actor, { keepId, payerIds, sameIds }: Since, moved: Moved): Reason[] {
  const theirs = sql`(select value from json_each(${JSON.stringify(payerIds)}))`
  const inBoth = sql`(select value from json_each(${JSON.stringify(sameIds)}))`
  return [
    [
      "Someone is paying an invoice of the other family. Undo this merge once the payment provider has answered.",
      sql`${paymentOrders} left join ${paymentOrderParts} on ${joined(paymentOrderParts.orderId, paymentOrders.id)}
        where ${own(actor, paymentOrders)} and ${paymentOrders.state} in ('created', 'pending')
        and ${payerOf(paymentOrders)} not in ${inBoth}
        and coalesce(${paymentOrderParts.invoiceId}, ${paymentOrders.invoiceId}) in (select ${invoices.id} from ${invoices}
          where ${own(actor, invoices)} and ${invoices.familyId} = ${keepId})
        and (${payerOf(paymentOrders)} in ${theirs})
          <> (coalesce(${paymentOrderParts.invoiceId}, ${paymentOrders.invoiceId}) in ${moved("invoice")})`,
    ],
    [
      booked,
      sql`${payments} inner join ${allocations} on ${joined(allocations.paymentId, payments.id)}
        where ${own(actor, payments)} and ${payments.familyId} = ${keepId} and ${payments.id} not in ${moved("payment")}
        and ${payerOf(payments)} in ${theirs} and ${allocations.invoiceId} not in ${moved("invoice")}`,
    ],
  ]
}

/** Items and packages that touch both accounts. */
function itemsSince(
  actor: Actor,
  { id, keepId, draftIds }: Since,
  { moved, theirs }: { moved: Moved; theirs: SQL },
): Reason[] {
  const isTheirs = sql`exists (select 1 from ${seats} where ${joined(seats, packageUses.seatId)}
    and ${seats.studentId} in ${theirs})`
  const hangs = hangsOnMoved(moved)
  const drafts = sql`(select value from json_each(${JSON.stringify(draftIds)}))`
  const isOfJoined = sql`coalesce(${charges.studentId} in ${theirs}, 0) or ${charges.id} in ${moved("charge")} or coalesce(${hangs}, 0)`
  const ofDrafts = (
    which: SQL,
  ) => sql`${invoices} inner join ${invoiceLines} on ${joined(invoices, invoiceLines.invoiceId)}
    inner join ${charges} on ${joined(charges, invoiceLines.chargeId)}
    where ${own(actor, invoices)} and ${invoices.familyId} = ${keepId} and ${invoices.state} = 'draft' and ${which}`
  return [
    [
      "A package was sold to one of these students after the merge.",
      sql`${packages} where ${own(actor, packages)} and ${packages.familyId} = ${keepId}
        and ${packages.studentId} in ${theirs} and ${packages.id} not in ${moved("package")}`,
    ],
    [
      "Later lessons of one family were taken from a package of the other, so this merge can’t be undone.",
      sql`${packageUses} inner join ${packages} on ${joined(packages, packageUses.packageId)}
        where ${own(actor, packageUses)} and ${packages.familyId} = ${keepId} and ${packageUses.releasedAt} is null
        and ${packageUses.createdAt} >= (select min(${accountMoves.createdAt}) from ${accountMoves}
          where ${own(actor, accountMoves)} and ${accountMoves.merge} = ${id})
        and (${packages.id} in ${moved("package")}) <> (${isTheirs})`,
    ],
    [
      "Items of this family have been invoiced or changed.",
      sql`${charges} where ${own(actor, charges)} and ${hangs} and ${charges.id} not in ${moved("charge")}
        and ${charges.withdrawnAt} is null and ${charges.billedLines} > 0`,
    ],
    [
      "A draft invoice has items of both families. Discard it first.",
      ofDrafts(sql`${invoices.id} in ${drafts} and not (${isOfJoined})`),
    ],
    [
      "A draft invoice has items of the family that joined. Discard it first.",
      ofDrafts(sql`${invoices.id} not in ${drafts} and (${isOfJoined})`),
    ],
  ]
}
