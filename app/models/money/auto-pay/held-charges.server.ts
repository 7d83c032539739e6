import { transact } from "db/client.server"
import { autoCharges } from "db/schema/money-auto-pay"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ReleaseRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { type AutoCharge, findCharge, mailAnnouncement } from "./announce-charges.server"
import { chargeDay, noticeOf } from "./auto-pay"
import { findAutoPayRule } from "./auto-pay-rule.server"
import { findMethod } from "./find-methods.server"
import { isStillPayer } from "./payer.server"

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
    change(actor, autoCharges, chargeId, { state: "held", holdReason: reason, updatedAt: now() })
    recordEvent(actor, {
      verb: "hold-charge",
      noun: "invoice",
      nounId: charge.invoiceId,
      after: { reason },
    })
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
    if (method.state !== "active" || !isStillPayer(actor, method)) return { ok: false, reason: "not-active" }
    const notice = noticeOf(findAutoPayRule(actor), method)
    const chargeOn = chargeDay(charge.chargeOn, todayOf(actor), notice)
    if (!mailAnnouncement(actor, method, { ...charge, chargeOn, number: invoice.number }))
      return { ok: false, reason: "no-email" }
    change(actor, autoCharges, chargeId, {
      state: "announced",
      holdReason: null,
      chargeOn,
      nextTryOn: chargeOn,
      updatedAt: now(),
    })
    recordEvent(actor, {
      verb: "release-charge",
      noun: "invoice",
      nounId: charge.invoiceId,
      after: { chargeOn },
    })
    return { ok: true, chargeOn }
  })
}
