import { transact } from "db/client.server"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent, recordEvents } from "~/models/foundation/audit/audit.server"
import { takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { portalsOf } from "~/models/money/payer/payer-key.server"
import type { VoidRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import type { Result } from "~/utils/result"
import { withdrawAll } from "../charge/seat-charges.server"
import { entryDay, isClosed } from "../closing/closing.server"
import { rememberPlans } from "../installment/plans.server"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { takeOff } from "../payment/allocate.server"
import { invoiceAllows } from "./invoice"
import { findInvoice, type Invoice } from "./invoice.server"

// A voided invoice was never owed, so nothing is owed for being late with it: its late fees go with it, unless they are on
// an invoice that stands, which is frozen.

type FeeAtVoid = {
  chargeId: string
  lateInvoiceId: string
  description: string
  amountMinor: number
  /** Where it stays: the number of an invoice that stands, or null on a credit note. Undefined when it goes. */
  keptOn?: string | null
}

/** The late fees that end or stay when some invoices are voided together; none of them is voided yet. */
export function listFeesAtVoid(actor: Actor, invoiceIds: readonly string[]): FeeAtVoid[] {
  if (invoiceIds.length === 0) return []
  const voided = new Set(invoiceIds)
  const fees = new Map<string, FeeAtVoid>()
  for (const { billedLines, billId, billNumber, ...fee } of listFeesOf(actor, invoiceIds)) {
    const isOnVoided = billId !== null && voided.has(billId)
    const isKept = billedLines > (isOnVoided ? 1 : 0)
    fees.set(fee.chargeId, isKept ? { ...fee, keptOn: isOnVoided ? null : billNumber } : fee)
  }
  for (const fee of listFeesReleased(actor, invoiceIds)) fees.set(fee.chargeId, fee)
  return [...fees.values()]
}

const feeColumns = {
  chargeId: charges.id,
  lateInvoiceId: sql<string>`${charges.lateInvoiceId}`,
  description: charges.description,
  amountMinor: charges.amountMinor,
}

/** The fees for being late with these invoices, and which invoice that stands each is on. */
const listFeesOf = (actor: Actor, invoiceIds: readonly string[]) =>
  select({
    ...feeColumns,
    billedLines: charges.billedLines,
    billId: invoices.id,
    billNumber: invoices.number,
  })
    .from(charges)
    .leftJoin(invoiceLines, and(joined(charges, invoiceLines.chargeId), isNull(invoiceLines.releasedAt)))
    .leftJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(
      and(
        own(actor, charges),
        among(charges.lateInvoiceId, invoiceIds),
        eq(charges.source, "late_fee"),
        isNull(charges.withdrawnAt),
      ),
    )
    .all()

/**
 * The fees that are on these invoices, for being late with one that was voided before: no other invoice takes them on. Read from
 * the invoices on: left to itself, SQLite goes through every late fee of the school.
 */
const listFeesReleased = ({ school: { id: school } }: Actor, invoiceIds: readonly string[]): FeeAtVoid[] =>
  askAll<FeeAtVoid>(sql`
    select c.id as chargeId, c.late_invoice_id as lateInvoiceId, c.description, c.amount_minor as amountMinor
    from json_each(${JSON.stringify(invoiceIds)}) i
    cross join invoice_lines l on l.school_id = ${school} and l.invoice_id = i.value and l.released_at is null
    cross join charges c on c.school_id = ${school} and c.id = l.charge_id and c.source = 'late_fee'
      and c.withdrawn_at is null
    cross join invoices v on v.school_id = ${school} and v.id = c.late_invoice_id and v.state = 'void'`)

const goes = ({ keptOn }: FeeAtVoid) => keptOn === undefined

/** What of the fees ends with the void, in minor units. */
export const sumOfFees = (fees: readonly FeeAtVoid[]): number =>
  fees.filter(goes).reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** Ends the fees that don't stay, in the caller's transaction. A draft that has one notices when it is issued. */
function endFeesOfVoid(actor: Actor, fees: readonly FeeAtVoid[], why: string) {
  const ended = fees.filter(goes)
  withdrawAll(actor, ended, why)
  recordEvents(
    actor,
    "charge.withdraw",
    ended.map(({ chargeId, description, amountMinor }) => ({
      nounId: chargeId,
      before: { description, amountMinor },
      after: { reason: why },
    })),
  )
}

/**
 * Takes an issued invoice back, and with it those that were issued to the other payers at the same time: their lines share
 * the same charges. Each number stays used, each paper stays readable, the lines are unbilled again. What was paid becomes
 * account credit, and its late fees end that are on no invoice. An email that still waits never leaves; whoever got theirs is told. Refused when one of them has a credit note or was written off.
 * @param reason said to whoever reads the invoice later; not empty
 */
export function voidInvoice(
  actor: Actor,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Result<{ number: string; creditMinor: number; feesMinor: number }, VoidRefusal> {
  return transact(() => {
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "no-invoice" }
    if (!invoiceAllows(invoice, "void")) return { ok: false, reason: refusalOf(invoice) }
    if (invoice.issuedOn && isClosed(actor, invoice.issuedOn)) return { ok: false, reason: "closed" }
    const others = listOthersOfSet(actor, invoice).flatMap(({ id }) => findInvoice(actor, id) ?? [])
    if (!others.every((other) => invoiceAllows(other, "void"))) return { ok: false, reason: "set-corrected" }
    const all = [invoice, ...others]
    const ids = all.map(({ id }) => id)
    const number = joinNames(all.map((each) => each.number ?? ""))
    const shortenPlans = rememberPlans(actor, ids, `Invoice ${number} was voided`)
    const fees = listFeesAtVoid(actor, ids)
    const creditMinor = all.reduce((sum, each) => {
      const ownFees = fees.filter(({ lateInvoiceId }) => lateInvoiceId === each.id)
      return sum + voidOne(actor, each, { reason: reason.trim(), feesMinor: sumOfFees(ownFees) })
    }, 0)
    endFeesOfVoid(actor, fees, `Invoice ${number} was voided`)
    shortenPlans()
    return { ok: true, number, creditMinor, feesMinor: sumOfFees(fees) }
  })
}

function voidOne(
  actor: Actor,
  invoice: Invoice,
  { reason, feesMinor }: { reason: string; feesMinor: number },
): number {
  const creditMinor = takeOff(actor, invoice.id, invoice.paidMinor)
  const voidedAt = now()
  change(actor, invoices, invoice.id, {
    state: "void",
    voidedAt,
    voidedOn: entryDay(actor),
    voidReason: reason,
  })
  change(actor, invoiceLines, and(eq(invoiceLines.invoiceId, invoice.id), isNull(invoiceLines.releasedAt)), {
    releasedAt: voidedAt,
  })
  const isUnread = takeMailBack(actor.school.id, invoice.id) > 0
  if (!isUnread) mailVoid(actor, invoice, { reason, creditMinor, feesMinor })
  recordEvent(actor, "invoice.void", invoice.id, {
    before: { number: invoice.number, totalMinor: invoice.totalMinor },
    after: { reason, ...(creditMinor > 0 ? { creditMinor } : {}) },
  })
  return creditMinor
}

/** The invoices that were issued together with this one, to the family's other payers. */
export const listOthersOfSet = (actor: Actor, { id, setId }: Pick<Invoice, "id" | "setId">) =>
  setId === null
    ? []
    : ownRows(actor, invoices, ["id", "number", "billTo", "totalMinor"])
        .where(and(eq(invoices.setId, setId), ne(invoices.id, id)))
        .orderBy(asc(invoices.sequence))
        .all()

function refusalOf({ state }: { state: string }): VoidRefusal {
  if (state === "draft") return "not-issued"
  return state === "void" ? "already-void" : "corrected"
}

/** Tells everyone who got an invoice by email that it is void, in the caller's transaction. */
function mailVoid(
  actor: Actor,
  invoice: Invoice,
  { reason, creditMinor, feesMinor }: { reason: string; creditMinor: number; feesMinor: number },
) {
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency, actor.school)
  const hasPortal = portalsOf(actor, invoice)
  for (const { name, email, payerId } of invoice.shares) {
    if (!email) continue
    mailTo(actor, { email, name }, "invoice-voided", {
      number: invoice.number ?? "",
      total: money(invoice.totalMinor),
      reason,
      credit: creditMinor > 0 ? money(creditMinor) : null,
      lateFees: feesMinor > 0 ? money(feesMinor) : null,
      invoiceId: invoice.id,
      hasPortal: hasPortal(payerId),
      linkId: linkForMail(actor, { invoiceId: invoice.id, dueOn: invoice.dueOn }, { payerId, name, email }),
    })
  }
}
