import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { bankEntries } from "db/schema/money-bank"
import { payments } from "db/schema/money-payments"
import { providerEntries } from "db/schema/money-provider-books"
import { and, eq, sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import { localDate } from "~/utils/zones"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { startPayPal } from "../../../../tests/support/paypal"
import { payInvoiceAt } from "../../../../tests/support/paypal-with-messages"
import { changeRows, rowsOf } from "../../../../tests/support/school"
import { giveStripe, startStripe } from "../../../../tests/support/stripe"
import { listMovements } from "../accounting-file/sales-file.server"
import { listEntries } from "../bank-import/bank-import.server"
import { keepEntries } from "../bank-import/keep-entries.server"
import { ignoreEntry, restoreEntry } from "../bank-import/record-entry.server"
import { closeMonth } from "../closing/closing.server"
import { listCategories } from "../expense/expense-categories.server"
import { addExpense } from "../expense/save-expense.server"
import { netOf } from "../month-sheet/month-rows"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { followChargeback, winChargeback } from "../payment/chargeback.server"
import { recordRefund } from "../payment/refund.server"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { startInvoicePayment } from "../payment-order/start-payment.server"
import { queueBooks, readBooks } from "./provider-books.server"

// What the providers kept and paid out, to the cent: the month's sheet, the payouts and the bank say the same.

let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe()
})
afterEach(async () => {
  fixClock(testNow)
  await stripe.noFaults()
})
afterAll(() => stripe.close())

const day = 86_400_000
/** Stripe's clock is the real one: what it booked and pays out is of these days. */
const payoutDay = () => new Date(Date.now() + 2 * day).toISOString().slice(0, 10)

function open(facts: Parameters<typeof openPayingFamily>[0] = {}) {
  const family = openPayingFamily(facts)
  const { school } = family
  return {
    ...family,
    account: giveStripe(school),
    read: () => {
      fixClock(Date.now())
      return readBooks(school)
    },
    sheet: () => ({
      ...findMonthSheet(school, monthOf(localDate(Date.now(), school.school.timeZone))),
      payouts: findMonthSheet(school, monthOf(payoutDay())).payouts,
    }),
  }
}
type Open = ReturnType<typeof open>

async function pay(family: Open, amountMinor: number): Promise<string> {
  const { actor } = family.guardian
  const invoiceId = invoiceOver(family.school, family, amountMinor)
  const started = await startInvoicePayment(actor, invoiceId, { way: "stripe" })
  if (!started.ok) throw new Error(started.reason)
  const back = (await stripe.press(started.approveUrl, "pay")) ?? ""
  const order = findOwnOrder(
    actor,
    invoiceId,
    new URL(back, "http://localhost").searchParams.get("token") ?? "",
  )
  const settled = order && (await settlePayment(actor, order))
  if (settled?.state !== "paid") throw new Error("It isn’t paid")
  return settled.paymentId
}

const bank = ({ school }: Open, amountMinor: number, payerName: string, bookedOn = payoutDay()) =>
  keepEntries(
    school,
    {
      entries: [
        {
          bookedOn,
          amountMinor,
          currency: "USD",
          payerName,
          reference: "STRIPE PAYOUT",
          bankReference: null,
        },
      ],
      left: [],
      outgoing: 0,
      unreadable: [],
    },
    "bank.csv",
  )

const schoolOf = ({ school }: Open) => school.school.id
/** The first line on the bank's statement. */
const entryOf = (family: Open) => rowsOf(bankEntries, { schoolId: schoolOf(family) }, { by: "id" })[0]

test("the month shows gross, fee and net of each provider, each payment once", async () => {
  const family = open()
  const amounts = [20_000, 4_250, 9_999]
  for (const amount of amounts) await pay(family, amount)
  expect(findMonthSheet(family.school, "2026-11")).toMatchObject({ fees: [], withoutFee: 3 })
  await family.read()
  await family.read()
  const [fees] = family.sheet().fees
  const feeMinor = amounts.reduce((sum, amount) => sum + Math.round(amount * 0.029) + 30, 0)
  expect(fees).toMatchObject({
    provider: "stripe",
    currency: "USD",
    grossMinor: 34_249,
    besideMinor: 0,
    feeMinor,
  })
  expect(findMonthSheet(family.school, "2026-11").withoutFee).toBe(0)
})

test("a refund and a lost dispute with its fee are in it", async () => {
  const family = open()
  await pay(family, 20_000)
  await pay(family, 10_000)
  const [first, second] = await stripe.payments(family.account)
  await stripe.change(first?.id ?? "", { refund: 500 })
  await stripe.change(second?.id ?? "", { dispute: "lost" })
  await family.read()
  const [fees] = family.sheet().fees
  expect(fees).toMatchObject({ grossMinor: 30_000, besideMinor: -500 - (second?.amount ?? 0) })
  expect(fees?.feeMinor).toBe(610 + 320 + 1_500)
})

test("a fee that is told after its month was closed counts in the first open one, in its sheet and its file", async () => {
  const family = open()
  await pay(family, 20_000)
  const paidIn = "2026-11"
  const { last } = monthBounds(monthOf(localDate(Date.now(), family.school.school.timeZone)))
  const firstOpen = addDays(last, 1)
  fixClock(Date.parse(`${addDays(firstOpen, 3)}T12:00:00Z`))
  closeMonth(family.school, monthOf(last))
  const closed = findMonthSheet(family.school, paidIn)
  await readBooks(family.school)
  const feeMinor = 610
  expect(findMonthSheet(family.school, paidIn)).toEqual(closed)
  expect(findMonthSheet(family.school, monthOf(firstOpen)).fees).toMatchObject([{ feeMinor }])
  const fees = (month: string) => listMovements(family.school, month, "card")
  expect(fees(paidIn)).toMatchObject([{ amountMinor: 20_000, feeMinor: 0 }])
  expect(fees(monthOf(firstOpen))).toMatchObject([{ amountMinor: 0, feeMinor, on: firstOpen }])
})

test("a payout that is told after its month was closed is in the first open one’s sheet", async () => {
  const family = open()
  await pay(family, 20_000)
  await stripe.payOut(family.account)
  const month = monthOf(payoutDay())
  fixClock(Date.parse(payoutDay()) + 40 * day)
  expect(closeMonth(family.school, month).ok).toBe(true)
  const closed = findMonthSheet(family.school, month)
  expect(closed.payouts).toEqual([])
  await readBooks(family.school)
  await stripe.endPayouts(family.account, "paid")
  await readBooks(family.school)
  expect(findMonthSheet(family.school, month)).toEqual(closed)
  const next = findMonthSheet(family.school, monthOf(addDays(closed.to, 1)))
  expect(next.payouts).toMatchObject([{ arrivesOn: payoutDay(), state: "paid" }])
})

test("the file of a method has each payment’s fee, and adds up to the sheet", async () => {
  const family = open()
  for (const amount of [20_000, 4_250]) await pay(family, amount)
  fixClock(Date.now())
  await readBooks(family.school)
  const months = ["2026-11", monthOf(localDate(Date.now(), family.school.school.timeZone))]
  const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)
  const inFiles = sum(
    [...new Set(months)].flatMap((month) =>
      listMovements(family.school, month, "card").map(({ feeMinor }) => feeMinor),
    ),
  )
  expect(inFiles).toBe(610 + 153)
  expect(
    sum(
      [...new Set(months)].flatMap((month) =>
        findMonthSheet(family.school, month).fees.map(({ feeMinor }) => feeMinor),
      ),
    ),
  ).toBe(inFiles)
})

test("a payout is what its entries come to, and its line on the bank statement is found, whichever comes first", async () => {
  for (const isBankFirst of [false, true]) {
    fixClock(testNow)
    const family = open()
    await pay(family, 20_000)
    await pay(family, 4_250)
    const made = await stripe.payOut(family.account)
    const amountMinor = made?.amount ?? 0
    if (isBankFirst) await bank(family, amountMinor, "STRIPE")
    await family.read()
    if (!isBankFirst) {
      expect(family.sheet().payouts).toMatchObject([{ state: "on-its-way", bankedOn: null }])
      await bank(family, amountMinor, "Stripe Payments")
    }
    const [payout] = family.sheet().payouts
    const [fees] = family.sheet().fees
    expect(payout).toMatchObject({ amountMinor, bankedOn: payoutDay() })
    expect(fees && netOf(fees)).toBe(amountMinor)
    const entries = rowsOf(providerEntries, { payoutId: payout?.id ?? "" })
    expect(entries.reduce((sum, entry) => sum + entry.amountMinor - entry.feeMinor, 0)).toBe(amountMinor)
    const entry = entryOf(family)
    expect(entry?.state).toBe("ignored")
    // Taken up again, it pays whatever the office says.
    expect(inAct(restoreEntry)(family.school, entry?.id ?? "").ok).toBe(true)
    expect(family.sheet().payouts).toMatchObject([{ bankedOn: null }])
    await family.read()
    expect(family.sheet().payouts).toMatchObject([{ bankedOn: null }])
    expect(entryOf(family)?.state).toBe("open")
    expect(listEntries(family.school, "open", 1).rows).toMatchObject([{ payoutOf: null }])
    const setAside = and(eq(events.schoolId, schoolOf(family)), eq(events.verb, "ignore-transfer"))
    expect(rowsOf(events, setAside)).toHaveLength(1)
    // The right line, which comes later, is found.
    await bank(family, amountMinor, "Stripe again")
    expect(family.sheet().payouts).toMatchObject([{ bankedOn: payoutDay() }])
    expect(entryOf(family)?.state).toBe("open")
  }
})

test("a line that was set aside by hand before the payout was known is its line", async () => {
  const family = open()
  await pay(family, 20_000)
  const made = await stripe.payOut(family.account)
  await bank(family, made?.amount ?? 0, "STRIPE")
  const entry = entryOf(family)
  expect(inAct(ignoreEntry)(family.school, entry?.id ?? "").ok).toBe(true)
  const set = entryOf(family)
  await family.read()
  expect(family.sheet().payouts).toMatchObject([{ bankedOn: payoutDay() }])
  expect(entryOf(family)).toEqual(set)
})

test("a line that is other income is no payout’s", async () => {
  const family = open()
  await pay(family, 20_000)
  const made = await stripe.payOut(family.account)
  const amount = made?.amount ?? 0
  await bank(family, amount, "STRIPE")
  fixClock(Date.parse(payoutDay()) + day)
  const transfer = entryOf(family)?.id ?? ""
  const [category] = listCategories(family.school, "income")
  const income = await addExpense(
    family.school,
    {
      spentOn: payoutDay(),
      payee: "Stripe",
      category: category?.id ?? "",
      amount,
      taxAmount: 0,
      method: "transfer",
      note: null,
      transfer,
    },
    undefined,
    "income",
  )
  expect(income.ok).toBe(true)
  await readBooks(family.school)
  expect(family.sheet().payouts).toMatchObject([{ bankedOn: null }])
})

test("the books are read four times a day", () => {
  const family = open()
  const midnight = Date.parse("2026-11-19T00:00:00Z")
  for (let halfHours = 0; halfHours < 48; halfHours += 1) {
    fixClock(midnight + halfHours * 30 * 60_000 + 5_000)
    inAct(queueBooks)(family.school)
    // Done, a job's key may be used again.
    inAct(() => changeRows(jobs, { schoolId: schoolOf(family) }, { uniqueKey: null }))()
  }
  expect(rowsOf(jobs, { schoolId: schoolOf(family) })).toHaveLength(4)
})

test("what Stripe counts in thousandths is rounded to ours", async () => {
  const family = open({ currency: "KWD" })
  await pay(family, 4_250)
  await stripe.payOut(family.account)
  await family.read()
  expect(family.sheet().fees).toMatchObject([{ currency: "KWD", grossMinor: 4_250, feeMinor: 126 }])
  expect(family.sheet().payouts).toMatchObject([{ amountMinor: 4_124 }])
})

test("another amount, day or sender is no payout", async () => {
  const family = open()
  await pay(family, 20_000)
  const made = await stripe.payOut(family.account)
  const amountMinor = made?.amount ?? 0
  await family.read()
  await bank(family, amountMinor + 1, "Stripe")
  await bank(family, amountMinor, "Stripe", addDays(payoutDay(), -20))
  await keepEntries(
    family.school,
    {
      entries: [
        {
          bookedOn: payoutDay(),
          amountMinor,
          currency: "USD",
          payerName: "Jonas Haddad",
          reference: "2026-0001",
          bankReference: null,
        },
      ],
      left: [],
      outgoing: 0,
      unreadable: [],
    },
    "bank.csv",
  )
  expect(family.sheet().payouts).toMatchObject([{ bankedOn: null }])
})

test("a payout that fails is paid out again, and its entries are in the later one", async () => {
  const family = open()
  await pay(family, 20_000)
  await stripe.payOut(family.account)
  await family.read()
  await stripe.endPayouts(family.account, "failed")
  await stripe.payOut(family.account)
  await family.read()
  const [failed, later] = family.sheet().payouts
  expect([failed?.state, later?.state]).toEqual(["failed", "on-its-way"])
  const [entry] = rowsOf(providerEntries, { schoolId: family.school.school.id })
  expect(entry?.payoutId).toBe(later?.id)
})

test("a key that may not read them, or a Stripe that fails, leaves the books as they are", async () => {
  const family = open()
  await pay(family, 20_000)
  for (const status of [403, 500]) {
    await stripe.fault({ kind: "status", status, path: "/v1/balance_transactions" })
    await family.read()
    expect(family.sheet().fees).toEqual([])
  }
  await family.read()
  expect(family.sheet().fees).toHaveLength(1)
})

test("many payments, read again and again, are each booked once, to the cent", async () => {
  const family = open()
  for (let count = 0; count < 12; count += 1) await pay(family, 1_000 + count * 137)
  await family.read()
  fixClock(testNow)
  for (let count = 0; count < 4; count += 1) await pay(family, 2_000 + count * 311)
  await family.read()
  const paid = await stripe.payments(family.account)
  expect(family.sheet().fees).toMatchObject([
    {
      grossMinor: paid.reduce((sum, { amount }) => sum + amount, 0),
      feeMinor: paid.reduce((sum, { amount }) => sum + Math.round(amount * 0.029) + 30, 0),
    },
  ])
})

test("the oldest entries are kept first, so that a stop loses none of them", async () => {
  const family = open()
  const paid: string[] = []
  for (let count = 0; count < 3; count += 1) {
    paid.push(await pay(family, 1_000 + count))
    await stripe.pass("PT2S")
  }
  await family.read()
  const kept = db()
    .select({ paymentId: providerEntries.paymentId })
    .from(providerEntries)
    .where(eq(providerEntries.schoolId, family.school.school.id))
    .orderBy(sql`rowid`)
    .all()
  expect(kept.map(({ paymentId }) => paymentId)).toEqual(paid)
})

test("PayPal’s fee comes with the payment, and what went back is in it", async () => {
  const paypal = await startPayPal()
  const { school, orderId } = await payInvoiceAt(paypal)
  const [fees] = findMonthSheet(school, "2026-11").fees
  expect(fees).toMatchObject({ provider: "paypal", grossMinor: 20_000, besideMinor: 0, feeMinor: 747 })
  const [refunded] = rowsOf(payments, { schoolId: school.school.id })
  const facts = { paymentId: refunded?.id ?? "", captureId: refunded?.providerReference ?? "" }
  recordRefund(school, {
    ...facts,
    kind: "refund",
    amountMinor: 1_500,
    providerReference: `refund ${orderId}`,
  })
  const sheet = () => findMonthSheet(school, "2026-11").fees[0]
  expect(sheet()).toMatchObject({ grossMinor: 20_000, besideMinor: -1_500, feeMinor: 747 })
  followChargeback(school, { ...facts, takenMinor: 18_500 })
  expect(sheet()?.besideMinor).toBe(-20_000)
  winChargeback(school, facts.paymentId, "provider")
  expect(sheet()?.besideMinor).toBe(-1_500)
  await paypal.close()
})
