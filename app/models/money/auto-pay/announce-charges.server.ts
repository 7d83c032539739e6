import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { installments } from "db/schema/money-plans"
import { and, asc, eq, gt, inArray, lte, ne, not, notExists, sql } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, change, find, hasRow, ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isBounced } from "~/models/foundation/outbox/bounce.server"
import type { ReleaseRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { localTime } from "~/utils/zones"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { isOfHeldRun } from "../invoice/invoice-run.server"
import { claimAmount, claimDay, ofInvoice } from "../payment/due-day.server"
import { takesAmount } from "../payment-provider/payment-provider.server"
import { amountNow } from "./amount-now.server"
import { chargeDay, noticeOf, titleOf } from "./auto-pay"
import { autoPayRefusal, findAutoPayRule, payeeOfMethod } from "./auto-pay-rule.server"
import { findMethod, type SavedMethod } from "./find-methods.server"
import { isStillPayer, mailedPayerOf, mailPayer } from "./payer.server"
import { findPlannedCharge, wentBack } from "./planned-charge.server"
import { endMethod } from "./saved-methods.server"

// Charges are announced before they are made: the row is the announcement, and it is written with the email.

export type AutoCharge = typeof autoCharges.$inferSelect

const workFrom = "08:00"
/** Invoices of one turn: a transaction must not hold the others up. */
const inTurn = 20

/** Whether it is a time to announce and charge: a school that pays, offers it, and is awake. */
export const isChargingTime = (actor: Actor): boolean =>
  localTime(now(), actor.school.timeZone) >= workFrom &&
  findSubscriptionStatus(actor) === "active" &&
  autoPayRefusal(actor) === undefined

/**
 * Announces the charges of the next invoices and installments whose day is near, behind the invoice where the earlier turn stopped. Answers
 * where to go on; undefined when that was all.
 */
export function announceCharges(actor: Actor, after = ""): string | undefined {
  return transact(() => {
    const rule = findAutoPayRule(actor)
    const day = todayOf(actor)
    const near = select({ invoiceId: invoices.id, dueOn: claimDay, method: savedMethods })
      .from(savedMethods)
      .innerJoin(invoices, joined(savedMethods.familyId, invoices.familyId))
      .leftJoin(installments, ofInvoice)
      .where(
        and(
          own(actor, savedMethods),
          eq(savedMethods.state, "active"),
          eq(invoices.state, "issued"),
          lte(
            claimDay,
            sql`date(${day}, '+' || max(${rule.daysBefore}, ${savedMethods.noticeDays}) || ' days')`,
          ),
          gt(invoices.id, after),
          gt(claimAmount, 0),
          not(isOfHeldRun()),
          notExists(
            select({ one: sql`1` })
              .from(autoCharges)
              .where(
                and(
                  own(actor, autoCharges),
                  joined(autoCharges.methodId, savedMethods.id),
                  joined(autoCharges.invoiceId, invoices.id),
                  eq(autoCharges.dueOn, claimDay),
                  ne(autoCharges.state, "dropped"),
                ),
              ),
          ),
        ),
      )
      .orderBy(asc(invoices.id), asc(claimDay))
      .limit(inTurn)
      .all()
    for (const { method, invoiceId, dueOn } of near) {
      if (!isStillPayer(actor, method)) endMethod(actor, method, "office")
      else
        announce(actor, method, { invoiceId, dueOn, chargeOn: chargeDay(dueOn, day, noticeOf(rule, method)) })
    }
    return near.length === inTurn ? near.at(-1)?.invoiceId : undefined
  })
}

/** Announces one charge by email; nothing when the payer owes nothing of it now, got money of it back, or has no address. */
function announce(
  actor: Actor,
  method: SavedMethod,
  { invoiceId, dueOn, chargeOn }: { invoiceId: string; dueOn: string; chargeOn: string },
) {
  if (!payeeOfMethod(actor, method)) return
  const invoice = findInvoiceOfPayer(actor, invoiceId, method)
  const amountMinor = invoice?.own.claims.find((claim) => claim.dueOn === dueOn)?.openMinor ?? 0
  if (!invoice || invoice.isProcessing || !takesAmount(actor, method.provider, amountMinor)) return
  if (amountMinor === 0 || findMethod(actor, method.id)?.state !== "active") return
  if (wentBack(actor, method, invoiceId)) return
  const facts = {
    dueOn,
    amountMinor,
    chargeOn,
    nextTryOn: chargeOn,
    state: "announced" as const,
    failures: 0,
    holdKind: null,
    holdReason: null,
    updatedAt: now(),
  }
  if (!mailAnnouncement(actor, method, { ...facts, invoiceId, number: invoice.number })) return
  addOrChange(
    actor,
    autoCharges,
    { methodId: method.id, familyId: method.familyId, invoiceId, ...facts },
    { as: [autoCharges.methodId, autoCharges.invoiceId, autoCharges.dueOn], to: facts },
  )
  recordEvent(actor, "invoice.announce-charge", invoiceId, {
    after: { number: invoice.number, amountMinor, chargeOn },
  })
}

/** Queues the email that announces a charge. False when the payer has no address, or `isSure` and emails to it come back. */
function mailAnnouncement(
  actor: Actor,
  method: SavedMethod,
  charge: { invoiceId: string; number: string; amountMinor: number; chargeOn: string },
  isSure = false,
): boolean {
  if (isSure && isBounced(mailedPayerOf(actor, method).email)) return false
  return mailPayer(actor, method, "auto-charge-announced", {
    number: charge.number,
    invoiceId: charge.invoiceId,
    amount: formatMoney(charge.amountMinor, actor.school.currency, actor.school),
    chargeOn: formatDate(charge.chargeOn, "full", actor.school),
    account: titleOf(method),
    provider: method.provider,
  })
}

/** The charges whose day has come. */
export const listChargesDue = (actor: Actor): AutoCharge[] =>
  ownRows(actor, autoCharges)
    .where(and(eq(autoCharges.state, "announced"), lte(autoCharges.nextTryOn, todayOf(actor))))
    .orderBy(autoCharges.nextTryOn)
    .limit(200)
    .all()

export const findCharge = (actor: Actor, chargeId: string): AutoCharge | undefined =>
  find(actor, autoCharges, chargeId)

/** Charges that were begun, of all schools, the longest untouched first. For jobs. */
export const listChargesUnderWay = (limit = 50) =>
  select({ id: autoCharges.id, schoolId: autoCharges.schoolId, provider: savedMethods.provider })
    .from(autoCharges)
    .innerJoin(savedMethods, joined(savedMethods, autoCharges.methodId))
    .where(and(eq(autoCharges.state, "charging"), lte(autoCharges.updatedAt, now() - 60_000)))
    .orderBy(autoCharges.updatedAt)
    .limit(limit)
    .all()

/** The payer's next charge of an invoice that is still to come, for its page. */
export function findComingCharge(actor: Actor, invoiceId: string) {
  const found = comingQuery(actor, invoiceId).get()
  if (!found) return undefined
  const { method, holdKind, ...charge } = found
  const amountMinor = amountNow(actor, charge, method)
  if (amountMinor === 0) return undefined
  const isUnannounced = holdKind === "unannounced"
  return { ...charge, isUnannounced, amountMinor, account: titleOf(method), provider: method.provider }
}

type NextCharge = { day: string; amountMinor: number }

/** The reader's next charges of some invoices, announced or planned; none where they pay them themselves. */
export function findNextCharges(actor: Actor, invoiceIds: readonly string[]): Map<string, NextCharge> {
  const mine = and(eq(savedMethods.memberId, actor.memberId ?? ""), ne(savedMethods.state, "ended"))
  if (invoiceIds.length === 0 || !hasRow(actor, savedMethods, mine)) return new Map()
  return new Map(
    invoiceIds.flatMap((id) => {
      const charge = nextChargeOf(actor, id)
      return charge ? [[id, charge] as const] : []
    }),
  )
}

function nextChargeOf(actor: Actor, invoiceId: string): NextCharge | undefined {
  const coming = findComingCharge(actor, invoiceId)
  if (coming?.state === "announced" && coming.failures === 0)
    return { day: coming.nextTryOn, amountMinor: coming.amountMinor }
  const planned = coming ? undefined : findPlannedCharge(actor, invoiceId)
  return planned && { day: planned.chargeOn, amountMinor: planned.amountMinor }
}

const comingQuery = (actor: Actor, invoiceId: string) =>
  select({
    ...columns(
      autoCharges,
      "invoiceId",
      "dueOn",
      "state",
      "amountMinor",
      "nextTryOn",
      "failures",
      "holdKind",
    ),
    declineReason: autoCharges.declineReason,
    method: columns(savedMethods, "provider", "payerEmail", "title", "guardianId", "memberId"),
  })
    .from(autoCharges)
    .innerJoin(savedMethods, joined(savedMethods, autoCharges.methodId))
    .where(
      and(
        own(actor, autoCharges),
        eq(autoCharges.invoiceId, invoiceId),
        eq(savedMethods.memberId, actor.memberId ?? ""),
        inArray(autoCharges.state, ["announced", "held", "charging"]),
      ),
    )
    .orderBy(asc(autoCharges.nextTryOn))

// Announced charges that the office holds back, and lets go again.

/** Holds an announced charge back: it isn't made until the office releases it. */
export function holdCharge(
  actor: Actor,
  { charge: chargeId, reason }: { charge: string; reason: string },
): Result<{ charge: AutoCharge }, "no-charge" | "too-late"> {
  return transact(() => {
    const charge = findCharge(actor, chargeId)
    if (!charge) return { ok: false, reason: "no-charge" }
    if (charge.state !== "announced") return { ok: false, reason: "too-late" }
    change(actor, autoCharges, chargeId, {
      state: "held",
      holdKind: "office",
      holdReason: reason,
      updatedAt: now(),
    })
    recordEvent(actor, "invoice.hold-charge", charge.invoiceId, { after: { reason } })
    return { ok: true, charge }
  })
}

/**
 * Releases a held charge: it is announced again, for its day or as many days from now as the payer was promised. Refused
 * when the account isn't charged at present, or no email can announce it.
 */
export function releaseCharge(actor: Actor, chargeId: string): Result<{ chargeOn: string }, ReleaseRefusal> {
  return transact(() => {
    const charge = findCharge(actor, chargeId)
    if (!charge) return { ok: false, reason: "no-charge" }
    const method = findMethod(actor, charge.methodId)
    const invoice = method && findInvoiceOfPayer(actor, charge.invoiceId, method)
    if (charge.state !== "held" || !method || !invoice) return { ok: false, reason: "not-held" }
    const amountMinor = amountNow(actor, charge, method)
    if (amountMinor === 0) return { ok: false, reason: "not-held" }
    if (method.state !== "active" || !isStillPayer(actor, method)) return { ok: false, reason: "not-active" }
    const notice = noticeOf(findAutoPayRule(actor), method)
    const chargeOn = chargeDay(charge.chargeOn, todayOf(actor), notice)
    if (!mailAnnouncement(actor, method, { ...charge, amountMinor, chargeOn, number: invoice.number }, true))
      return { ok: false, reason: "no-email" }
    change(actor, autoCharges, chargeId, {
      state: "announced",
      holdKind: null,
      holdReason: null,
      amountMinor,
      chargeOn,
      nextTryOn: chargeOn,
      updatedAt: now(),
    })
    recordEvent(actor, "invoice.release-charge", charge.invoiceId, { after: { chargeOn } })
    return { ok: true, chargeOn }
  })
}
