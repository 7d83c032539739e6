import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { sql } from "drizzle-orm"
import { type EInvoiceGap, wantsEInvoices } from "~/models/accounts/school/e-invoices"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, changeSchool } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import type { IssueRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { newRowId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { today } from "~/utils/zones"
import { listChargeDiscounts } from "../charge/charge-discounts.server"
import { entryDay } from "../closing/closing.server"
import { carriesEInvoice, paperGaps } from "../e-invoice/e-invoice"
import type { Proposed } from "../installment/installment"
import { dueDayOfCharges, planNewInvoice } from "../installment/plans.server"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { payerColumns } from "../payer/payer-key.server"
import { creditParts, spendSpareCredit } from "../payment/spare-credit.server"
import { type DraftChoice, dropLines, isDraft, type Line, prepare, writeLines } from "./draft-invoice.server"
import { howToPay } from "./how-to-pay.server"
import { formatInvoiceNumber } from "./invoice"
import { findInvoice, type Invoice } from "./invoice.server"
import { periodOfItems } from "./invoice-paper"
import type { OfRun } from "./invoice-run.server"
import { offerLines, ticksOfDraft } from "./new-invoice.server"
import { type PaperShare, papersOf } from "./payer-papers.server"

type Issued =
  | {
      ok: true
      /** The first of them where each payer gets their own. */
      invoiceId: string
      number: string
      /** All that were issued together. */
      numbers: string[]
      totalMinor: number
      /** Whom the emails with them leave for. */
      reach: Reach
    }
  | {
      ok: false
      reason: IssueRefusal
      /** When every line is on one invoice already: that one, so that a repeated form leads to it. */
      invoiceId?: string
    }

/** Months of which nothing is on it aren't of its period. */
function periodOfPaper({ head: { periodFrom, periodTo }, lines }: ReturnType<typeof papersOf>[number]) {
  const days = lines.map(({ occurredOn }) => occurredOn)
  const { from, to } = periodOfItems({ from: periodFrom, to: periodTo }, days)
  return { periodFrom: from, periodTo: to }
}

/**
 * Issues an invoice in one transaction, or one for each payer where the family wants that: charges are read again and
 * claimed, the total is summed from them, the next number of the school is given, seller, payers and lines are frozen,
 * account credit is put on it, each payer with an address gets a mail. A refusal changes nothing and gives no number away.
 * @param run the run it is sent with, which may hold its mails
 */
export function issueInvoice(
  actor: Actor,
  choice: DraftChoice & { draftId?: string | null },
  run?: OfRun,
): Issued {
  return transact(() => {
    const ready = prepare(actor, choice)
    if (!ready.ok) return ready
    const { billed, goneCount, payers, head } = ready
    if (isSample(actor, "family", head.familyId)) return { ok: false, reason: "sample" }
    if (billed.length > 0) return { ok: false, reason: "already-billed", ...onlyInvoiceOf(ready) }
    if (goneCount > 0) return { ok: false, reason: "line-gone" }
    if (payers.length === 0) return { ok: false, reason: "no-payer" }
    const issuedAt = now()
    const issuedOn = entryDay(actor)
    if (choice.dueOn < today(actor.school.timeZone, issuedAt)) return { ok: false, reason: "due-in-the-past" }
    const dueOn = laterOf(choice.dueOn, issuedOn)

    const papers = papersOf(actor, ready)
    const credits = creditParts(
      actor,
      head.familyId,
      papers.map(({ head: { totalMinor } }) => totalMinor),
    )
    const firstId = choice.draftId ?? newRowId()
    const numbers: string[] = []
    const mail = { template: "invoice-issued", schoolId: actor.school.id } as const
    for (const [index, paper] of papers.entries()) {
      const invoiceId = index === 0 ? firstId : newRowId()
      const chargeIds = paper.lines.flatMap(
        ({ chargeId, partOfChargeId }) => chargeId ?? partOfChargeId ?? [],
      )
      const own = {
        ...paper.head,
        ...periodOfPaper(paper),
        isEInvoice: paper.head.isEInvoice && carriesEInvoice(paper.head, discounted(actor, paper.lines)),
        dueOn: dueDayOfCharges(actor, chargeIds, dueOn),
        setId: papers.length > 1 ? firstId : null,
        runId: run?.runId ?? null,
      }
      if (!writeDraft(actor, invoiceId, { isNew: index > 0 || !choice.draftId, head: own }))
        return { ok: false, reason: "not-a-draft" }
      writeLines(actor, invoiceId, paper.lines, { claiming: true })
      const { sequence, number } = nextNumber(actor, issuedOn)
      change(actor, invoices, isDraft(actor, invoiceId), {
        state: "issued",
        sequence,
        number,
        issuedOn,
        issuedAt,
        issuedBy: actor.memberId,
      })
      const { familyId, totalMinor } = own
      const sharedMinor = credits[index] ?? 0
      const creditMinor = spendSpareCredit(actor, { familyId, invoiceId, totalMinor, sharedMinor })
      if (creditMinor > 0) change(actor, invoices, invoiceId, { prepaidMinor: creditMinor })
      const openMinor = totalMinor - creditMinor
      const planned = planNewInvoice(actor, { familyId, invoiceId, number, dueOn: own.dueOn, openMinor })
      freezeShares(
        actor,
        { ...own, invoiceId, number, creditMinor, planned },
        paper.shares,
        run?.isHeld ?? false,
      )
      const { length: emails } = reachOf(mail, paper.shares).reached
      recordEvent(actor, "invoice.issue", invoiceId, {
        after: { number, family: ready.family.name, totalMinor, dueOn: own.dueOn, emails },
      })
      numbers.push(number)
    }
    return {
      ok: true,
      invoiceId: firstId,
      number: numbers[0] ?? "",
      numbers,
      totalMinor: head.totalMinor,
      reach: reachOf(
        mail,
        papers.flatMap(({ shares }) => shares),
      ),
    }
  })
}

/** The lines with what was taken off each. */
function discounted(actor: Actor, lines: readonly Line[]) {
  const chargeOf = ({ chargeId, partOfChargeId }: Line) => chargeId ?? partOfChargeId ?? null
  const discountsOf = listChargeDiscounts(
    actor,
    lines.flatMap((line) => chargeOf(line) ?? []),
  )
  return lines.map((line) => ({ ...line, discounts: discountsOf(chargeOf(line)) }))
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
    add(actor, invoices, { id: invoiceId, createdAt: now(), state: "draft", ...head })
    return true
  }
  const changes = change(actor, invoices, isDraft(actor, invoiceId), head)
  if (changes === 0) return false
  dropLines(actor, invoiceId)
  return true
}

/** Raised and used in one transaction: a failure later gives the number back, so there is no gap. */
function nextNumber(actor: Actor, issuedOn: string) {
  const { invoiceSequence: sequence, invoiceNumberFormat: format } = changeSchool(actor, {
    invoiceSequence: sql`${schools.invoiceSequence} + 1`,
  })
  return { sequence, number: formatInvoiceNumber(format, sequence, issuedOn) }
}

function freezeShares(
  actor: Actor,
  invoice: Head & { invoiceId: string; number: string; creditMinor: number; planned: Proposed[] },
  shares: readonly PaperShare[],
  isHeld: boolean,
) {
  const money = (amountMinor: number) => formatMoney(amountMinor, actor.school.currency, actor.school)
  const installments = invoice.planned.map(({ dueOn, amountMinor }): [string, string] => [
    formatDate(dueOn, "full", actor.school),
    money(amountMinor),
  ])
  for (const { hasPortal, payerId, ...share } of shares) {
    add(actor, invoiceShares, {
      id: newRowId(),
      createdAt: now(),
      invoiceId: invoice.invoiceId,
      ...share,
      ...payerColumns(actor, payerId),
    })
    if (!share.email) continue
    const openMinor = Math.min(share.amountMinor, invoice.totalMinor - invoice.creditMinor)
    mailTo(
      actor,
      { email: share.email, name: share.name },
      "invoice-issued",
      {
        number: invoice.number,
        total: money(invoice.totalMinor),
        share: shares.length > 1 ? money(share.amountMinor) : null,
        credit: invoice.creditMinor > 0 ? money(invoice.creditMinor) : null,
        open: money(invoice.totalMinor - invoice.creditMinor),
        dueOn: formatDate(invoice.dueOn, "full", actor.school),
        invoiceId: invoice.invoiceId,
        hasPortal,
        linkId: linkForMail(actor, invoice, { ...share, payerId }),
        ...(openMinor > 0 ? { howToPay: howToPay(actor, invoice, openMinor) } : {}),
        ...(installments.length > 0 ? { installments } : {}),
      },
      { heldFor: isHeld ? invoice.invoiceId : undefined },
    )
  }
}

/**
 * Issues a draft as it was saved. Refused when one of its lines was billed or corrected since.
 * @param run the run it is sent with, which may hold its mails
 */
export function issueDraft(actor: Actor, draftId: string, run?: OfRun): Issued {
  return transact(() => {
    const draft = findInvoice(actor, draftId)
    if (draft?.state !== "draft") return { ok: false, reason: "not-a-draft" }
    return issueInvoice(actor, choiceOf(actor, draft), run)
  })
}

function choiceOf(
  actor: Actor,
  { id, familyId, periodFrom: from, periodTo: to, dueOn, note, groups }: Invoice,
) {
  const offered = offerLines(actor, { familyId, from, to })?.lines ?? []
  const ticked = ticksOfDraft(actor, id, offered)?.ticked ?? []
  return {
    ...{ familyId, from, to, dueOn, note, draftId: id },
    chargeIds: groups.flatMap(({ lines }) => lines.flatMap(({ chargeId }) => chargeId ?? [])),
    unchargedSeatIds: ticked.filter(({ source }) => source === "telling").map(({ id: seatId }) => seatId),
  }
}

/** For each invoice of a draft that can't be the e-invoice that the school wants, as school and payers are today: what it lacks. */
export function gapsOfDrafted(actor: Actor, draftId: string): EInvoiceGap[][] {
  if (!wantsEInvoices(findSchoolSettings(actor))) return []
  const draft = findInvoice(actor, draftId)
  const ready = draft && prepare(actor, choiceOf(actor, draft))
  if (!ready?.ok) return []
  return papersOf(actor, ready)
    .map(({ head, lines }) => paperGaps(head, discounted(actor, lines)))
    .filter((gaps) => gaps.length > 0)
}

/** What keeps the invoices of a draft from being e-invoices. */
export const gapsOfDraft = (actor: Actor, draftId: string): EInvoiceGap[] => [
  ...new Set(gapsOfDrafted(actor, draftId).flat()),
]
