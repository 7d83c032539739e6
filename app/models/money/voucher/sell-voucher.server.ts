import { randomInt } from "node:crypto"
import { transact } from "db/client.server"
import { payments } from "db/schema/money-payments"
import { voucherRedemptions, vouchers } from "db/schema/money-vouchers"
import { families } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { changeRule, recordEvent } from "~/models/foundation/audit/audit.server"
import type { VerbOf } from "~/models/foundation/audit/events"
import { findBounces } from "~/models/foundation/outbox/bounce.server"
import { takeMailBack, withholdTriedMail } from "~/models/foundation/outbox/held-mail.server"
import { heldMs, mailTo } from "~/models/foundation/outbox/outbox.server"
import { isSample } from "~/models/foundation/sample-record/sample-record.server"
import { countTry, isTriedOut } from "~/models/foundation/throttle/throttle.server"
import { findFamily } from "~/models/people/family/family.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import type {
  CancelVoucherRefusal,
  CorrectVoucherRefusal,
  EndUndoRefusal,
  IncomeRefusal,
  RedeemRefusal,
  RedeemUndoRefusal,
  RemoveVoucherRefusal,
  SellVoucherRefusal,
} from "~/texts/money/vouchers"
import { now, todayOf } from "~/utils/clock.server"
import { digestOf } from "~/utils/digest.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { entryDay, isClosed } from "../closing/closing.server"
import { listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { listPaidFamilies } from "../payer/paid-families.server"
import { payerColumns } from "../payer/payer-key.server"
import { byInvoice, listOpenClaims, settle, share } from "../payment/allocate.server"
import type { PaymentMethod } from "../payment/payment"
import { ownOpen } from "../payment/payment.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { madeByForm, oncePerForm, rememberForm } from "../sent-form/sent-form.server"
import { codeLetters, type VoucherSale } from "./voucher"
import {
  findByCode,
  findVoucher,
  listRedemptions,
  readVoucherMonths,
  usualExpiry,
  type Voucher,
} from "./vouchers.server"

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
    const facts = digestOf([said])
    const made = madeByForm(actor, formKey)
    if (made) {
      const [voucherId, before] = JSON.parse(made) as [string, string]
      const isSame = before === facts && findVoucher(actor, voucherId) !== undefined
      return isSame ? { ok: true, voucherId } : { ok: false, reason: "sent-before" }
    }
    const { amount: amountMinor, neverExpires, ...rest } = said
    if (rest.soldOn > entryDay(actor)) return { ok: false, reason: "in-the-future" }
    if (isClosed(actor, rest.soldOn)) return { ok: false, reason: "closed" }
    const expiresOn = neverExpires ? null : (rest.expiresOn ?? usualExpiry(actor, rest.soldOn))
    if (expiresOn && expiresOn < todayOf(actor)) return { ok: false, reason: "over" }
    const voucherId = add(actor, vouchers, {
      ...rest,
      expiresOn,
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
) => recordEvent(actor, `voucher.${verb}`, nounId, { after })

/** Takes back a sale that was entered by mistake. Refused once something was redeemed or it has ended, and in a closed month. */
export function removeVoucher(actor: Actor, voucherId: string): Result<void, RemoveVoucherRefusal> {
  return transact(() => {
    const voucher = findVoucher(actor, voucherId)
    if (!voucher) return { ok: false, reason: "not-found" }
    if (voucher.restMinor < voucher.amountMinor) return { ok: false, reason: "used" }
    if (isClosed(actor, voucher.soldOn)) return { ok: false, reason: "closed" }
    change(actor, vouchers, voucherId, { removedAt: now() })
    takeEmailBack(actor, voucher)
    note(actor, "remove", voucherId, { amountMinor: voucher.amountMinor })
    return { ok: true }
  })
}

/** A letter waits two minutes, so that one of a sale by mistake is taken back unread. */
const mailKey = (voucherId: string) => `voucher ${voucherId}`

/** The letter that waits says what is no longer so. */
function takeEmailBack(actor: Actor, { id, amountMinor }: Pick<Voucher, "id" | "amountMinor">) {
  const of = [actor.school.id, mailKey(id)] as const
  if (takeMailBack(...of) + withholdTriedMail(...of) > 0) note(actor, "take-email-back", id, { amountMinor })
}

type Emailed = Result<
  { to: "buyer" | "recipient" },
  "not-found" | "not-open" | "used" | "no-email" | "returned"
>

/**
 * Emails the voucher to who bought it, or to whom it's for. The same form sends one. Refused once some of it was redeemed: its paper
 * promises all of it.
 */
export function emailVoucher(
  actor: Actor,
  voucherId: string,
  { to, formKey }: { to: "buyer" | "recipient"; formKey: string },
): Emailed {
  return transact((): Emailed => {
    const voucher = findVoucher(actor, voucherId)
    if (!voucher) return { ok: false, reason: "not-found" }
    const isBuyer = to === "buyer"
    const recipient = isBuyer ? voucher.buyerEmail : voucher.recipientEmail
    const once = digestOf([voucherId, to, recipient, voucher.code, countUndone(actor, voucherId)])
    return oncePerForm(actor, `${formKey} ${once}`, (): Emailed => {
      if (voucher.state !== "open") return { ok: false, reason: "not-open" }
      if (voucher.restMinor < voucher.amountMinor) return { ok: false, reason: "used" }
      if (!recipient) return { ok: false, reason: "no-email" }
      if (findBounces([recipient]).size > 0) return { ok: false, reason: "returned" }
      const name = isBuyer ? voucher.buyerName : voucher.recipientName
      mailTo(
        actor,
        { email: recipient, name: name ?? "" },
        "voucher",
        {
          from: isBuyer ? null : voucher.buyerName,
          amount: formatMoney(voucher.amountMinor, voucher.currency, actor.school),
          expiresOn: voucher.expiresOn && formatDate(voucher.expiresOn, "full", actor.school),
          voucherId,
        },
        { heldFor: mailKey(voucherId), dueAt: now() + heldMs },
      )
      note(actor, "email", voucherId, { amountMinor: voucher.amountMinor })
      return { ok: true, to }
    })
  })
}

type Named = Pick<VoucherSale, "buyerName" | "buyerEmail" | "recipientName" | "recipientEmail">

/** Corrects who it is from and for, and their emails; a letter that waits is taken back. Refused once something was redeemed or it has ended. */
export const correctVoucher = (
  actor: Actor,
  voucherId: string,
  { buyerName, buyerEmail, recipientName, recipientEmail }: Named,
): Result<void, CorrectVoucherRefusal> =>
  correct(actor, voucherId, "correct", {
    buyerName,
    buyerEmail: buyerEmail ?? null,
    recipientName: recipientName ?? null,
    recipientEmail: recipientEmail ?? null,
  })

/** Gives it a new code, as when it was emailed to a stranger: the old one is unknown. Refused as a correction is. */
export const renewCode = (actor: Actor, voucherId: string): Result<void, CorrectVoucherRefusal> =>
  correct(actor, voucherId, "new-code", { code: newCode() })

function correct(
  actor: Actor,
  voucherId: string,
  verb: "correct" | "new-code",
  facts: Partial<Voucher>,
): Result<void, CorrectVoucherRefusal> {
  return transact(() => {
    const voucher = findVoucher(actor, voucherId)
    if (!voucher) return { ok: false, reason: "not-found" }
    if (voucher.restMinor < voucher.amountMinor) return { ok: false, reason: "used" }
    const isSame = (Object.keys(facts) as (keyof Voucher)[]).every((name) => facts[name] === voucher[name])
    if (isSame) return { ok: true }
    change(actor, vouchers, voucherId, facts)
    takeEmailBack(actor, voucher)
    note(actor, verb, voucherId, { amountMinor: voucher.amountMinor })
    return { ok: true }
  })
}

type Redeemed = { amountMinor: number; restMinor: number; currency: string }
type Redemption = { familyId: string; account: PortalAccount | null; amountMinor?: number; formKey: string }

/**
 * Redeems what is left of a voucher, or a part of it, for a family of the office's choice: also an expired one, as a favor. It settles the
 * family's due invoices, oldest first, and the rest is account credit.
 */
export const redeemVoucher = (
  actor: Actor,
  voucherId: string,
  redemption: Omit<Redemption, "account">,
): Result<Redeemed, RedeemRefusal> =>
  redeem(actor, () => findVoucher(actor, voucherId), { ...redemption, account: null }, true)

/** What a family reads of a voucher before it redeems it; wrong codes are counted, and after too many of them no code is looked up. */
export async function lookUpVoucher(
  actor: Actor,
  code: string,
): Promise<Result<{ voucher: Voucher }, "unknown" | "too-many-tries">> {
  const tried = actor.userId ?? actor.school.id
  if (await isTriedOut("voucher-code", tried)) return { ok: false, reason: "too-many-tries" }
  const voucher = findByCode(actor, code)
  if (voucher) return { ok: true, voucher }
  return { ok: false, reason: (await countTry("voucher-code", tried)) > 0 ? "too-many-tries" : "unknown" }
}

/** The families for which the reader redeems: those whose invoices they pay. */
export const listRedeemingFamilies = (actor: Actor): { id: string; name: string }[] =>
  ownRows(actor, families, ["id", "name"])
    .where(among(families.id, listPaidFamilies(actor)))
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
  return redeem(actor, () => findByCode(actor, code), { ...rest, familyId, account }, false)
}

function redeem(
  actor: Actor,
  read: () => Voucher | undefined,
  { familyId, account, amountMinor: wanted, formKey }: Redemption,
  evenExpired: boolean,
): Result<Redeemed, RedeemRefusal> {
  return allOrNothing(() => {
    const voucher = read()
    if (!voucher) return { ok: false, reason: "unknown" }
    const once = `${formKey} ${voucher.id} ${familyId} ${wanted ?? ""} ${countUndone(actor, voucher.id)}`
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
      const paymentId = add(actor, payments, {
        familyId,
        ...payerColumns(actor, account?.guardianId ?? null),
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
      const put = (leftMinor: number, open: readonly { invoiceId: string; openMinor: number }[]): number =>
        byInvoice(share(leftMinor, open)).reduce((left, part) => {
          settle(actor, { paymentId }, part.invoiceId, part.amountMinor)
          return left - part.amountMinor
        }, leftMinor)
      // Who redeems pays their own part of every invoice before that of another payer.
      const leftMinor = put(amountMinor, account ? listOwnClaims(actor, account) : [])
      put(leftMinor, ownOpen(listOpenClaims(actor, familyId), account?.guardianId ?? undefined))
      takeEmailBack(actor, voucher)
      note(actor, "redeem", voucher.id, { amountMinor })
      recordEvent(actor, "family.redeem-voucher", familyId, { after: { amountMinor } })
      return { ok: true, amountMinor, restMinor: voucher.restMinor - amountMinor, currency: voucher.currency }
    })
  })
}

/** What is the reader's to pay, the earliest due first. */
const listOwnClaims = (actor: Actor, account: PortalAccount) =>
  listPortalInvoices(actor, [account])
    .flatMap(({ id, claims }) => claims.map((claim) => ({ ...claim, invoiceId: id })))
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn))

/** A form that was sent before something was undone doesn't answer for what came of it. */
const countUndone = (actor: Actor, voucherId: string) =>
  listRedemptions(actor, voucherId).filter(({ undoneAt }) => undoneAt !== null).length

/**
 * Takes back a redemption, as for the wrong family: the voucher has the amount again, and the invoices that it settled are due again.
 * Whoever redeemed it in the portal is told. Refused in a closed month, once some of the credit was refunded, and while the rest of the voucher has ended.
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
    const reversed = reversePayment(actor, { paymentId, reason: redemptionUndone, as: "voucher" })
    if (!reversed.ok) return { ok: false, reason: "refunded" }
    change(actor, voucherRedemptions, redemptionId, { undoneAt: now() })
    note(actor, "undo-redemption", voucherId, { amountMinor })
    const familyId = find(actor, payments, paymentId)?.familyId
    if (familyId) recordEvent(actor, "family.undo-voucher", familyId, { after: { amountMinor } })
    return { ok: true, amountMinor }
  })
}

/** Why the account credit that it was is reversed, as text that is kept with it. */
const redemptionUndone = "Redemption of a gift voucher undone"

/** Cancels what is left, which is paid back today. Refused where nothing is left. */
export const cancelVoucher = (
  actor: Actor,
  voucherId: string,
  { method, reason, formKey }: { method: PaymentMethod; reason: string; formKey: string },
): Result<{ amountMinor: number }, CancelVoucherRefusal> =>
  transact((): Result<{ amountMinor: number }, CancelVoucherRefusal> => {
    const once = `${formKey} ${digestOf([voucherId, method, reason])}`
    // Opened again since, the voucher isn't canceled by the form that was sent before.
    if (madeByForm(actor, once) && !findVoucher(actor, voucherId)?.endKind)
      return { ok: false, reason: "sent-before" }
    return oncePerForm(actor, once, () =>
      end<never>(
        actor,
        voucherId,
        { endKind: "canceled", endMethod: method, endReason: reason },
        () => undefined,
      ),
    )
  })

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
    takeEmailBack(actor, voucher)
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
  changeRule(actor, { voucherMonths: months }, "school.change-vouchers", () => ({
    before: { months: readVoucherMonths(actor) },
    after: { months },
  }))
}
