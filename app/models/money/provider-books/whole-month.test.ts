import { invoices } from "db/schema/money"
import { allocations, payments, refunds } from "db/schema/money-payments"
import { providerEntries } from "db/schema/money-provider-books"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fixClock, now, todayOf } from "~/utils/clock.server"
import { addDays, addMonths, monthOf } from "~/utils/dates"
import { openFamily, owe } from "../../../../tests/support/billing"
import { openPayingFamily, type Signed, signedIn } from "../../../../tests/support/family"
import { livesMany } from "../../../../tests/support/histories/count"
import { rowOf, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { cards, giveStripe, startStripe } from "../../../../tests/support/stripe"
import { listMovements } from "../accounting-file/sales-file.server"
import { listEntries } from "../bank-import/bank-import.server"
import { keepEntries } from "../bank-import/keep-entries.server"
import { closeMonth } from "../closing/closing.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { cashUp } from "../ledger/money-summary.server"
import { netOf } from "../month-sheet/month-rows"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { paymentMethods } from "../payment/payment"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { findOrderOfCapture, makeRefund, settleRefunds } from "../payment-order/settle-refunds.server"
import { startInvoicePayment } from "../payment-order/start-payment.server"
import { orderRefund } from "../refund-order/refund-order.server"
import { readBooks } from "./provider-books.server"

// A whole month of payments through two providers: cards, debits that arrive days later, iDEAL and PayPal, refunds, disputes and
// payouts. The test notes beside it what was meant, and the ledger, the sheet, the files, the payouts and the bank must say the same.

/** 120 in `npm test`; a month of a large school before a release. */
const count = livesMany ? 2_000 : 120
const days = 30
const dayMs = 86_400_000

let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

type Way = "stripe" | "paypal"
type Method = "card" | "debit" | "online" | "paypal"
/** What was meant to happen to the money, each on its day; minor units, below zero where it went back. */
type Meant = {
  on: string
  kind: "payment" | "refund" | "chargeback" | "chargeback-won"
  way: Way
  method: Method
  familyId: string
  amountMinor: number
}
/** What Stripe keeps or takes beside the ledger: disputes are taken before they are lost. */
type Booked = { on: string; way: Way; grossMinor: number; besideMinor: number; feeMinor: number }
type Payer = { familyId: string; studentIds: string[]; guardian: Signed }

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)

test(`${count} payments of a month are the same to the cent in every book`, async () => {
  // Stripe's clock goes on as ours does: both stand at the first of a month.
  const first = `${addMonths(new Date().toISOString().slice(0, 7).concat("-01"), 1)}`
  const beginning = Date.parse(`${first}T15:00:00Z`)
  await stripe.control("/clock", { advance: beginning - Date.now() })
  fixClock(beginning)
  const { school, guardian, ...own } = openPayingFamily()
  const account = giveStripe(school)
  const payers: Payer[] = [{ ...own, guardian }]
  for (let each = 1; each < 8; each += 1) {
    const adults = [{ name: `Payer ${each}`, payerShare: 10_000, email: `month${each}@payers.example` }]
    const family = openFamily(school, { name: `Family ${each}`, adults, children: ["Ada"] })
    payers.push({ ...family, guardian: signedIn(school, "guardian", family.guardianIds[0] ?? "") })
  }
  const meant: Meant[] = []
  const booked: Booked[] = []
  const billed = new Map<string, number>()
  const later = new Map<number, (() => Promise<void>)[]>()
  const on = (day: number, act: () => Promise<void>) => later.set(day, [...(later.get(day) ?? []), act])

  const bill = ({ familyId, studentIds }: Payer, amountMinor: number): string => {
    const today = todayOf(school)
    const issued = issueInvoice(school, {
      familyId,
      from: today,
      to: today,
      dueOn: addDays(today, 14),
      chargeIds: [owe(school, { familyId, studentIds }, amountMinor, { occurredOn: today })],
      unchargedSeatIds: [],
      note: null,
    })
    if (!issued.ok) throw new Error(issued.reason)
    billed.set(familyId, (billed.get(familyId) ?? 0) + amountMinor)
    return issued.invoiceId
  }

  /** Sends a payer to the provider's page and settles what comes of it; the order's state, and the payment. */
  const pay = async ({ guardian: { actor } }: Payer, invoiceId: string, way: Way, number: string) => {
    const started = await startInvoicePayment(actor, invoiceId, { way })
    if (!started.ok) throw new Error(started.reason)
    const page = new URL(started.approveUrl)
    let token = page.searchParams.get("token") ?? ""
    if (way === "paypal")
      await fetch(`${page.origin}${page.pathname}`, {
        method: "POST",
        body: new URLSearchParams({ token, choice: "pay" }),
        redirect: "manual",
      })
    else
      token =
        new URL((await stripe.press(started.approveUrl, "pay", number)) ?? "", "http://x").searchParams.get(
          "token",
        ) ?? ""
    const settle = async () => {
      const order = findOwnOrder(actor, invoiceId, token)
      if (!order) throw new Error("The order is not there")
      return settlePayment(actor, order)
    }
    return { settle, settled: await settle() }
  }

  const stripeFee = (amountMinor: number) => Math.round(amountMinor * 0.029) + 30
  const paypalFee = (amountMinor: number) => Math.round(amountMinor * 0.0349 + 49)

  /** Writes down what has arrived, and plans what becomes of it. */
  const arrived = (index: number, day: number, facts: Omit<Meant, "on" | "kind">, paymentId: string) => {
    const { way, amountMinor } = facts
    const write = (kind: Meant["kind"], minor: number) =>
      meant.push({ ...facts, on: todayOf(school), kind, amountMinor: minor })
    const book = (row: Partial<Booked>) =>
      booked.push({ on: todayOf(school), way, grossMinor: 0, besideMinor: 0, feeMinor: 0, ...row })
    write("payment", amountMinor)
    book({
      grossMinor: amountMinor,
      feeMinor: way === "stripe" ? stripeFee(amountMinor) : paypalFee(amountMinor),
    })
    const captureId = rowOf(payments, { id: paymentId })?.providerReference ?? ""
    const change = (body: Record<string, unknown>) =>
      way === "stripe" ? stripe.change(captureId, body) : stripe.control(`/payments/${captureId}`, body)
    const follow = async (isLoss = false) => {
      const order = findOrderOfCapture(captureId)
      if (order)
        expect(["refunded", "same"]).toContain(
          await settleRefunds(school, order, isLoss ? { at: now(), receivedAt: now(), isLoss } : undefined),
        )
    }
    const giveBack = (minor: number) => async () => {
      const ordered = orderRefund(school, { paymentId, amountMinor: minor, reason: "Lessons canceled" })
      if (!ordered.ok) throw new Error(ordered.reason)
      expect((await makeRefund(school, ordered.refundOrderId)).state).toBe("refunded")
      write("refund", -minor)
      book({ besideMinor: -minor })
    }
    if (index % 11 === 3) on(day + 1, giveBack(amountMinor))
    else if (index % 13 === 4) {
      on(day + 1, giveBack(Math.floor(amountMinor / 3)))
      on(day + 2, giveBack(Math.floor(amountMinor / 5)))
    } else if (index % 17 === 5)
      on(day + 1, async () => {
        // Made at the provider: the books follow.
        const minor = Math.floor(amountMinor / 4)
        await change({ refund: way === "stripe" ? minor : (minor / 100).toFixed(2) })
        await follow()
        write("refund", -minor)
        book({ besideMinor: -minor })
      })
    else if (index % 19 === 6) {
      if (way === "stripe") {
        on(day + 1, async () => {
          await change({ dispute: "needs_response" })
          await follow()
          book({ besideMinor: -amountMinor, feeMinor: 1_500 })
        })
        on(day + 3, async () => {
          await change({ dispute: "lost" })
          await follow()
          write("chargeback", -amountMinor)
        })
      } else
        on(day + 2, async () => {
          await change({ reversal: true })
          await follow(true)
          write("chargeback", -amountMinor)
          book({ besideMinor: -amountMinor })
        })
    } else if (index % 23 === 7) {
      on(day + 1, async () => {
        await change(way === "stripe" ? { dispute: "needs_response" } : { reversal: true })
        await follow(way === "paypal")
        if (way === "paypal") write("chargeback", -amountMinor)
        book({ besideMinor: -amountMinor, feeMinor: way === "stripe" ? 1_500 : 0 })
      })
      on(day + 4, async () => {
        await change(way === "stripe" ? { dispute: "won" } : { disputeWon: true })
        await follow()
        if (way === "paypal") write("chargeback-won", amountMinor)
        book({ besideMinor: amountMinor })
      })
    }
  }

  const ways: { way: Way; method: Method; number: string }[] = [
    { way: "stripe", method: "card", number: cards.good },
    { way: "paypal", method: "paypal", number: "" },
    { way: "stripe", method: "debit", number: cards.debit },
    { way: "stripe", method: "card", number: "5555 5555 5555 4444" },
    { way: "paypal", method: "paypal", number: "" },
    { way: "stripe", method: "online", number: cards.ideal },
    { way: "stripe", method: "card", number: cards.good },
  ]
  const payOne = async (index: number, day: number) => {
    const payer = payers[index % payers.length]
    const chosen = ways[index % ways.length]
    if (!payer || !chosen) throw new Error("There are payers and ways")
    const { way, method, number } = chosen
    const amountMinor = 1_000 + ((index * 7_919) % 60_000)
    const invoiceId = bill(payer, amountMinor)
    const facts = { way, method, familyId: payer.familyId, amountMinor }
    const { settled, settle } = await pay(payer, invoiceId, way, number)
    if (settled.state === "paid") return arrived(index, day, facts, settled.paymentId)
    expect(settled.state).toBe("processing")
    const intent = (await stripe.payments(account)).at(-1)
    const isRefused = index % 5 === 0
    on(day + 4, async () => {
      await stripe.change(intent?.id ?? "", { settle: isRefused ? "failed" : "succeeded" })
      const later = await settle()
      expect(later.state).toBe(isRefused ? "declined" : "paid")
      if (later.state === "paid") arrived(index, day + 4, facts, later.paymentId)
    })
  }

  const paidOut: { on: string; amountMinor: number }[] = []
  const bank: { bookedOn: string; amountMinor: number }[] = []
  const endDay = async (day: number) => {
    for (const act of later.get(day) ?? []) await act()
    await stripe.endPayouts(account, "paid")
    const made = await stripe.payOut(account)
    if (made) {
      const arrives = new Date(now() + 2 * dayMs).toISOString().slice(0, 10)
      paidOut.push({ on: arrives, amountMinor: made.amount })
      // What a provider takes from the bank leaves it, which no import keeps.
      if (made.amount > 0) bank.push({ bookedOn: arrives, amountMinor: made.amount })
    }
    await readBooks(school)
    await stripe.pass("P1D")
    fixClock(beginning + (day + 1) * dayMs)
  }
  let index = 0
  for (let day = 0; day < days; day += 1) {
    const until = Math.round(((day + 1) * count) / days)
    for (; index < until; index += 1) await payOne(index, day)
    await endDay(day)
  }
  for (let day = days; day < days + 8; day += 1) await endDay(day)
  await keepEntries(
    school,
    {
      entries: bank.map((line, at) => ({
        ...line,
        currency: "USD",
        payerName: "STRIPE PAYMENTS",
        reference: `PAYOUT ${at}`,
        bankReference: null,
      })),
      left: [],
      outgoing: 0,
      unreadable: [],
    },
    "bank.csv",
  )

  const schoolId = school.school.id
  expect(new Set(meant.map(({ kind }) => kind)).size).toBe(4)
  const months = [...new Set(meant.map(({ on: date }) => monthOf(date)))].sort()
  expect(months).toHaveLength(2)
  const sheets = months.map((month) => findMonthSheet(school, month))
  const check = () => {
    for (const [at, month] of months.entries()) {
      const sheet = findMonthSheet(school, month)
      const of = meant.filter(({ on: date }) => monthOf(date) === month)
      for (const kind of ["payment", "refund", "chargeback", "chargeback-won"] as const) {
        const rows = of.filter((row) => row.kind === kind)
        expect({ kind, ...sheet.kinds[kind] }).toEqual({
          kind,
          count: rows.length,
          sumMinor: 0 - sum(rows, (row) => row.amountMinor),
        })
      }
      const net = sum(of, (row) => row.amountMinor)
      for (const method of ["debit", "card", "online", "paypal"] as const) {
        const rows = of.filter((row) => row.method === method)
        const paid = rows.filter(({ kind }) => kind === "payment")
        expect(sheet.methods.find((row) => row.method === method)).toEqual(
          rows.length > 0
            ? {
                method,
                receivedMinor: sum(paid, (row) => row.amountMinor),
                refundedMinor: sum(paid, (row) => row.amountMinor) - sum(rows, (row) => row.amountMinor),
              }
            : undefined,
        )
      }
      expect(sum(cashUp(school, sheet), (day) => day.totalMinor)).toBe(net)
      const movements = paymentMethods.flatMap((method) => listMovements(school, month, method))
      expect(sum(movements, (row) => row.amountMinor)).toBe(net)
      const kept = booked.filter(({ on: date }) => monthOf(date) === month)
      for (const provider of ["stripe", "paypal"] as const) {
        const rows = kept.filter(({ way }) => way === provider)
        const fees = sheet.fees.find((row) => row.provider === provider)
        expect(fees ?? { provider, grossMinor: 0, besideMinor: 0, feeMinor: 0 }).toMatchObject({
          grossMinor: sum(rows, (row) => row.grossMinor),
          besideMinor: sum(rows, (row) => row.besideMinor),
          feeMinor: sum(rows, (row) => row.feeMinor),
        })
      }
      expect(sum(movements, (row) => row.feeMinor)).toBe(sum(kept, (row) => row.feeMinor))
      expect(sheet.withoutFee).toBe(0)
      const arriving = paidOut.filter(({ on: date }) => monthOf(date) === month)
      expect(sum(sheet.payouts, (row) => row.amountMinor)).toBe(sum(arriving, (row) => row.amountMinor))
      expect(sheet.payouts.filter((row) => row.amountMinor > 0 && row.bankedOn === null)).toEqual([])
      const before = sheets[at - 1]
      if (before) expect(sheet.openingMinor).toBe(before.closingMinor)
      expect(sheet.closingMinor).toBe(
        sheet.openingMinor + sum(Object.values(sheet.kinds), (each) => each.sumMinor),
      )
    }
  }
  check()

  // The payouts are what is booked, but for what isn't paid out yet; the bank has each once.
  const entries = rowsOf(providerEntries, { schoolId })
  const ofStripe = entries.filter(({ provider }) => provider === "stripe")
  const inPayouts = ofStripe.filter(({ payoutId }) => payoutId !== null)
  const netMinor = sum(inPayouts, (entry) => entry.amountMinor - entry.feeMinor)
  expect(netMinor).toBe(sum(paidOut, (payout) => payout.amountMinor))
  expect(inPayouts).toHaveLength(ofStripe.length)
  const takenMinor = sum(paidOut, (payout) => Math.min(0, payout.amountMinor))
  expect(sum(bank, (line) => line.amountMinor) + takenMinor).toBe(netMinor)
  expect(listEntries(school, "open", 1).rows).toEqual([])
  expect(
    sum(sheets, ({ fees }) =>
      sum(
        fees.filter(({ provider }) => provider === "stripe"),
        netOf,
      ),
    ),
  ).toBe(netMinor)

  // Each family owes what it was billed and didn't pay, or what went back of it.
  for (const { familyId } of payers) {
    const rows = meant.filter((row) => row.familyId === familyId)
    expect(familyBalance(school, familyId)).toBe(
      (billed.get(familyId) ?? 0) - sum(rows, (row) => row.amountMinor),
    )
  }
  const paid = rowsOf(payments, { schoolId })
  const gone = rowsOf(refunds, { schoolId })
  const settled = rowsOf(allocations, { schoolId })
  const issued = rowsOf(invoices, { schoolId })
  expect(sum(paid, (row) => row.amountMinor) - sum(gone, (row) => row.amountMinor)).toBe(
    sum(meant, (row) => row.amountMinor),
  )
  expect(sum(settled, (row) => row.amountMinor)).toBe(sum(meant, (row) => row.amountMinor))
  expect(issued).toHaveLength(count)
  booksAreSound()

  // Closed, the month stays as it was, whatever comes later: a card that is charged back, its fee, another payout.
  const [month = "", next = ""] = months
  expect(closeMonth(school, month).ok).toBe(true)
  const closed = findMonthSheet(school, month)
  const [late] = paid.filter(
    ({ id, method, receivedOn }) =>
      method === "card" && monthOf(receivedOn) === month && !gone.some(({ paymentId }) => paymentId === id),
  )
  const order = findOrderOfCapture(late?.providerReference ?? "")
  if (!late || !order) throw new Error("A card was charged")
  await stripe.change(late.providerReference ?? "", { dispute: "lost" })
  await settleRefunds(school, order)
  await readBooks(school)
  expect(findMonthSheet(school, month)).toEqual(closed)
  expect(findMonthSheet(school, next).kinds.chargeback.sumMinor).toBe(
    (sheets[1]?.kinds.chargeback.sumMinor ?? 0) + late.amountMinor,
  )
})
