import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { invoices } from "db/schema/money"
import { installments, planAsks } from "db/schema/money-plans"
import { invoiceShares } from "db/schema/money-shares"
import { families, members } from "db/schema/people"
import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { tellApart } from "~/models/people/family/family-name.server"
import type { AskPlanRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { findPortalInvoice } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { openAmount } from "../payment/open-amount.server"
import type { AskForm } from "./plan-form"

// Emails about a request to pay in installments, queued in the transaction of the request or its answer.

/** Tells the office what a family asks for. */
function tellAsk(actor: Actor, ask: AskForm & { number: string; openMinor: number }) {
  const askerName = findMember(actor, actor.memberId ?? "")?.name ?? ""
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "plan-asked", {
      askerName,
      number: ask.number,
      open: formatMoney(ask.openMinor, actor.school.currency, actor.school),
      installments: ask.count,
      firstOn: formatDate(ask.firstOn, "full", actor.school),
      note: ask.note,
    })
}

/** Tells who asked that the office doesn't agree, where they have an address. Answers the invoice's number. */
function tellDecline(
  actor: Actor,
  { invoiceId, askedBy, reason }: { invoiceId: string; askedBy: string; reason: string },
): string | null {
  const invoice = findInvoice(actor, invoiceId)
  const asker = findMember(actor, askedBy)
  if (invoice && asker?.email)
    mailTo(actor, { email: asker.email, name: asker.name }, "plan-declined", {
      number: invoice.number ?? "",
      open: formatMoney(invoice.openMinor, invoice.currency, actor.school),
      dueOn: formatDate(invoice.dueOn, "full", actor.school),
      reason,
      invoiceId,
    })
  return invoice?.number ?? null
}

const findMember = (actor: Actor, memberId: string) =>
  select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, members, memberId))
    .get()

// What families ask for: to pay an invoice in installments. It changes nothing of the invoice. The office answers with a plan,
// or declines.

const dayMs = 86_400_000
/** Each request is an email to the office. */
const asksADay = 3

type PlanAsk = typeof planAsks.$inferSelect

/** Asks the office for installments of one of the reader's invoices. One request is open for an invoice at a time. */
export function askForPlan(
  actor: Actor,
  invoiceId: string,
  ask: AskForm,
): Result<{ askId: string }, AskPlanRefusal> {
  return transact(() => {
    const invoice = findPortalInvoice(actor, invoiceId)
    if (!invoice || actor.memberId === null) return { ok: false, reason: "no-invoice" }
    if (invoice.own.openMinor === 0) return { ok: false, reason: "nothing-open" }
    if (invoice.planId !== null) return { ok: false, reason: "planned" }
    if (findAsk(actor, invoiceId)?.answer === null) return { ok: false, reason: "asked" }
    if (ask.firstOn < todayOf(actor)) return { ok: false, reason: "too-early" }
    if (countAsks(actor, invoiceId) >= asksADay) return { ok: false, reason: "too-often" }
    const id = add(actor, planAsks, { ...ask, invoiceId, askedBy: actor.memberId })
    recordEvent(actor, "invoice.ask-plan", invoiceId, {
      after: { number: invoice.number, installments: ask.count },
    })
    tellAsk(actor, { ...ask, number: invoice.number, openMinor: invoice.own.openMinor })
    return { ok: true, askId: id }
  })
}

const countAsks = (actor: Actor, invoiceId: string): number =>
  ownRows(actor, planAsks, { n: count() })
    .where(and(eq(planAsks.invoiceId, invoiceId), gt(planAsks.createdAt, now() - dayMs)))
    .get()?.n ?? 0

/** The latest request for an invoice. */
export const findAsk = (actor: Actor, invoiceId: string): PlanAsk | undefined =>
  ownRows(actor, planAsks)
    .where(eq(planAsks.invoiceId, invoiceId))
    .orderBy(desc(planAsks.createdAt), desc(planAsks.id))
    .limit(1)
    .get()

/**
 * What a family reads of the latest request for an invoice: their own; null without one; undefined while another payer's
 * is open, which is theirs alone.
 */
export function findOwnAsk(actor: Actor, invoiceId: string) {
  const ask = findAsk(actor, invoiceId)
  if (ask && ask.askedBy !== actor.memberId) return ask.answer === null ? undefined : null
  return ask ? { count: ask.count, firstOn: ask.firstOn, answer: ask.answer, reason: ask.reason } : null
}

/** Takes back the open request for one of the reader's invoices. */
export function withdrawAsk(actor: Actor, invoiceId: string): Result<void, AskPlanRefusal> {
  return transact(() => {
    const invoice = findPortalInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "no-invoice" }
    const ask = findAsk(actor, invoiceId)
    const isOwn = ask !== undefined && ask.askedBy === actor.memberId
    if (!isOwn || !answer(actor, ask.id, { answer: "withdrawn" })) return { ok: false, reason: "no-ask" }
    recordEvent(actor, "invoice.withdraw-plan-ask", invoiceId, { after: { number: invoice.number } })
    return { ok: true }
  })
}

/** Declines a request and emails the reason to who asked. */
export function declineAsk(
  actor: Actor,
  askId: string,
  reason: string,
): Result<{ number: string | null }, AskPlanRefusal> {
  return transact(() => {
    const ask = ownRows(actor, planAsks, ["invoiceId", "askedBy"]).where(eq(planAsks.id, askId)).get()
    if (!ask) return { ok: false, reason: "no-invoice" }
    if (!answer(actor, askId, { answer: "declined", reason })) return { ok: false, reason: "no-ask" }
    const number = tellDecline(actor, { ...ask, reason })
    recordEvent(actor, "invoice.decline-plan-ask", ask.invoiceId, { after: { number, reason } })
    return { ok: true, number }
  })
}

type Answer = Pick<Partial<PlanAsk>, "reason" | "planId"> & { answer: PlanAsk["answer"] }

/** Answers a request that is open. False when it isn't. */
const answer = (actor: Actor, askId: string, given: Answer): boolean =>
  change(actor, planAsks, and(eq(planAsks.id, askId), isNull(planAsks.answer)), {
    ...given,
    answeredAt: now(),
    answeredBy: actor.memberId,
  }) > 0

/** A plan was agreed: it answers what was asked for its invoices. In the caller's transaction. */
export function acceptAsks(actor: Actor, planId: string) {
  const covered = select({ invoiceId: installments.invoiceId })
    .from(installments)
    .where(and(own(actor, installments), eq(installments.planId, planId)))
  change(actor, planAsks, and(inArray(planAsks.invoiceId, covered), isNull(planAsks.answer)), {
    answer: "accepted",
    planId,
    answeredAt: now(),
    answeredBy: actor.memberId,
  })
}

/** The plan was undone: what it answered is open again, unless the family has asked again since. */
export function reopenAsks(actor: Actor, planId: string) {
  change(
    actor,
    planAsks,
    and(
      eq(planAsks.planId, planId),
      sql`not exists (select 1 from plan_asks o where o.school_id = plan_asks.school_id
          and o.invoice_id = plan_asks.invoice_id and o.answer is null)`,
    ),
    { answer: null, planId: null, answeredAt: null, answeredBy: null },
  )
}

const payersOf = sql<number>`(select count(*) from ${invoiceShares}
  where ${invoiceShares.schoolId} = ${invoices.schoolId} and ${invoiceShares.invoiceId} = ${invoices.id})`

/** The open requests for invoices with a balance, the oldest first. */
export function listOpenAsks(actor: Actor) {
  const rows = select({
    id: planAsks.id,
    invoiceId: invoices.id,
    number: invoices.number,
    familyId: invoices.familyId,
    familyName: families.name,
    askerName: users.name,
    count: planAsks.count,
    firstOn: planAsks.firstOn,
    note: planAsks.note,
    openMinor: openAmount,
    /** How many share the invoice; its plan is for all of them. */
    payers: payersOf,
  })
    .from(planAsks)
    .innerJoin(invoices, joined(invoices, planAsks.invoiceId))
    .innerJoin(families, joined(families, invoices.familyId))
    .innerJoin(members, joined(members, planAsks.askedBy))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, planAsks), isNull(planAsks.answer), sql`${openAmount} > 0`))
    .orderBy(asc(planAsks.createdAt))
    .limit(50)
    .all()
  return tellApart(actor, rows)
}
