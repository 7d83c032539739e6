import { randomInt } from "node:crypto"
import { transact } from "db/client.server"
import { payments } from "db/schema/money-payments"
import { voucherRedemptions, vouchers } from "db/schema/money-vouchers"
import { families } from "db/schema/people"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { add, change, changeSchool, find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { VerbOf } from "~/models/foundation/audit/events"
import { takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { heldMs, queueMail } from "~/models/foundation/outbox/outbox.server"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { findFamily } from "~/models/people/family/family.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import type {
  CancelVoucherRefusal,
  EndUndoRefusal,
  IncomeRefusal,
  RedeemRefusal,
  RedeemUndoRefusal,
  RemoveVoucherRefusal,
  SellVoucherRefusal,
} from "~/texts/money/vouchers"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { entryDay, isClosed } from "../closing/closing.server"
import { listPaidFamilies } from "../payer/paid-families.server"
import { payerColumns } from "../payer/payer-key.server"
import { byInvoice, listOpenClaims, settle, share } from "../payment/allocate.server"
import type { PaymentMethod } from "../payment/payment"
import { reversePayment } from "../payment/reverse-payment.server"
import { madeByForm, oncePerForm, rememberForm } from "../sent-form/sent-form.server"
import { codeLetters, type VoucherSale } from "./voucher"
import { findByCode, findVoucher, readVoucherMonths, type Voucher } from "./vouchers.server"

// A gift voucher is sold for money that is no revenue and no family's: the school has to give lessons for it. Redeemed, it becomes a family's
// account credit, and settles what is due as a payment does. Of every voucher, at any time: what it was sold for is what was redeemed, was
// paid back or became other income, and what is left. What was done is undone, never edited, while its month is open.

const newCode = () => Array.from({ length: 16 }, () => codeLetters[randomInt(codeLetters.length)]).join("")

/** Sells one, for money that was received on a day; the same form sells one. Refused ahead, in a closed month, and where it's over at once. */
export function sellVoucher(
  actor: Actor,
  { formKey, ...said }: VoucherSale,
): Result<{ voucherId: string }, SellVoucherRefusal> {
  return transact(() => {
    const facts = JSON.stringify(said)
    const made = madeByForm(actor, formKey)
    if (made) {
      const [voucherId, before] = JSON.parse(made) as [string, string]
      return before === facts ? { ok: true, voucherId } : { ok: false, reason: "sent-before" }
    }
    const { amount: amountMinor, ...rest } = said
    if (rest.soldOn > entryDay(actor)) return { ok: false, reason: "in-the-future" }
    if (isClosed(actor, rest.soldOn)) return { ok: false, reason: "closed" }
    if (rest.expiresOn && rest.expiresOn < todayOf(actor)) return { ok: false, reason: "over" }
    const voucherId = add(actor, vouchers, {
      ...rest,
      code: newCode(),
      amountMinor,
      currency: actor.school.currency,
      message: rest.message || null,
      soldBy: actor.memberId,
    })
    rememberForm(actor, formKey, JSON.stringify([voucherId, facts]))
    note(actor, "sell", voucherId, { amountMinor })
    return { ok: true, voucherId }
  })
}

const note = (
  actor: Actor,
  verb: VerbOf<"voucher">,
  nounId: string,
  after: { amountMinor: number; reason?: string },
) => recordEvent(actor, { verb, noun: "voucher", nounId, after })

/** Takes back a sale that was entered by mistake. Refused once something was redeemed or it has ended, and in a closed month. */
export function removeVoucher(actor: Actor, voucherId: string): Result<void, RemoveVoucherRefusal> {
  return transact(() => {
    const voucher = findVoucher(actor, voucherId)
    if (!voucher) return { ok: false, reason: "not-found" }
    if (voucher.restMinor < voucher.amountMinor) return { ok: false, reason: "used" }
    if (isClosed(actor, voucher.soldOn)) return { ok: false, reason: "closed" }
    change(actor, vouchers, voucherId, { removedAt: now() })
    takeMailBack(actor.school.id, mailKey(voucherId))
    note(actor, "remove", voucherId, { amountMinor: voucher.amountMinor })
    return { ok: true }
  })
}

/** A letter waits two minutes, so that one of a sale by mistake is taken back unread. */
const mailKey = (voucherId: string) => `voucher ${voucherId}`

type Emailed = Result<{ name: string }, "not-found" | "not-open" | "no-email" | "returned">

/** Emails the voucher to who bought it, or to whom it's for. The same form sends one. */
export function emailVoucher(
  actor: Actor,
  voucherId: string,
  { to, formKey }: { to: "buyer" | "recipient"; formKey: string },
): Emailed {
  return transact(() =>
    oncePerForm(actor, `${formKey} ${voucherId} ${to}`, (): Emailed => {
      const voucher = findVoucher(actor, voucherId)
      if (!voucher) return { ok: false, reason: "not-found" }
      if (voucher.state !== "open") return { ok: false, reason: "not-open" }
      const isBuyer = to === "buyer"
      const recipient = isBuyer ? voucher.buyerEmail : voucher.recipientEmail
      if (!recipient) return { ok: false, reason: "no-email" }
      if (findReturned([recipient]).size > 0) return { ok: false, reason: "returned" }
      const name = (isBuyer ? voucher.buyerName : voucher.recipientName) ?? recipient
      queueMail({
        template: "voucher",
        schoolId: actor.school.id,
        recipient,
        heldFor: mailKey(voucherId),
        dueAt: now() + heldMs,
        data: {
          schoolName: actor.school.name,
          recipientName: name,
          from: isBuyer ? null : voucher.buyerName,
          amount: formatMoney(voucher.amountMinor, voucher.currency, actor.school),
          expiresOn: voucher.expiresOn && formatDate(voucher.expiresOn, "full", actor.school),
          voucherId,
        },
      })
      note(actor, "email", voucherId, { amountMinor: voucher.amountMinor })
      return { ok: true, name }
    }),
  )
}

type Redeemed = { amountMinor: number; restMinor: number; currency: string }
type Redemption = { familyId: string; guardianId: string | null; amountMinor?: number; formKey: string }

/**
 * Redeems what is left of a voucher, or a part of it, for a family of the office's choice: also an expired one, as a favor. It settles the
 * family's due invoices, oldest first, and the rest is account credit.
 */
export const redeemVoucher = (
  actor: Actor,
  voucherId: string,
  redemption: Omit<Redemption, "guardianId">,
): Result<Redeemed, RedeemRefusal> =>
  redeem(actor, () => findVoucher(actor, voucherId), { ...redemption, guardianId: null }, true)

/** What a family reads of a voucher before it redeems it; wrong codes are counted. */
export async function lookUpVoucher(
  actor: Actor,
  code: string,
): Promise<Result<{ voucher: Voucher }, "unknown" | "too-many-tries">> {
  const voucher = findByCode(actor, code)
  if (voucher) return { ok: true, voucher }
  return {
    ok: false,
    reason:
      (await countTry("voucher-code", actor.userId ?? actor.school.id)) > 0 ? "too-many-tries" : "unknown",
  }
}

/** The families for which the reader redeems: those whose invoices they pay. */
export const listRedeemingFamilies = (actor: Actor): { id: string; name: string }[] =>
  select({ id: families.id, name: families.name })
    .from(families)
    .where(and(own(actor, families), among(families.id, listPaidFamilies(actor))))
    .orderBy(families.name, families.id)
    .all()

/** Redeems a voucher by its code for a family that the reader pays for. Refused once it has expired. */
export async function redeemByCode(
  actor: Actor,
  { code, familyId, ...rest }: { code: string; familyId: string; amountMinor?: number; formKey: string },
): Promise<Result<Redeemed, RedeemRefusal | "not-found">> {
  const found = await lookUpVoucher(actor, code)
  if (!found.ok) return found
  const account = findPortal(actor).accounts.find((each) => each.familyId === familyId)
  if (!account || !listPaidFamilies(actor).includes(familyId)) return { ok: false, reason: "not-found" }
  return redeem(
    actor,
    () => findByCode(actor, code),
    { ...rest, familyId, guardianId: account.guardianId },
    false,
  )
}

function redeem(
  actor: Actor,
  read: () => Voucher | undefined,
  { familyId, guardianId, amountMinor: wanted, formKey }: Redemption,
  evenExpired: boolean,
): Result<Redeemed, RedeemRefusal> {
  return allOrNothing(() => {
    const voucher = read()
    if (!voucher) return { ok: false, reason: "unknown" }
    const once = `${formKey} ${voucher.id} ${familyId} ${wanted ?? ""}`
    return oncePerForm(actor, once, (): Result<Redeemed, RedeemRefusal> => {
      const family = findFamily(actor, familyId)
      if (!family || family.mergedInto) return { ok: false, reason: "no-family" }
      if (isSample(actor, "family", familyId)) return { ok: false, reason: "sample" }
      if (voucher.state === "redeemed") return { ok: false, reason: "spent" }
      if (voucher.endKind) return { ok: false, reason: "ended" }
      if (voucher.state === "expired" && !evenExpired) return { ok: false, reason: "expired" }
      const amountMinor = wanted ?? voucher.restMinor
      if (amountMinor > voucher.restMinor) return { ok: false, reason: "more-than-left" }
      if (voucher.currency !== actor.school.currency) return { ok: false, reason: "currency" }
      const redeemedOn = entryDay(actor)
      if (redeemedOn < voucher.soldOn) return { ok: false, reason: "closed" }
      const open = listOpenClaims(actor, familyId).filter(({ payerId }) => !payerId || payerId === guardianId)
      const paymentId = add(actor, payments, {
        familyId,
        ...payerColumns(actor, guardianId),
        method: "transfer",
        isOpening: true,
        amountMinor,
        currency: voucher.currency,
        receivedOn: redeemedOn,
        receivedAt: now(),
        payerName: family.name,
        recordedBy: actor.memberId,
      })
      add(actor, voucherRedemptions, {
        voucherId: voucher.id,
        paymentId,
        amountMinor,
        redeemedOn,
        redeemedBy: actor.memberId,
      })
      for (const part of byInvoice(share(amountMinor, open)))
        settle(actor, { paymentId }, part.invoiceId, part.amountMinor)
      note(actor, "redeem", voucher.id, { amountMinor })
      recordEvent(actor, { verb: "redeem-voucher", noun: "family", nounId: familyId, after: { amountMinor } })
      return { ok: true, amountMinor, restMinor: voucher.restMinor - amountMinor, currency: voucher.currency }
    })
  })
}

/**
 * Takes back a redemption, as for the wrong family: the voucher has the amount again, and the invoices that it settled are due again.
 * Refused in a closed month, once some of the credit was refunded, and while the rest of the voucher has ended.
 */
export function undoRedemption(
  actor: Actor,
  voucherId: string,
  redemptionId: string,
): Result<{ amountMinor: number }, RedeemUndoRefusal> {
  return allOrNothing((): Result<{ amountMinor: number }, RedeemUndoRefusal> => {
    const row = find(actor, voucherRedemptions, redemptionId)
    if (row?.voucherId !== voucherId) return { ok: false, reason: "not-found" }
    if (row.undoneAt !== null) return { ok: false, reason: "undone" }
    if (isClosed(actor, row.redeemedOn)) return { ok: false, reason: "closed" }
    if (find(actor, vouchers, voucherId)?.endKind) return { ok: false, reason: "ended" }
    const { paymentId, amountMinor } = row
    const reversed = reversePayment(actor, { paymentId, reason: redemptionUndone, asOpening: true })
    if (!reversed.ok) return { ok: false, reason: "refunded" }
    change(actor, voucherRedemptions, redemptionId, { undoneAt: now() })
    note(actor, "undo-redemption", voucherId, { amountMinor })
    return { ok: true, amountMinor }
  })
}

/** Why the account credit that it was is reversed, as text that is kept with it. */
const redemptionUndone = "Redemption of a gift voucher undone"

/** Cancels what is left, which is paid back today. Refused where nothing is left. */
export const cancelVoucher = (
  actor: Actor,
  voucherId: string,
  { method, reason }: { method: PaymentMethod; reason: string },
): Result<{ amountMinor: number }, CancelVoucherRefusal> =>
  end<never>(actor, voucherId, { endKind: "canceled", endMethod: method, endReason: reason }, () => undefined)

/** Makes what is left of an expired voucher other income of today. Refused before it has expired. */
export const bookAsIncome = (
  actor: Actor,
  voucherId: string,
): Result<{ amountMinor: number }, IncomeRefusal> =>
  end(actor, voucherId, { endKind: "income" }, ({ state }) =>
    state === "expired" ? undefined : "not-expired",
  )

type End = Partial<Pick<Voucher, "endKind" | "endMethod" | "endReason">>

function end<Refused extends string>(
  actor: Actor,
  voucherId: string,
  facts: End,
  barrier: (voucher: Voucher) => Refused | undefined,
): Result<{ amountMinor: number }, "not-found" | "nothing-left" | "closed" | Refused> {
  return transact((): Result<{ amountMinor: number }, "not-found" | "nothing-left" | "closed" | Refused> => {
    const voucher = findVoucher(actor, voucherId)
    if (!voucher) return { ok: false, reason: "not-found" }
    const { restMinor: amountMinor, soldOn } = voucher
    if (amountMinor === 0) return { ok: false, reason: "nothing-left" }
    const reason = barrier(voucher)
    if (reason) return { ok: false, reason }
    const endedOn = entryDay(actor)
    if (endedOn < soldOn) return { ok: false, reason: "closed" }
    change(actor, vouchers, voucherId, { ...facts, endedOn, endMinor: amountMinor })
    takeMailBack(actor.school.id, mailKey(voucherId))
    note(actor, facts.endKind === "canceled" ? "cancel" : "book-income", voucherId, {
      amountMinor,
      ...(facts.endReason ? { reason: facts.endReason } : {}),
    })
    return { ok: true, amountMinor }
  })
}

/** Takes back a cancellation, or that the rest became other income: it is open again. Refused in a closed month. */
export function undoEnd(actor: Actor, voucherId: string): Result<{ amountMinor: number }, EndUndoRefusal> {
  return transact((): Result<{ amountMinor: number }, EndUndoRefusal> => {
    const voucher = findVoucher(actor, voucherId)
    if (!voucher) return { ok: false, reason: "not-found" }
    if (voucher.endedOn === null) return { ok: false, reason: "undone" }
    if (isClosed(actor, voucher.endedOn)) return { ok: false, reason: "closed" }
    const amountMinor = voucher.endMinor
    const none = { endKind: null, endedOn: null, endMinor: 0, endMethod: null, endReason: null }
    change(actor, vouchers, voucherId, none)
    note(actor, "reopen", voucherId, { amountMinor })
    return { ok: true, amountMinor }
  })
}

/** The rule by which vouchers that are sold from now on expire: so many months after their sale, or never. */
export function chooseVoucherMonths(actor: Actor, months: number | null) {
  transact(() => {
    const before = readVoucherMonths(actor)
    if (before === months) return
    changeSchool(actor, { voucherMonths: months })
    recordEvent(actor, {
      verb: "change-vouchers",
      noun: "school",
      nounId: actor.school.id,
      before: { months: before },
      after: { months },
    })
  })
}
