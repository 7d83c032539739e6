import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { invoiceLinks } from "db/schema/money-links"
import { paymentOrders, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { familyPayerParts, outsidePayers } from "db/schema/payers"
import { families } from "db/schema/people"
import { and, asc, count, eq, isNull, ne, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseDeclared } from "~/models/foundation/access/declared-tables.server"
import { add, change, find, hasRow, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now, todayOf } from "~/utils/clock.server"
import { fold } from "~/utils/names"
import type { Result } from "~/utils/result"
import type { OutsidePayerForm } from "./outside-payer-form"
import type { OutsidePayer } from "./payer-rules"

// Someone who pays a family's invoices without being a guardian: an employer, an office, a foundation, a grandparent. They
// have no login: invoices reach them by email, with a link that opens and pays each. What they pay is among the
// family's rules. Invoices that name them stay as they are, whatever happens to the payer.

const payerRows = (actor: Actor, which: SQL) =>
  select({
    ...columns(outsidePayers, "familyId", "id", "name", "email", "address", "taxNumber", "reference"),
    share: outsidePayers.payerShare,
    amountMinor: outsidePayers.payerAmountMinor,
    endsOn: outsidePayers.endsOn,
  })
    .from(outsidePayers)
    .where(and(own(actor, outsidePayers), which, isNull(outsidePayers.removedAt)))
    .orderBy(asc(outsidePayers.familyId), asc(outsidePayers.position), asc(outsidePayers.id))

/** Those of some families, in their order, also who has ended; not who was removed. */
export function listOutsidePayers(
  actor: Actor,
  familyIds: readonly string[],
): (OutsidePayer & { familyId: string })[] {
  const day = todayOf(actor)
  return payerRows(actor, among(outsidePayers.familyId, familyIds))
    .all()
    .map((row) => ({ ...row, hasEnded: row.endsOn !== null && row.endsOn < day }))
}

/** One payer of a family; undefined for a removed one, and for another family's or school's. */
export const findOutsidePayer = (actor: Actor, familyId: string, payerId: string): OutsidePayer | undefined =>
  listOutsidePayers(actor, [familyId]).find(({ id }) => id === payerId)

/**
 * Adds a payer, who pays nothing until the family's rules say so. From then on each payer of the family gets an invoice of
 * their own, so that a stranger doesn't read what the family pays; the rules can take that back.
 */
export function addOutsidePayer(
  actor: Actor,
  familyId: string,
  facts: OutsidePayerForm,
): Result<{ payerId: string }, "no-family" | "too-many" | "twin"> {
  return transact(() => {
    const family = find(actor, families, familyId)
    if (!family) return { ok: false, reason: "no-family" }
    const before = listOutsidePayers(actor, [familyId])
    const isTwin = ({ name, email }: OutsidePayer) =>
      email === facts.email.toLowerCase() && fold(name) === fold(facts.name)
    if (before.some(isTwin)) return { ok: false, reason: "twin" }
    if (before.length >= mostOthers) return { ok: false, reason: "too-many" }
    const id = add(actor, outsidePayers, { familyId, ...facts, position: before.length })
    change(actor, families, familyId, { hasOwnInvoices: true })
    recordEvent(actor, "family.add-payer", familyId, { after: facts })
    return { ok: true, payerId: id }
  })
}

const mostOthers = 6

/** Changes a payer from the next invoice on; sent invoices keep what they say. With a last day, they end after it. */
export function changeOutsidePayer(
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string },
  facts: OutsidePayerForm,
): Result<void, "no-payer"> {
  return transact(() => {
    const before = findOutsidePayer(actor, familyId, payerId)
    if (!before) return { ok: false, reason: "no-payer" }
    change(actor, outsidePayers, payerId, facts)
    const { name, email, address, taxNumber, reference, endsOn } = before
    recordEvent(actor, "family.change-payer", familyId, {
      before: { name, email, address, taxNumber, reference, endsOn },
      after: facts,
    })
    return { ok: true }
  })
}

/** The open invoices that a payer has a part of: as many as a removal would leave without a payer. */
export function countOpenOf(actor: Actor, payerId: string): number {
  const found = select({ n: count() })
    .from(invoiceShares)
    .innerJoin(invoices, joined(invoices, invoiceShares.invoiceId))
    .where(
      and(
        own(actor, invoiceShares),
        eq(invoiceShares.outsidePayerId, payerId),
        eq(invoices.state, "issued"),
        sql`${invoices.totalMinor} > (select coalesce(sum(a.amount_minor), 0) from allocations a
          where a.school_id = invoices.school_id and a.invoice_id = invoices.id)`,
      ),
    )
    .get()
  return found?.n ?? 0
}

/**
 * Removes a payer: what they paid of the next invoices is the family's again. Refused while an invoice that they have a part
 * of is open. One whom money names leaves the family's rules, but stays on their invoices and payments.
 */
export function removeOutsidePayer(
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string },
): Result<{ name: string }, "no-payer" | "open-invoices"> {
  return transact(() => {
    const payer = findOutsidePayer(actor, familyId, payerId)
    if (!payer) return { ok: false, reason: "no-payer" }
    if (countOpenOf(actor, payerId) > 0) return { ok: false, reason: "open-invoices" }
    remove(actor, familyPayerParts, eq(familyPayerParts.outsidePayerId, payerId))
    if (isNamed(actor, payerId))
      change(actor, outsidePayers, payerId, { removedAt: now(), payerShare: 0, payerAmountMinor: null })
    else remove(actor, outsidePayers, payerId)
    const { name, email } = payer
    recordEvent(actor, "family.remove-payer", familyId, { before: { name, email } })
    return { ok: true, name }
  })
}

/** Whether an invoice, a link, or money names the payer, also on the account of a family that was merged into theirs. */
const isNamed = (actor: Actor, payerId: string): boolean =>
  [invoices, invoiceShares, invoiceLinks, payments, paymentOrders].some((table) =>
    hasRow(actor, table, eq(table.outsidePayerId, payerId)),
  )

// Payers who aren't guardians, when they are to be forgotten: money that names one keeps a row without a name, and invoices stay
// as they were sent. What they paid of the next invoices is the family's.

const erasedName = "Erased payer"

/** Those of a family of whom something is known, removed ones too, in their order. */
export const listKnownPayers = (actor: Actor, familyId: string): { id: string; name: string }[] =>
  ownRows(actor, outsidePayers, ["id", "name"])
    .where(and(eq(outsidePayers.familyId, familyId), ne(outsidePayers.email, "")))
    .orderBy(asc(outsidePayers.position), asc(outsidePayers.id))
    .all()

/** One of them, by their id; undefined for a forgotten one and for another school's. */
export const findKnownPayer = (actor: Actor, payerId: string) =>
  ownRows(actor, outsidePayers, {
    ...columns(outsidePayers, "id", "name", "email", "familyId"),
    pays: sql<number>`${outsidePayers.removedAt} is null`.mapWith(Boolean),
  })
    .where(and(eq(outsidePayers.id, payerId), ne(outsidePayers.email, "")))
    .get()

/** Forgets those of a family of whom no one is left, in the caller's transaction. */
export function forgetOutsidePayers(actor: Actor, familyId: string) {
  for (const { id } of listKnownPayers(actor, familyId)) forgetOutsidePayer(actor, id)
}

/** Forgets one payer, in the caller's transaction. One whom no money names leaves no row. */
export function forgetOutsidePayer(actor: Actor, payerId: string) {
  const theirs = own(actor, outsidePayers, payerId)
  eraseDeclared(actor, "payer", { id: payerId, name: erasedName })
  if (!isNamed(actor, payerId)) {
    remove(actor, outsidePayers, theirs)
    return
  }
  const nothing = { email: "", address: null, taxNumber: null, reference: null, endsOn: null }
  change(actor, outsidePayers, theirs, {
    name: erasedName,
    ...nothing,
    payerShare: 0,
    payerAmountMinor: null,
    removedAt: now(),
  })
}
