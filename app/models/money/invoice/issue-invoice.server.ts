import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoiceShares, invoices } from "db/schema/money"
import { eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { today } from "~/utils/zones"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { spendSpareCredit } from "../payment/spare-credit.server"
import { type DraftChoice, isDraft, prepare } from "./draft-invoice.server"
import { howToPay } from "./how-to-pay.server"
import { formatInvoiceNumber, type IssueRefusal, type Payer, splitAmong } from "./invoice"
import { dropLines, writeLines } from "./invoice-lines.server"

export type Issued =
  | { ok: true; invoiceId: string; number: string }
  | {
      ok: false
      reason: IssueRefusal
      /** When every line is on one invoice already: that one, so that a repeated form leads to it. */
      invoiceId?: string
    }

/**
 * Issues an invoice in one transaction: charges are read again and claimed, the total is summed from them, the next
 * number of the school is given, seller, payers and lines are frozen, what the family has in its favor is put on it,
 * each payer with an address gets a mail. A refusal changes nothing and gives no number away.
 */
export function issueInvoice(actor: Actor, choice: DraftChoice & { draftId?: string | null }): Issued {
  return transact(() => {
    const ready = prepare(actor, choice)
    if (!ready.ok) return ready
    const { lines, billed, goneCount, payers, head } = ready
    if (billed.length > 0) return { ok: false, reason: "already-billed", ...onlyInvoiceOf(ready) }
    if (goneCount > 0) return { ok: false, reason: "line-gone" }
    if (payers.length === 0) return { ok: false, reason: "no-payer" }
    const issuedAt = now()
    const issuedOn = today(actor.school.timeZone, issuedAt)
    if (choice.dueOn < issuedOn) return { ok: false, reason: "due-in-the-past" }

    const invoiceId = choice.draftId ?? newId()
    if (!writeDraft(actor, invoiceId, { isNew: !choice.draftId, head }))
      return { ok: false, reason: "not-a-draft" }
    writeLines(actor, invoiceId, lines, { claiming: true })

    const { sequence, number } = nextNumber(actor, issuedOn)
    db()
      .update(invoices)
      .set({ state: "issued", sequence, number, issuedOn, issuedAt, issuedBy: actor.memberId })
      .where(isDraft(actor, invoiceId))
      .run()
    const { totalMinor } = head
    const creditMinor = spendSpareCredit(actor, { familyId: head.familyId, invoiceId, totalMinor })
    freezeShares(actor, { ...head, invoiceId, number, creditMinor }, payers)
    recordEvent(actor, {
      verb: "issue",
      noun: "invoice",
      nounId: invoiceId,
      after: { number, family: ready.family.name, totalMinor: head.totalMinor, dueOn: head.dueOn },
    })
    return { ok: true, invoiceId, number }
  })
}

function onlyInvoiceOf({
  billed,
  lines,
  goneCount,
}: {
  billed: { invoiceId: string }[]
  lines: { chargeId: string | null }[]
  goneCount: number
}) {
  const [first] = new Set(billed.map(({ invoiceId }) => invoiceId))
  const all =
    !lines.some(({ chargeId }) => chargeId) &&
    goneCount === 0 &&
    billed.every(({ invoiceId }) => invoiceId === first)
  return all && first ? { invoiceId: first } : {}
}

type Head = Omit<typeof invoices.$inferInsert, "schoolId" | "id" | "createdAt" | "state">

/** The row as a draft first: the database lets lines be written only to a draft. */
function writeDraft(
  actor: Actor,
  invoiceId: string,
  { isNew, head }: { isNew: boolean; head: Head },
): boolean {
  if (isNew) {
    db()
      .insert(invoices)
      .values({ schoolId: actor.school.id, id: invoiceId, createdAt: now(), state: "draft", ...head })
      .run()
    return true
  }
  const { changes } = db().update(invoices).set(head).where(isDraft(actor, invoiceId)).run()
  if (changes === 0) return false
  dropLines(actor, invoiceId)
  return true
}

/** Raised and used in one transaction: a failure later gives the number back, so there is no gap. */
function nextNumber(actor: Actor, issuedOn: string) {
  const school = db()
    .update(schools)
    .set({ invoiceSequence: sql`${schools.invoiceSequence} + 1` })
    .where(eq(schools.id, actor.school.id))
    .returning({ sequence: schools.invoiceSequence, format: schools.invoiceNumberFormat })
    .get()
  return {
    sequence: school.sequence,
    number: formatInvoiceNumber(school.format, school.sequence, issuedOn),
  }
}

function freezeShares(
  actor: Actor,
  invoice: Head & { invoiceId: string; number: string; creditMinor: number },
  payers: readonly Payer[],
) {
  const money = (amountMinor: number) => formatMoney(amountMinor, actor.school.currency, actor.school)
  for (const { hasPortal, ...share } of splitAmong(invoice.totalMinor, payers)) {
    db()
      .insert(invoiceShares)
      .values({
        schoolId: actor.school.id,
        id: newId(),
        createdAt: now(),
        invoiceId: invoice.invoiceId,
        ...share,
      })
      .run()
    if (!share.email) continue
    const openMinor = Math.min(share.amountMinor, invoice.totalMinor - invoice.creditMinor)
    queueMail({
      template: "invoice-issued",
      schoolId: actor.school.id,
      recipient: share.email,
      data: {
        schoolName: actor.school.name,
        recipientName: share.name,
        number: invoice.number,
        total: money(invoice.totalMinor),
        share: payers.length > 1 ? money(share.amountMinor) : null,
        credit: invoice.creditMinor > 0 ? money(invoice.creditMinor) : null,
        open: money(invoice.totalMinor - invoice.creditMinor),
        dueOn: formatDate(invoice.dueOn, "full", actor.school),
        invoiceId: invoice.invoiceId,
        hasPortal,
        linkId: linkForMail(actor, invoice, share),
        ...(openMinor > 0 ? { howToPay: howToPay(actor, invoice, openMinor) } : {}),
      },
    })
  }
}
