import { emails } from "db/schema/foundation-mail"
import { sentForms } from "db/schema/money-corrections"
import fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { leaseMail, recordMailFailure, recordMailSent } from "~/models/foundation/outbox/outbox.server"
import { fixClock, now } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inHistories } from "../../../../tests/support/histories/count"
import { orFail, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { listMovements, listSales } from "../accounting-file/sales-file.server"
import { closeMonth } from "../closing/closing.server"
import { listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { mergeFamiliesWork } from "../family-merge/merge-families.server"
import { findInvoice } from "../invoice/invoice.server"
import { settledRows } from "../invoice/invoice-paper"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { cashUp, sumReceivedIn } from "../ledger/money-summary.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { refundCredit } from "../payment/refund.server"
import { sumSpare } from "../payment/spare-credit.server"
import {
  bookAsIncome,
  cancelVoucher,
  correctVoucher,
  emailVoucher,
  redeemByCode,
  redeemVoucher,
  removeVoucher,
  renewCode,
  sellVoucher,
  undoEnd,
  undoRedemption,
} from "./sell-voucher.server"
import { codeText, type VoucherSale } from "./voucher"
import {
  findVoucher,
  forgetOnVouchers,
  listRedemptions,
  listVoucherDays,
  listVouchers,
} from "./vouchers.server"

afterEach(booksAreSound)

const month = "2026-11"
const today = "2026-11-18"
const year = { from: "2026-01-01", to: "2026-12-31" }
let keys = 0
const key = () => {
  keys += 1
  return `form-${keys}`
}

const mails = (template = "voucher") => rowsOf(emails, { template })

function open(facts: Parameters<typeof openPayingFamily>[0] = {}) {
  const family = openPayingFamily(facts)
  const { school, familyId } = family
  const sell = (facts: Partial<VoucherSale> = {}) =>
    sellVoucher(school, {
      ...{ amount: 10_000, method: "cash", soldOn: today, buyerName: "Ruth Alvarez", formKey: key() },
      ...facts,
    })
  return {
    ...family,
    sell,
    sold: (facts: Partial<VoucherSale> = {}) => {
      const sold = orFail(sell(facts))
      const { voucherId } = sold
      const find = () => findVoucher(school, voucherId)
      return {
        voucherId,
        find,
        code: find()?.code ?? "",
        redeem: (amountMinor?: number, formKey = key()) =>
          redeemVoucher(school, voucherId, { familyId, amountMinor, formKey }),
        redeemed: () => listRedemptions(school, voucherId),
      }
    },
    redeemByCode: (code: string, amountMinor?: number) =>
      redeemByCode(family.guardian.actor, { code, familyId, amountMinor, formKey: key() }),
    sheet: () => findMonthSheet(school, month),
    balance: () => familyBalance(school, familyId),
  }
}

test("its money is in lines of its own, fixes the currency, and is no revenue, no sale and no family's", () => {
  const { school, sold, sheet, balance } = open()
  const before = sheet()
  sold({ reference: "Card terminal 12" })
  const after = sheet()
  expect(after).toEqual({
    ...before,
    vouchers: {
      ...before.vouchers,
      sold: 10_000,
      closing: 10_000,
      methods: [{ method: "cash", receivedMinor: 10_000, refundedMinor: 0 }],
    },
  })
  expect([balance(), sumReceivedIn(school, [year])[0], listSales(school, month)]).toEqual([0, 0, []])
  const day = { from: today, to: today }
  expect(cashUp(school, day)).toEqual([])
  expect(listVoucherDays(school, day)).toEqual([
    { on: today, method: "cash", receivedMinor: 10_000, refundedMinor: 0 },
  ])
  expect(findSchoolSettings(school).currencyIsFixed).toBe(true)
  expect(listMovements(school, month, "cash")).toMatchObject([
    { amountMinor: 10_000, payee: "Ruth Alvarez", reference: "Card terminal 12" },
  ])
})

test("redeemed, it settles what is due, oldest first, and the rest is account credit; in parts as well", () => {
  const family = open()
  const invoiceId = invoiceOver(family.school, family, 6_000)
  const voucher = family.sold()
  expect(voucher.redeem(2_000)).toMatchObject({ ok: true, restMinor: 8_000 })
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(4_000)
  expect(voucher.redeem()).toMatchObject({ ok: true, amountMinor: 8_000, restMinor: 0 })
  const invoice = findInvoice(family.school, invoiceId)
  expect(invoice?.openMinor).toBe(0)
  expect(invoice && settledRows(invoice).map(({ label }) => label)).toEqual([
    "Gift voucher redeemed, Nov 18, 2026",
    "Gift voucher redeemed, Nov 18, 2026",
  ])
  expect(sumSpare(family.school, family.familyId).creditMinor).toBe(4_000)
  expect(familyLedger(family.school, family.familyId).map(({ kind }) => kind)).toEqual([
    "invoice",
    "voucher",
    "voucher",
  ])
  expect(family.sheet()).toMatchObject({
    kinds: {
      voucher: { count: 2, sumMinor: -10_000 },
      "opening-balance": { count: 0 },
      payment: { count: 0 },
    },
    vouchers: { sold: 10_000, redeemed: -10_000, closing: 0 },
    closingMinor: -4_000,
  })
  expect(sumReceivedIn(family.school, [year])[0]).toBe(0)
  expect(voucher.find()?.state).toBe("redeemed")
  expect(voucher.redeem()).toBeRefused("spent")
})

test("redeemed by one of two payers, it settles all of their own part before the other’s", async () => {
  const adults = ["Jonas Haddad", "Layla Haddad"].map((name) => ({ name, payerShare: 5_000 }))
  const family = open({ adults })
  for (const amountMinor of [6_000, 8_000]) invoiceOver(family.school, family, amountMinor)
  const [jonas, layla] = family.guardians.map(({ actor }) => actor)
  if (!jonas || !layla) throw new Error("Two guardians")
  const dues = () =>
    [jonas, layla].map((reader) => listPortalInvoices(reader).reduce((sum, row) => sum + row.openMinor, 0))
  expect(dues()).toEqual([7_000, 7_000])
  const redeem = (amountMinor: number) => {
    const { code } = family.sold()
    return redeemByCode(jonas, { code, familyId: family.familyId, amountMinor, formKey: key() })
  }
  expect(await redeem(6_500)).toMatchObject({ ok: true })
  expect(dues()).toEqual([500, 7_000])
  expect(await redeem(1_500)).toMatchObject({ ok: true })
  expect(dues()).toEqual([0, 6_000])
})

test("pressed twice it is sold and redeemed once, and two tabs never redeem more than is left", () => {
  const { school, sell, sold } = open()
  const facts = { formKey: "once" }
  expect(sell(facts)).toEqual(sell(facts))
  expect(sell({ ...facts, amount: 500 })).toBeRefused("sent-before")
  expect(listVouchers(school, { page: 1 }).total).toBe(1)
  const voucher = sold()
  expect(voucher.redeem(6_000, "tab")).toEqual(voucher.redeem(6_000, "tab"))
  expect(voucher.redeem(6_000)).toBeRefused("more-than-left")
  expect(voucher.find()?.restMinor).toBe(4_000)
})

test("a family redeems its code as people type it; another school's is unknown, and guessing is stopped", async () => {
  const family = open()
  const voucher = family.sold()
  const typed = codeText(voucher.code).toLowerCase().replace(/0/g, "o").replace(/1/g, "l")
  expect(codeText(voucher.code)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const other = open()
  expect(await other.redeemByCode(typed)).toBeRefused("unknown")
  expect(
    await redeemByCode(family.guardian.actor, { code: typed, familyId: other.familyId, formKey: key() }),
  ).toBeRefused("not-found")
  expect(await family.redeemByCode(typed, 3_000)).toMatchObject({ ok: true, restMinor: 7_000 })
  expect(family.balance()).toBe(-3_000)
  let reason: string | undefined
  for (let tries = 0; tries < 11; tries += 1) {
    const tried = await other.redeemByCode("AAAA-AAAA-AAAA-AAAA")
    reason = tried.ok ? undefined : tried.reason
  }
  expect(reason).toBe("too-many-tries")
  // Then a code that is right isn't looked up either.
  expect(await other.redeemByCode(other.sold().code)).toBeRefused("too-many-tries")
})

test("what is left is paid back, or after its last day becomes other income when the office says so; both are undone", async () => {
  const { school, sold, sheet, redeemByCode: byCode } = open()
  const voucher = sold({ expiresOn: today })
  voucher.redeem(2_500)
  expect(bookAsIncome(school, voucher.voucherId)).toBeRefused("not-expired")
  expect(
    cancelVoucher(school, voucher.voucherId, { method: "transfer", reason: "Moves away", formKey: "cancel" }),
  ).toEqual({
    ok: true,
    amountMinor: 7_500,
  })
  expect(await byCode(voucher.code)).toBeRefused("ended")
  const again = (facts: { method: "transfer" | "cash"; reason: string; formKey: string }) =>
    cancelVoucher(school, voucher.voucherId, facts)
  expect(again({ method: "transfer", reason: "Moves away", formKey: "cancel" }).ok).toBe(true)
  expect(again({ method: "cash", reason: "Again", formKey: "other" })).toBeRefused("nothing-left")
  expect(sheet()).toMatchObject({
    vouchers: { sold: 10_000, redeemed: -2_500, canceled: -7_500, income: 0, closing: 0 },
    methods: [],
  })
  expect(sheet().vouchers.methods).toEqual([
    { method: "cash", receivedMinor: 10_000, refundedMinor: 0 },
    { method: "transfer", receivedMinor: 0, refundedMinor: 7_500 },
  ])
  expect(listMovements(school, month, "transfer")).toMatchObject([{ amountMinor: -7_500, isRefund: 1 }])
  const [redemption] = voucher.redeemed()
  expect(undoRedemption(school, voucher.voucherId, redemption?.id ?? "")).toBeRefused("ended")
  expect(undoEnd(school, voucher.voucherId)).toEqual({ ok: true, amountMinor: 7_500 })
  expect(undoEnd(school, voucher.voucherId)).toBeRefused("undone")
  expect(again({ method: "transfer", reason: "Moves away", formKey: "cancel" })).toBeRefused("sent-before")
  fixClock(testNow + 86_400_000)
  expect(voucher.find()?.state).toBe("expired")
  expect(await byCode(voucher.code)).toBeRefused("expired")
  expect(sheet().vouchers).toMatchObject({ income: 0, closing: 7_500 })
  expect(voucher.redeem(500).ok).toBe(true)
  expect(bookAsIncome(school, voucher.voucherId)).toEqual({ ok: true, amountMinor: 7_000 })
  expect(sheet().vouchers).toMatchObject({ sold: 10_000, redeemed: -3_000, income: -7_000, closing: 0 })
})

test("a redemption is undone: the invoice is due again, unless its credit was refunded or its month is closed", () => {
  const family = open()
  const invoiceId = invoiceOver(family.school, family, 6_000)
  const voucher = family.sold()
  voucher.redeem()
  const [first] = voucher.redeemed()
  const undo = (id = first?.id ?? "") => undoRedemption(family.school, voucher.voucherId, id)
  expect(undo("of another")).toBeRefused("not-found")
  expect(removeVoucher(family.school, voucher.voucherId)).toBeRefused("used")
  expect(undo()).toEqual({ ok: true, amountMinor: 10_000 })
  expect(undo()).toBeRefused("undone")
  expect([findInvoice(family.school, invoiceId)?.openMinor, family.balance()]).toEqual([6_000, 6_000])
  expect(family.sheet()).toMatchObject({ vouchers: { redeemed: 0, closing: 10_000 }, closingMinor: 6_000 })
  expect(sumReceivedIn(family.school, [year])[0]).toBe(0)
  expect(removeVoucher(family.school, voucher.voucherId).ok).toBe(true)
  expect([voucher.find(), voucher.redeem()]).toEqual([undefined, { ok: false, reason: "unknown" }])
  expect(family.sheet().vouchers).toMatchObject({ sold: 0, closing: 0 })

  const refunded = family.sold()
  refunded.redeem()
  const refund = { amountMinor: 1_000, method: "cash" as const, refundedOn: today, reason: "Asked for it" }
  expect(refundCredit(family.school, family.familyId, refund as never).ok).toBe(true)
  const of = refunded.redeemed()[0]?.id ?? ""
  expect(undoRedemption(family.school, refunded.voucherId, of)).toBeRefused("refunded")

  const closed = family.sold()
  closed.redeem(100)
  fixClock(Date.parse("2026-12-02T15:00:00Z"))
  closeMonth(family.school, month)
  const last = closed.redeemed()[0]?.id ?? ""
  expect(undoRedemption(family.school, closed.voucherId, last)).toBeRefused("closed")
  expect(family.sell()).toBeRefused("closed")
})

test("whoever may only read finds it by the end of its code alone", () => {
  const { school, sold } = open()
  const { code } = sold()
  const reader = { ...school, role: "office" as const, rights: ["prices" as const] }
  const found = (actor: typeof school, search: string) => listVouchers(actor, { search, page: 1 }).total
  expect([4, 5, 15, 16].map((length) => found(reader, code.slice(-length)))).toEqual([1, 0, 0, 0])
  expect([5, 15, 16].map((length) => found(school, code.slice(-length)))).toEqual([0, 0, 1])
})

test("names and emails are corrected and the code is renewed while nothing was redeemed; a letter that waits is taken back", async () => {
  const family = open()
  const { school } = family
  const voucher = family.sold({ recipientEmail: "wrong@example.com" })
  const email = (formKey = "letter") => emailVoucher(school, voucher.voucherId, { to: "recipient", formKey })
  expect([email().ok, email().ok, mails().length]).toEqual([true, true, 1])
  const names = { buyerName: "Ruth Alvarez", recipientName: "Nico", recipientEmail: "nico@example.com" }
  expect(correctVoucher(school, voucher.voucherId, names).ok).toBe(true)
  expect([mails(), voucher.find()?.recipientEmail]).toEqual([[], "nico@example.com"])
  expect([email().ok, mails().length]).toEqual([true, 1])
  expect(renewCode(school, voucher.voucherId).ok).toBe(true)
  expect([mails().length, voucher.find()?.code === voucher.code]).toEqual([0, false])
  expect(await family.redeemByCode(voucher.code)).toBeRefused("unknown")
  email()
  voucher.redeem(100)
  expect(mails()).toEqual([])
  expect(email("later")).toBeRefused("used")
  expect(renewCode(school, voucher.voucherId)).toBeRefused("used")
  expect(correctVoucher(school, voucher.voucherId, { buyerName: "Any" })).toBeRefused("used")
  const kept = JSON.stringify(rowsOf(sentForms))
  for (const word of ["Alvarez", "wrong@example.com"]) expect(kept).not.toContain(word)
})

test("a redemption that is undone is told to who made it, stands in the family's history, and can be made again", async () => {
  const family = open()
  const voucher = family.sold()
  await family.redeemByCode(voucher.code, 4_000)
  expect(undoRedemption(family.school, voucher.voucherId, voucher.redeemed()[0]?.id ?? "").ok).toBe(true)
  expect(mails("payment-reversed").length).toBe(1)
  const facts = JSON.parse(mails("payment-reversed")[0]?.data ?? "{}")
  expect(facts).toMatchObject({ isVoucher: true })
  expect(listHistory(family.school, [{ noun: "family", ids: [family.familyId] }], 5)).toMatchObject([
    { verb: "undo-voucher" },
    { verb: "redeem-voucher" },
  ])
  voucher.redeem(1_000, "tab")
  undoRedemption(family.school, voucher.voucherId, voucher.redeemed()[1]?.id ?? "")
  voucher.redeem(1_000, "tab")
  expect(voucher.find()?.restMinor).toBe(9_000)
  const removed = family.sold({ formKey: "sale" })
  removeVoucher(family.school, removed.voucherId)
  expect(family.sell({ formKey: "sale" })).toBeRefused("sent-before")
})

test("what a family redeemed goes along when it is merged, and back", () => {
  const gone = open()
  const { school } = gone
  const keep = openFamily(school).familyId
  const voucher = gone.sold()
  voucher.redeem(4_000)
  const facts = { keepId: keep, goneId: gone.familyId }
  const about = { taskId: "", subjectId: gone.familyId, name: "Okafor", detail: null }
  const merged = orFail(mergeFamiliesWork.carryOut(school, facts, about))
  expect([familyBalance(school, keep), gone.balance()]).toEqual([-4_000, 0])
  expect(voucher.redeemed()).toMatchObject([{ familyId: keep }])
  expect(voucher.redeem()).toBeRefused("no-family")
  mergeFamiliesWork.undo?.(school, facts, { subjectId: gone.familyId, before: merged.before })
  expect([familyBalance(school, keep), gone.balance()]).toEqual([0, -4_000])
})

test("who is erased is taken off the vouchers they bought or got, and another’s stay", () => {
  const { school, sold } = open()
  const bought = sold({ buyerName: "R. Alvarez", buyerEmail: "ruth@example.com", message: "For you" })
  const got = sold({ buyerName: "Someone else", recipientName: "RUTH ÁLVAREZ" })
  const namesake = sold({ buyerName: "Ruth Alvarez", buyerEmail: "another@example.com" })
  forgetOnVouchers(school, { addresses: ["ruth@example.com"], names: ["Ruth Álvarez"], erasedName: "Erased" })
  expect(bought.find()).toMatchObject({
    buyerName: "Erased",
    buyerEmail: null,
    message: null,
    restMinor: 10_000,
  })
  expect(got.find()).toMatchObject({ buyerName: "Someone else", recipientName: null })
  expect(namesake.find()).toMatchObject({ buyerName: "Ruth Alvarez", buyerEmail: "another@example.com" })
})

test("whatever is done with vouchers, sold is redeemed, canceled, other income and what is left, each month and for each", () => {
  const step = fc.record({
    act: fc.constantFrom(
      "sell",
      "redeem",
      "undo-redemption",
      "cancel",
      "income",
      "reopen",
      "remove",
      "a-month",
    ),
    which: fc.nat(5),
    amount: fc.integer({ min: 1, max: 12_000 }),
  })
  inHistories(15, fc.array(step, { maxLength: 25 }), (steps) => {
    fixClock(testNow)
    const { school, familyId, sell } = open()
    const ids: string[] = []
    let at = testNow
    for (const { act, which, amount } of steps) {
      const id = ids[which % Math.max(ids.length, 1)] ?? ""
      const on = new Date(at).toISOString().slice(0, 10)
      if (act === "sell") {
        const sold = sell({ amount, soldOn: on, expiresOn: which % 2 ? on : undefined })
        if (sold.ok) ids.push(sold.voucherId)
      } else if (act === "redeem")
        redeemVoucher(school, id, {
          familyId,
          amountMinor: which === 0 ? undefined : amount,
          formKey: key(),
        })
      else if (act === "undo-redemption") {
        const all = listRedemptions(school, id)
        undoRedemption(school, id, all[amount % Math.max(all.length, 1)]?.id ?? "")
      } else if (act === "cancel")
        cancelVoucher(school, id, { method: "cash", reason: "Any", formKey: key() })
      else if (act === "income") bookAsIncome(school, id)
      else if (act === "reopen") undoEnd(school, id)
      else if (act === "remove") removeVoucher(school, id)
      else {
        at += 20 * 86_400_000
        fixClock(at)
      }
    }
    const all = listVouchers(school, { page: null }).rows
    for (const { amountMinor, redeemedMinor, endMinor, restMinor } of all) {
      expect(amountMinor).toBe(redeemedMinor + endMinor + restMinor)
      expect(restMinor).toBeGreaterThanOrEqual(0)
    }
    let opening = 0
    let given = 0
    for (let n = 11; n < 31; n += 1) {
      const of = `${2026 + Math.floor((n - 1) / 12)}-${String(((n - 1) % 12) + 1).padStart(2, "0")}`
      const { vouchers, kinds } = findMonthSheet(school, of)
      expect(vouchers.opening).toBe(opening)
      opening += vouchers.sold + vouchers.redeemed + vouchers.canceled + vouchers.income
      expect(vouchers.closing).toBe(opening)
      expect(vouchers.closing).toBeGreaterThanOrEqual(0)
      expect(kinds.voucher.sumMinor).toBe(vouchers.redeemed)
      given += vouchers.redeemed
    }
    expect(opening).toBe(all.reduce((sum, { restMinor }) => sum + restMinor, 0))
    expect(familyBalance(school, familyId)).toBe(given)
  })
})

/** The next letter of a voucher that is due, once all others have left. */
function leaseLetter() {
  for (let mail = leaseMail(); mail; mail = leaseMail()) {
    if (mail.template === "voucher") return mail
    recordMailSent(mail.id, null)
  }
  return undefined
}

test("a letter whose try failed isn’t tried again once the code or the address was changed, also while it is being sent", () => {
  const { school, sold } = open()
  for (const isBeingSent of [false, true]) {
    const voucher = sold({ recipientEmail: `wrong.${isBeingSent}@example.com` })
    expect(emailVoucher(school, voucher.voucherId, { to: "recipient", formKey: "letter" }).ok).toBe(true)
    const letter = () => mails().find(({ data }) => data.includes(voucher.voucherId))
    fixClock(now() + 3 * 60_000)
    const leased = leaseLetter()
    const fail = () => leased && recordMailFailure(leased, { message: "503", final: false })
    if (!isBeingSent) fail()
    expect(letter()).toMatchObject({ state: "queued", attempts: 1 })
    expect(renewCode(school, voucher.voucherId).ok).toBe(true)
    if (isBeingSent) fail()
    expect(letter()?.state).toBe("withheld")
    fixClock(now() + 24 * 3_600_000)
    expect(leaseLetter()).toBeUndefined()
  }
})
