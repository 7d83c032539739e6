import { transact } from "db/client.server"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { creditNoteLines } from "db/schema/money-corrections"
import { eventFees } from "db/schema/money-event-fees"
import { students } from "db/schema/people"
import { occasionGuests } from "db/schema/teaching-occasions"
import { and, asc, eq, gte, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import { defaultTax, noTax, shownMinor, withTax } from "~/models/accounts/tax/tax"
import { findDefaultTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, hasRow, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answerOccasion, enterAnswer, undoAnswer } from "~/models/teaching/occasion/answer-occasion.server"
import { findFee, findOccasion, isOver, type Occasion } from "~/models/teaching/occasion/find-occasion.server"
import { type Answer, kindLabels, whenAndWhere } from "~/models/teaching/occasion/occasion"
import { cancelOccasion, changeOccasion } from "~/models/teaching/occasion/occasion.server"
import {
  findGuest,
  listGuests,
  removeGuest,
  resumeGuest,
} from "~/models/teaching/occasion/occasion-guests.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import { changeCharge } from "../charge/change-charge.server"
import { addItemCharge, listCorrections, waivedAs, withdrawCharge } from "../charge/charge.server"
import { reversed, taxedColumns, withdrawAll } from "../charge/seat-charges.server"
import { entryDay } from "../closing/closing.server"
import { findPortalInvoice } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { writtenOffAmount } from "../invoice/invoice-filter.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listUnderWay } from "../invoice/orders-under-way.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { listPaidFamilies } from "../payer/paid-families.server"
import { isOpen } from "../payment/open-amount.server"
import { listPayees } from "../payment-provider/payment-provider.server"
import type { FeeAct, FeeOutcome, FeeState, GuestFee } from "./event-fee"

// The fee of an event is charged to the next invoice with the family's yes and taken back with its no, in the answer's own
// transaction. Withdrawn after the event's last day for that it stays, and the office may waive it: then it stays waived. What is
// invoiced is answered by a correction, which comes off the next invoice; where the office credited, corrected or wrote off some of
// it, the rest is its own to decide. Where the event says so, a family has its fee invoiced at once, to pay it with its answer: that
// invoice is void once it takes its yes back before a payment, and whether a paid fee is refunded is the office's to decide.

const nothing: FeeOutcome = { act: "none", amountMinor: 0 }

/**
 * A family's answer with what it does to the fee.
 * @param shownMinor the fee that the family read, in minor units; null for none. Refused a yes, or another number of guests, to another one.
 */
export function answerWithFee(
  actor: Actor,
  occasionId: string,
  student: Parameters<typeof answerOccasion>[2],
  {
    answer,
    shownMinor,
    shownGuestMinor = null,
    shownTax = null,
    shownWhen,
    companions,
  }: Given & { answer: Answer },
) {
  return transact(() => {
    const { feeMinor, guestFeeMinor, addedTax } = findFee(actor, occasionId)
    const occasion = findOccasion(actor, occasionId)
    const isAsked = occasion?.state === "published" && occasion.startsAt > now()
    const guest = findGuest(actor, occasionId, student.id)
    const isMoved = shownWhen !== undefined && occasion && shownWhen !== whenAndWhere(occasion)
    if (isAsked && answer === "yes" && guest && isMoved) return { ok: false, reason: "time-changed" } as const
    const isOther = feeMinor !== shownMinor || guestFeeMinor !== shownGuestMinor || addedTax !== shownTax
    const before = guest?.companions ?? 0
    const isRecount = answer === "yes" && companions !== undefined && companions !== before
    if (isAsked && answer === "yes" && isOther && guest)
      if (isRecount || listStanding(actor, [occasionId], [student.id]).length === 0)
        return { ok: false, reason: "fee-changed" } as const
    const answered = answerOccasion(actor, occasionId, student, answer, companions)
    if (!answered.ok) return answered
    return { ...answered, fee: settle(actor, occasionId, student.id, answer, { isRecount }) }
  })
}

type Given = {
  shownMinor: number | null
  shownGuestMinor?: number | null
  /** The tax that comes on top of it, as text. */
  shownTax?: string | null
  /** As `whenAndWhere` says it; undefined where none was shown. */
  shownWhen?: string | undefined
  companions?: number
}

/**
 * A family's yes with the fee invoiced at once, or the invoice that it is on already; `invoiceId` is null where the fee stays for the
 * next invoice, as the school no longer offers this or takes no payments online.
 */
export function payWithAnswer(
  actor: Actor,
  occasionId: string,
  student: Parameters<typeof answerOccasion>[2],
  given: Given,
) {
  return transact(() => {
    const answered = answerWithFee(actor, occasionId, student, { ...given, answer: "yes" })
    if (!answered.ok) return answered
    return { ...answered, invoiceId: invoiceFee(actor, occasionId, student.id) }
  })
}

/** Whether the reader can pay the fees of some families with an answer, where the event says so. */
export const listPayableFamilies = (actor: Actor): string[] =>
  may(actor, "portal:pay") && listPayees(actor).length > 0 ? listPaidFamilies(actor) : []

/** An invoice of the fee alone, due as others are, that the reader can open. */
function invoiceFee(actor: Actor, occasionId: string, studentId: string): string | null {
  const fee = listStanding(actor, [occasionId], [studentId]).find(({ withdrawnAt }) => withdrawnAt === null)
  if (!fee || !listPayableFamilies(actor).includes(fee.familyId)) return null
  const isOnInvoice = listLines(actor, [fee]).length > 0
  if (!isOnInvoice && findFee(actor, occasionId).paysWithAnswer) {
    const { familyId, chargeId, occurredOn } = fee
    const issued = issueInvoice(actor, {
      ...{ familyId, from: occurredOn, to: occurredOn, note: null, chargeIds: [chargeId] },
      ...{ dueOn: addDays(todayOf(actor), actor.school.invoiceDueDays), unchargedSeatIds: [] },
    })
    if (issued.ok) change(actor, eventFees, fee.feeId, { isOwnInvoice: true })
  }
  const lines = listLines(actor, [fee])
  return lines.find(({ invoiceId }) => findPortalInvoice(actor, invoiceId))?.invoiceId ?? null
}

/** The same as the office enters it for a family, which it tells the fee. */
export function enterWithFee(
  actor: Actor,
  occasionId: string,
  studentId: string,
  answer: Answer,
  companions?: number,
) {
  return transact(() => {
    const entered = enterAnswer(actor, occasionId, studentId, answer, companions)
    if (!entered.ok) return entered
    if (!entered.changed) return { ...entered, fee: nothing }
    return { ...entered, fee: settle(actor, occasionId, studentId, answer, { isRecount: true }) }
  })
}

/** Undoes what the office entered: a fee that it charged is taken back whatever the day, one that it took back is there again. */
export function undoWithFee(actor: Actor, occasionId: string, studentId: string) {
  return transact(() => {
    const entered = findGuest(actor, occasionId, studentId)
    const undone = undoAnswer(actor, occasionId, studentId)
    if (!undone.ok) return undone
    const since = entered?.answeredAt ?? now()
    const made = listStanding(actor, [occasionId], [studentId]).filter(({ feeAt }) => feeAt >= since)
    const fee =
      entered?.answer === "yes"
        ? undone.answer === "yes"
          ? settle(actor, occasionId, studentId, "yes", { isRecount: true, isUndo: true })
          : takeAllBack(actor, made)
        : putBack(actor, occasionId, studentId, since)
    return { ...undone, fee }
  })
}

/** Takes a student off an event with the fee. */
export function removeWithFee(actor: Actor, occasionId: string, studentId: string) {
  return transact(() => {
    const removed = removeGuest(actor, occasionId, studentId)
    if (!removed.ok) return removed
    return { ...removed, fee: takeAllBack(actor, listStanding(actor, [occasionId], [studentId])) }
  })
}

/** Cancels an event: no one pays for it. `fees` is what became of each. */
export function cancelWithFees(actor: Actor, occasionId: string, reason: string) {
  return transact(() => {
    const canceled = cancelOccasion(actor, occasionId, reason)
    if (!canceled.ok) return canceled
    return { ...canceled, fees: listStanding(actor, [occasionId]).map((fee) => takeBack(actor, fee)) }
  })
}

/** After a student came back to an event from the bin; in the caller's transaction. Once it is over, nothing is charged. */
export function resumeWithFee(actor: Actor, guestId: string) {
  resumeGuest(actor, guestId)
  const guest = find(actor, occasionGuests, guestId)
  const occasion = guest && findOccasion(actor, guest.occasionId)
  if (guest?.answer !== "yes" || occasion?.state !== "published" || isOver(occasion)) return
  putBack(actor, occasion.id, guest.studentId, guest.answeredAt ?? 0)
}

/** Before a student is erased: what they can't take part in costs nothing. In the caller's transaction. */
export function settleErased(actor: Actor, studentId: string) {
  for (const fee of listStanding(actor, undefined, [studentId])) {
    const occasion = findOccasion(actor, fee.occasionId)
    if (occasion && !isOver(occasion)) takeBack(actor, fee)
  }
}

/**
 * After two entries of a student became one that is invited once to these events: one fee stays of each, the invoiced one first, and
 * none where the answer that stays is a no in time. In the caller's transaction; answers the fees that were taken back.
 */
export function settleMerged(actor: Actor, studentId: string, occasionIds: readonly string[]): string[] {
  return occasionIds.flatMap((occasionId) => {
    const standing = listStanding(actor, [occasionId], [studentId]).filter(
      ({ withdrawnAt }) => withdrawnAt === null,
    )
    const invoiced = new Set(listLines(actor, standing).map(({ chargeId }) => chargeId))
    const inOrder = standing.sort(
      (a, b) => Number(invoiced.has(b.chargeId)) - Number(invoiced.has(a.chargeId)),
    )
    const guest = findGuest(actor, occasionId, studentId)
    const { feeUntil } = findFee(actor, occasionId)
    const answeredOn = localDate(guest?.answeredAt ?? 0, actor.school.timeZone)
    const isWithdrawn = guest?.answer === "no" && (feeUntil === null || answeredOn <= feeUntil)
    return inOrder
      .slice(isWithdrawn ? 0 : 1)
      .flatMap((fee) => (isTakenBack(takeBack(actor, fee)) ? [fee.feeId] : []))
  })
}

const isTakenBack = (act: FeeAct) => act === "removed" || act === "off-next-invoice"

export const mayCharge = (actor: Actor): boolean => seesFamilyMoney(actor) && may(actor, "invoice:issue")

/** So long after an event those who took part can still be charged. */
const chargedAfterMs = 30 * 86_400_000

/** Who takes part without a fee, as whoever answered before there was one; not whose fee was waived. No one from a month after the event on. */
export function listUncharged(actor: Actor, occasionId: string): Uncharged[] {
  const occasion = findOccasion(actor, occasionId)
  if (occasion?.state !== "published" || occasion.endsAt + chargedAfterMs <= now()) return []
  const fee = findFee(actor, occasionId)
  const charged = new Set(listStanding(actor, [occasionId]).map(({ studentId }) => studentId))
  return listGuests(actor, occasionId).flatMap(({ studentId, name, answer, companions }) => {
    const { amountMinor } = dueOf(actor, fee, companions)
    const isUncharged = answer === "yes" && !charged.has(studentId) && (amountMinor > 0 || !hasFee(fee))
    return isUncharged ? [{ studentId, name, companions, amountMinor }] : []
  })
}

type Uncharged = { studentId: string; name: string; companions: number; amountMinor: number }

type Fee = { feeMinor: number | null; guestFeeMinor: number | null; isFeeTaxed: boolean }

const hasFee = ({ feeMinor, guestFeeMinor }: Pick<Fee, "feeMinor" | "guestFeeMinor">) =>
  Boolean(feeMinor || guestFeeMinor)

/** What a student who takes part is charged with those who come along: its price, and with a tax that comes on top. */
function dueOf(actor: Actor, { feeMinor, guestFeeMinor, isFeeTaxed }: Fee, companions: number): Due {
  const priceMinor = (feeMinor ?? 0) + companions * (guestFeeMinor ?? 0)
  const { amountMinor } = withTax(priceMinor, isFeeTaxed ? findDefaultTax(actor) : null)
  return { companions, priceMinor, isFeeTaxed, amountMinor }
}

/**
 * Charges the present fee to all who said yes without one. Refused where it isn't what was shown.
 * @param shown the ids of the students whom the office read, the fee of each and all of it with their guests in minor units
 */
export function chargeUncharged(
  actor: Actor,
  occasionId: string,
  shown: { students: readonly string[]; feeMinor: number; totalMinor?: number },
): Result<
  { students: number; totalMinor: number; from: number; until: number },
  "not-found" | "fee-changed"
> {
  return transact(() => {
    const occasion = findOccasion(actor, occasionId)
    if (!occasion) return { ok: false, reason: "not-found" }
    const uncharged = listUncharged(actor, occasionId)
    const fee = findFee(actor, occasionId)
    const totalMinor = sumOf(uncharged)
    const isShown =
      uncharged.length === new Set(shown.students).size &&
      uncharged.every(({ studentId }) => shown.students.includes(studentId))
    const isOther = (fee.feeMinor ?? 0) !== shown.feeMinor || totalMinor !== (shown.totalMinor ?? totalMinor)
    if (!hasFee(fee) || isOther || !isShown) return { ok: false, reason: "fee-changed" }
    const from = now()
    const known = new Map(
      ownRows(actor, students)
        .where(
          among(
            students.id,
            uncharged.map(({ studentId }) => studentId),
          ),
        )
        .all()
        .map((student) => [student.id, student]),
    )
    for (const { studentId, companions } of uncharged) {
      const student = known.get(studentId)
      if (student) charge(actor, occasion, student, dueOf(actor, fee, companions))
    }
    return { ok: true, students: uncharged.length, totalMinor, from, until: now() }
  })
}

/** Takes back what was charged then, whatever the day, for good: no later answer brings it back. Answers what became of each. */
export const undoCharges = (
  actor: Actor,
  occasionId: string,
  { from, until }: { from: number; until: number },
) =>
  transact(() =>
    listStanding(actor, [occasionId])
      .filter(({ feeAt }) => feeAt >= from && feeAt <= until)
      .map((fee) => {
        const act = takeBack(actor, fee)
        if (isTakenBack(act)) remove(actor, eventFees, fee.feeId)
        return act
      }),
  )

/** Charges the fee of a student who takes part, or takes it back; `isRecount` where another number of guests comes along, undone whatever the day. */
function settle(
  actor: Actor,
  occasionId: string,
  studentId: string,
  answer: Answer,
  { isRecount, isUndo = false }: { isRecount: boolean; isUndo?: boolean },
): FeeOutcome {
  const standing = listStanding(actor, [occasionId], [studentId])
  const { feeUntil, ...fee } = findFee(actor, occasionId)
  if (answer === "yes") {
    const companions = findGuest(actor, occasionId, studentId)?.companions ?? 0
    const due = dueOf(actor, fee, companions)
    if (standing.length === 0)
      return stillInvoiced(actor, occasionId, studentId, due) ?? chargeOne(actor, occasionId, studentId, due)
    return isRecount ? recount(actor, standing, due, isUndo ? null : feeUntil) : nothing
  }
  const charged = standing.filter(({ withdrawnAt }) => withdrawnAt === null)
  if (charged.length === 0) return nothing
  if (feeUntil !== null && todayOf(actor) > feeUntil) return { act: "late", amountMinor: sumOf(charged) }
  return takeAllBack(actor, charged)
}

/** After a no, the same fee is on an invoice, and what comes off the next one isn't on any yet: that is taken back instead. */
function stillInvoiced(actor: Actor, occasionId: string, studentId: string, { amountMinor }: Due) {
  const isOfStudent = and(eq(eventFees.occasionId, occasionId), eq(charges.studentId, studentId))
  const fee = listFees(actor, and(isOfStudent, isNotNull(eventFees.takenBackAt))).at(-1)
  if (!fee || fee.withdrawnAt !== null || fee.amountMinor !== amountMinor) return undefined
  const corrections = listCorrections(actor, fee.chargeId)
  if (corrections.length === 0 || corrections.some((each) => isPaidOut(actor, each))) return undefined
  putOneBack(actor, fee)
  return { act: "kept", amountMinor } as const
}

/** Another number of guests: what is on no invoice yet, or on one of its own that isn't paid, is charged again with them, and what is invoiced stays and is named. */
function recount(actor: Actor, standing: readonly Standing[], due: Due, feeUntil: string | null): FeeOutcome {
  const [fee, ...others] = standing
  if (!fee || others.length > 0 || fee.withdrawnAt !== null || fee.amountMinor === due.amountMinor)
    return nothing
  const { amountMinor } = fee
  const lines = listLines(actor, [fee])
  if (lines.length > 0 && !isToVoid(actor, fee, lines)) return { act: "invoiced", amountMinor }
  if (due.amountMinor < amountMinor && feeUntil !== null && todayOf(actor) > feeUntil)
    return { act: "late", amountMinor }
  const act = takeBack(actor, fee)
  if (act !== "removed") return { act, amountMinor }
  remove(actor, eventFees, fee.feeId)
  if (due.amountMinor === 0) return { act, amountMinor }
  return { ...chargeOne(actor, fee.occasionId, fee.studentId ?? "", due), act: "recounted" }
}

const sumOf = (fees: readonly { amountMinor: number }[]) =>
  fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

type Due = { companions: number; priceMinor: number; isFeeTaxed: boolean; amountMinor: number }

function chargeOne(actor: Actor, occasionId: string, studentId: string, due: Due): FeeOutcome {
  const student = find(actor, students, studentId)
  const occasion = findOccasion(actor, occasionId)
  return student && occasion && due.amountMinor > 0 ? charge(actor, occasion, student, due) : nothing
}

function charge(
  actor: Actor,
  occasion: Occasion,
  student: typeof students.$inferSelect,
  { companions, amountMinor, ...due }: Due,
): FeeOutcome {
  const charged = addItemCharge(actor, {
    familyId: student.familyId,
    studentId: student.id,
    description: feeText(actor, occasion, student.firstName, companions),
    amountMinor: due.priceMinor,
    tax: due.isFeeTaxed && findDefaultTax(actor) ? defaultTax : noTax,
    occurredOn: entryDay(actor),
  })
  if (!charged.ok) throw new Error(`The fee of an event could not be charged: ${charged.reason}`)
  add(actor, eventFees, { occasionId: occasion.id, chargeId: charged.chargeId })
  return { act: "charged", amountMinor }
}

/** "Recital fee, Otis and 1 guest, Winter recital, Dec 12, 2026" */
function feeText(actor: Actor, occasion: Occasion, firstName: string, companions: number): string {
  const who = companions > 0 ? [firstName, countOf(companions, "guest")].join(" and ") : firstName
  const date = formatDate(occasion.localDate, "medium", actor.school)
  return [[kindLabels[occasion.kind], "fee"].join(" "), who, occasion.title, date].join(", ").slice(0, 200)
}

/** Changes an event; the fees that are on no invoice yet name its new title and day. */
export function changeWithFees(...given: Parameters<typeof changeOccasion>) {
  return transact(() => {
    const [actor, occasionId] = given
    const changed = changeOccasion(...given)
    const occasion = changed.ok && findOccasion(actor, occasionId)
    if (occasion) for (const fee of listStanding(actor, [occasionId])) nameFee(actor, occasion, fee)
    return changed
  })
}

function nameFee(actor: Actor, occasion: Occasion, { chargeId, studentId, withdrawnAt }: Standing) {
  const student = studentId ? find(actor, students, studentId) : undefined
  const charge = find(actor, charges, chargeId)
  if (!student || !charge || withdrawnAt !== null) return
  const companions = findGuest(actor, occasion.id, student.id)?.companions ?? 0
  const description = feeText(actor, occasion, student.firstName, companions)
  if (description === charge.description) return
  const { occurredOn, amountMinor } = charge
  changeCharge(actor, chargeId, { description, amountMinor, occurredOn, reason: "The event changed" })
}

const withdrawn = "No longer takes part"

type Standing = ReturnType<typeof listStanding>[number]

/** The gravest first: of several fees of a student, as after a merge, it is what is told. */
const acts = ["decide", "not-yours", "off-next-invoice", "removed"] as const

function takeAllBack(actor: Actor, fees: readonly Standing[]): FeeOutcome {
  const done = fees.map((fee) => ({ act: takeBack(actor, fee), amountMinor: fee.amountMinor }))
  const act = acts.find((each) => done.some((one) => one.act === each)) ?? "none"
  return { act, amountMinor: sumOf(done.filter((one) => one.act === act)) }
}

/** Whether a fee is alone on an invoice that its family asked for to pay it, and nothing has been paid of it. */
const isToVoid = (actor: Actor, { isOwnInvoice }: Standing, lines: ReturnType<typeof listLines>): boolean =>
  isOwnInvoice &&
  lines.every(({ invoiceId }) => {
    const invoice = findInvoice(actor, invoiceId)
    return invoice?.lineCount === 1 && invoice.paidMinor === 0 && listUnderWay(actor, invoiceId).length === 0
  })

function takeBack(actor: Actor, standing: Standing): FeeAct {
  const { feeId, chargeId, ...fee } = standing
  if (fee.withdrawnAt !== null) return "none"
  if (!may(actor, "portal:write") && !may(actor, "invoice:issue")) return "not-yours"
  const lines = listLines(actor, [{ chargeId }])
  const [first] = lines
  const isVoid =
    first !== undefined &&
    isToVoid(actor, standing, lines) &&
    voidInvoice(actor, { invoiceId: first.invoiceId, reason: withdrawn }).ok
  if (isVoid || !first) {
    if (!withdrawCharge(actor, chargeId, withdrawn).ok) return "decide"
    change(actor, eventFees, feeId, { takenBackAt: now() })
    return "removed"
  }
  const isDecided =
    fee.creditedNetMinor !== 0 ||
    lines.some(({ writtenOffMinor }) => writtenOffMinor > 0) ||
    listCorrections(actor, chargeId).length > 0
  if (isDecided) return "decide"
  const { familyId, studentId, description } = fee
  const amount = reversed(fee)
  const id = add(actor, charges, {
    familyId,
    studentId,
    description,
    source: "correction",
    correctsChargeId: chargeId,
    reason: withdrawn,
    occurredOn: entryDay(actor),
    ...amount,
  })
  recordEvent(actor, "charge.add", id, { after: { description, ...amount } })
  change(actor, eventFees, feeId, { takenBackAt: now() })
  return "off-next-invoice"
}

/**
 * After a payment of an invoice didn't arrive: where it is of a fee alone that was taken back while the money was on its way, it is void
 * and nothing comes off the next one. True where it does; in the caller's transaction.
 */
export function voidTakenBack(actor: Actor, invoiceId: string): boolean {
  const onInvoice = select({ chargeId: invoiceLines.chargeId })
    .from(invoiceLines)
    .where(and(own(actor, invoiceLines), eq(invoiceLines.invoiceId, invoiceId)))
  const isOwn = and(eq(eventFees.isOwnInvoice, true), isNotNull(eventFees.takenBackAt))
  const [fee] = listFees(actor, and(isOwn, isNull(charges.withdrawnAt), inArray(charges.id, onInvoice)))
  const corrections = fee ? listCorrections(actor, fee.chargeId) : []
  if (!fee || corrections.length === 0 || corrections.some((each) => isPaidOut(actor, each))) return false
  if (!isToVoid(actor, fee, listLines(actor, [fee]))) return false
  if (!voidInvoice(actor, { invoiceId, reason: withdrawn }).ok) return false
  withdrawAll(actor, corrections, withdrawn)
  return withdrawCharge(actor, fee.chargeId, withdrawn).ok
}

/** Puts back what was taken back of a student since an instant, as it was. */
function putBack(actor: Actor, occasionId: string, studentId: string, since: number): FeeOutcome {
  const fees = listFees(
    actor,
    and(
      eq(eventFees.occasionId, occasionId),
      eq(charges.studentId, studentId),
      isNotNull(eventFees.takenBackAt),
      gte(eventFees.takenBackAt, since),
    ),
  )
  for (const fee of fees) putOneBack(actor, fee)
  return fees.length > 0 ? { act: "restored", amountMinor: sumOf(fees) } : nothing
}

/** The same by its ids, as when a merge is undone; in the caller's transaction. */
export function putFeesBack(actor: Actor, feeIds: readonly string[]) {
  for (const fee of listFees(actor, and(among(eventFees.id, feeIds), isNotNull(eventFees.takenBackAt))))
    putOneBack(actor, fee)
}

function putOneBack(actor: Actor, { feeId, chargeId, occasionId, ...fee }: Standing) {
  const corrections = listCorrections(actor, chargeId)
  if (corrections.some((each) => isPaidOut(actor, each)) && fee.studentId) {
    // The correction was paid out on an invoice: the fee is charged once more, for the same amount.
    const companions = findGuest(actor, occasionId, fee.studentId)?.companions ?? 0
    const { amountMinor } = fee
    const isFeeTaxed = fee.taxName !== null
    chargeOne(actor, occasionId, fee.studentId, {
      ...{ companions, priceMinor: shownMinor(fee), isFeeTaxed, amountMinor },
    })
    return
  }
  withdrawAll(actor, corrections, "Takes part again")
  // What the office waived meanwhile stays waived.
  if (fee.withdrawnReason === waivedAs(withdrawn))
    change(actor, charges, chargeId, { withdrawnAt: null, withdrawnReason: null })
  change(actor, eventFees, feeId, { takenBackAt: null })
  const { description, amountMinor } = fee
  recordEvent(actor, "charge.restore", chargeId, { after: { description, amountMinor } })
}

const isPaidOut = (
  actor: Actor,
  { billedLines, chargeId }: ReturnType<typeof listCorrections>[number],
): boolean => billedLines > 0 || hasRow(actor, creditNoteLines, eq(creditNoteLines.chargeId, chargeId))

const listFees = (actor: Actor, which: ReturnType<typeof and>) =>
  select({
    feeId: eventFees.id,
    feeAt: eventFees.createdAt,
    occasionId: eventFees.occasionId,
    isOwnInvoice: eventFees.isOwnInvoice,
    chargeId: charges.id,
    occurredOn: charges.occurredOn,
    familyId: charges.familyId,
    studentId: charges.studentId,
    description: charges.description,
    withdrawnAt: charges.withdrawnAt,
    withdrawnReason: charges.withdrawnReason,
    creditedNetMinor: charges.creditedNetMinor,
    ...taxedColumns,
  })
    .from(eventFees)
    .innerJoin(charges, joined(charges, eventFees.chargeId))
    .where(and(own(actor, eventFees), which))
    .orderBy(asc(eventFees.createdAt), asc(eventFees.id))
    .all()

/** The fees of events that weren't taken back, waived ones too, of some students or of all. */
const listStanding = (actor: Actor, occasionIds?: readonly string[], studentIds?: readonly string[]) =>
  listFees(
    actor,
    and(
      occasionIds && among(eventFees.occasionId, occasionIds),
      studentIds && among(charges.studentId, studentIds),
      isNull(eventFees.takenBackAt),
    ),
  )

/** The lines that claim some charges on issued invoices, and what of their invoice is still to be paid or written off. */
function listLines(actor: Actor, fees: readonly { chargeId: string }[]) {
  const ids = fees.map(({ chargeId }) => chargeId)
  return select({
    chargeId: sql<string>`coalesce(${invoiceLines.partOfChargeId}, ${invoiceLines.chargeId})`,
    invoiceId: invoices.id,
    isOpen: sql<number>`${isOpen}`.mapWith(Boolean),
    writtenOffMinor: writtenOffAmount,
  })
    .from(invoiceLines)
    .innerJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(
      and(
        own(actor, invoiceLines),
        or(among(invoiceLines.chargeId, ids), among(invoiceLines.partOfChargeId, ids)),
        isNull(invoiceLines.releasedAt),
        eq(invoices.state, "issued"),
      ),
    )
    .all()
}

/** Where the fees of events stand, of some students or of all, in the order they were charged. Two statements. */
export function listGuestFees(
  actor: Actor,
  occasionIds: readonly string[],
  studentIds?: readonly string[],
): GuestFee[] {
  const standing = listStanding(actor, occasionIds, studentIds)
  const lines = standing.length > 0 ? listLines(actor, standing) : []
  return standing.map((fee) => ({
    occasionId: fee.occasionId,
    studentId: fee.studentId ?? "",
    familyId: fee.familyId,
    description: fee.description,
    state: stateOf(
      fee,
      lines.filter(({ chargeId }) => chargeId === fee.chargeId),
    ),
    amountMinor: fee.amountMinor,
  }))
}

function stateOf(fee: Standing, lines: ReturnType<typeof listLines>): FeeState {
  if (fee.withdrawnAt !== null) return "waived"
  if (lines.length === 0) return "to-invoice"
  if (lines.some((line) => line.isOpen)) return "due"
  if (lines.some(({ writtenOffMinor }) => writtenOffMinor > 0)) return "written-off"
  return fee.creditedNetMinor === 0 ? "paid" : "credited"
}
