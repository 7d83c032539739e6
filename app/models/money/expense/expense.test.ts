import { files } from "db/schema/foundation-files"
import { sentForms } from "db/schema/money-corrections"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fileStore } from "~/providers/files/file-store.server"
import { fixClock } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import { inHistoriesAsync } from "../../../../tests/support/histories/count"
import { photo } from "../../../../tests/support/pictures"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { closeMonth, isClosed, reopenMonth } from "../closing/closing.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { type Expense, mostCategories, netOf, usualCategories } from "./expense"
import { archiveCategory, listCategories, saveCategory } from "./expense-categories.server"
import type { ExpenseForm } from "./expense-forms"
import { findExpense, listExpenses, readReceipt, sumExpenses } from "./expenses.server"
import { addExpense, changeExpense, deleteExpense, removeReceipt } from "./save-expense.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const rent = (facts: Partial<ExpenseForm> = {}): ExpenseForm => ({
  spentOn: "2026-11-02",
  payee: "Arts Building",
  category: "rent",
  amount: 90_000,
  taxAmount: 0,
  method: "transfer",
  note: null,
  ...facts,
})
const pdf = { name: "rent.pdf", bytes: new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF") }

let actor: Actor
beforeEach(() => {
  at("2026-11-18")
  actor = openSchool().actor
})

async function added(facts: Partial<ExpenseForm> = {}, receipt?: typeof pdf) {
  return orFail(await addExpense(actor, rent(facts), receipt)).expenseId
}
const receiptsOf = (of: Actor) => rowsOf(files, { schoolId: of.school.id, purpose: "expense-receipt" })
const wide = { from: "2026-01-01", to: "2026-12-31" }

describe("an expense", () => {
  test("is recorded once by a form that comes twice, and not at all by one that says something else by then", async () => {
    const first = await addExpense(actor, rent({ formKey: "one" }))
    expect(await addExpense(actor, rent({ formKey: "one" }))).toEqual(first)
    expect(await addExpense(actor, rent({ formKey: "one", amount: 1 }))).toBeRefused("sent-before")
    expect(listExpenses(actor, wide, null)).toHaveLength(1)
    expect(rowsOf(sentForms, { schoolId: actor.school.id })).toHaveLength(1)
  })

  test("isn't taken for the one before when its form comes again with another receipt, or to repeat", async () => {
    const first = await addExpense(actor, rent({ formKey: "one" }), pdf)
    expect(await addExpense(actor, rent({ formKey: "one" }), pdf)).toEqual(first)
    const other = { ...pdf, bytes: new TextEncoder().encode("%PDF-1.7\n2 0 obj\n<<>>\nendobj\n%%EOF") }
    for (const [facts, receipt] of [
      [{}, other],
      [{}, undefined],
      [{ repeats: true }, pdf],
    ] as const)
      expect(await addExpense(actor, rent({ formKey: "one", ...facts }), receipt)).toBeRefused("sent-before")
    expect([listExpenses(actor, wide, null).length, receiptsOf(actor).length]).toEqual([1, 1])
  })

  test.each([
    ["in-the-future", { spentOn: "2026-11-19" }],
    ["category-unknown", { category: "yachts" }],
    ["tax-too-high", { amount: 500, taxAmount: 500 }],
    ["closed", { spentOn: "2026-10-31" }],
  ] as const)("is refused as %s, new and changed, and stores no receipt", async (reason, facts) => {
    closeMonth(actor, "2026-10")
    const id = await added()
    expect(await addExpense(actor, rent(facts), pdf)).toEqual({ ok: false, reason })
    expect(await changeExpense(actor, id, rent(facts), pdf)).toEqual({ ok: false, reason })
    expect(findExpense(actor, id)).toMatchObject({ amountMinor: 90_000, spentOn: "2026-11-02" })
    expect(receiptsOf(actor)).toEqual([])
  })

  test("of another school isn't there", async () => {
    const id = await added({}, pdf)
    const stranger = openSchool().actor
    expect(findExpense(stranger, id)).toBeUndefined()
    expect(await readReceipt(stranger, id)).toBeUndefined()
    expect(await changeExpense(stranger, id, rent())).toBeRefused("not-found")
    expect(removeReceipt(stranger, id)).toBeRefused("not-found")
    expect(deleteExpense(stranger, id)).toBeRefused("not-found")
    expect(listExpenses(stranger, wide, null)).toEqual([])
  })

  test("is found by its period, category, payee and note, a page at a time", async () => {
    for (let number = 0; number < PER_PAGE + 3; number += 1)
      await added({ spentOn: `2026-10-${String((number % 28) + 1).padStart(2, "0")}`, amount: 100 + number })
    const tuned = await added({ payee: "Keller", category: "instruments", note: "50% tuned" })
    const all = listExpenses(actor, wide, null)
    expect([...listExpenses(actor, wide, 1), ...listExpenses(actor, wide, 2)]).toEqual(all)
    expect(listExpenses(actor, wide, 2)).toHaveLength(4)
    expect(listExpenses(actor, { ...wide, search: "50%" }, 1).map(({ id }) => id)).toEqual([tuned])
    expect(listExpenses(actor, { ...wide, category: "instruments" }, 1).map(({ id }) => id)).toEqual([tuned])
    expect(listExpenses(actor, { from: "2026-11-01" }, null).map(({ id }) => id)).toEqual([tuned])
    expect(listExpenses(actor, { from: "2026-11-03" }, null)).toEqual([])
  })
})

describe("a receipt", () => {
  test("is what its bytes are, is the school's, and goes when it is replaced or removed", async () => {
    const id = await added({}, pdf)
    expect(receiptsOf(actor)).toMatchObject([{ userId: null, contentType: "application/pdf" }])
    expect((await readReceipt(actor, id))?.fileName).toBe("rent.pdf")
    const picture = { name: "rent.pdf", bytes: await photo("jpeg") }
    expect((await changeExpense(actor, id, rent(), picture)).ok).toBe(true)
    expect(await readReceipt(actor, id)).toMatchObject({ contentType: "image/webp", fileName: "rent.webp" })
    expect(receiptsOf(actor)).toHaveLength(1)
    expect((await changeExpense(actor, id, rent({ amount: 91_000 }))).ok).toBe(true)
    expect(receiptsOf(actor)).toHaveLength(1)
    expect(removeReceipt(actor, id)).toEqual({ ok: true })
    expect([receiptsOf(actor), findExpense(actor, id)?.fileName]).toEqual([[], null])
    expect(removeReceipt(actor, id)).toEqual({ ok: true })
  })

  test.each([
    ["receipt-missing", new Uint8Array()],
    ["receipt-too-large", new Uint8Array(10 * 1_048_576 + 1)],
    ["receipt-wrong-type", new TextEncoder().encode("Paid in full")],
  ] as const)("that is refused as %s leaves the expense unrecorded", async (reason, bytes) => {
    expect(await addExpense(actor, rent(), { name: "receipt.pdf", bytes })).toEqual({ ok: false, reason })
    expect([listExpenses(actor, wide, null), receiptsOf(actor)]).toEqual([[], []])
  })

  test("is given by its bytes", async () => {
    const id = await added({}, pdf)
    const fileId = findExpense(actor, id)?.fileId ?? ""
    expect(await fileStore().read(fileId)).toEqual(Buffer.from(pdf.bytes))
  })
})

describe("the categories", () => {
  test("are the usual ones until the school changes them, and each school's own", () => {
    expect(listCategories(actor)).toBe(usualCategories)
    expect(saveCategory(actor, { name: "Insurance", account: "433" }).ok).toBe(true)
    expect(saveCategory(actor, { name: "Hall rent", account: "469" }, "rent")).toEqual({
      ok: true,
      id: "rent",
    })
    expect(saveCategory(actor, { name: "TRAVEL", account: null })).toBeRefused("name-taken")
    expect(saveCategory(actor, { name: "Yachts", account: null }, "yachts")).toBeRefused("not-found")
    expect(listCategories(actor).map(({ name }) => name)).toEqual([
      ...["Fees", "Hall rent", "Instruments and repairs", "Insurance", "Marketing", "Materials", "Other"],
      ...["Software", "Travel"],
    ])
    expect(listCategories(openSchool().actor)).toBe(usualCategories)
  })

  test("that are archived keep their expenses and take no new ones", async () => {
    const id = await added()
    expect(archiveCategory(actor, "rent", true)).toEqual({ ok: true, name: "Rent" })
    expect(await addExpense(actor, rent())).toBeRefused("category-unknown")
    expect((await changeExpense(actor, id, rent({ amount: 1 }))).ok).toBe(true)
    expect(sumExpenses(actor, wide)).toMatchObject([{ name: "Rent", count: 1, amountMinor: 1 }])
    expect(archiveCategory(actor, "rent", false)).toEqual({ ok: true, name: "Rent" })
    expect((await addExpense(actor, rent())).ok).toBe(true)
  })

  test("are a list to choose from", () => {
    for (let number = usualCategories.length; number < mostCategories; number += 1)
      expect(saveCategory(actor, { name: `Category ${number}`, account: null }).ok).toBe(true)
    expect(saveCategory(actor, { name: "One more", account: null })).toBeRefused("full")
  })
})

const months = ["2026-08", "2026-09", "2026-10"] as const
const anyFacts = fc.record({
  spentOn: fc.tuple(fc.constantFrom(...months), fc.integer({ min: 1, max: 28 })),
  category: fc.constantFrom("rent", "travel", "other"),
  amount: fc.integer({ min: 1, max: 500_000 }),
  taxAmount: fc.integer({ min: 0, max: 500_000 }),
})
const step = fc.record({
  act: fc.constantFrom("add", "add", "change", "delete", "close", "reopen"),
  facts: anyFacts,
  which: fc.nat(20),
  month: fc.constantFrom(...months),
})

describe("over any history", () => {
  test("sums are their rows by category and month, and a closed month stays as it was", async () => {
    await inHistoriesAsync(40, fc.array(step, { maxLength: 14 }), async (history) => {
      actor = openSchool().actor
      const known = new Map<
        string,
        { spentOn: string; categoryId: string; amountMinor: number; net: number }
      >()
      for (const { act, facts, which, month } of history) {
        if (act === "close") closeMonth(actor, month)
        if (act === "reopen") reopenMonth(actor, { month, reason: "Typed wrongly" })
        const id = [...known.keys()][which % Math.max(1, known.size)]
        const before = id === undefined ? undefined : known.get(id)
        const wasClosed = before !== undefined && isClosed(actor, before.spentOn)
        if (act === "delete" && id !== undefined) {
          expect(deleteExpense(actor, id).ok).toBe(!wasClosed)
          if (!wasClosed) known.delete(id)
        }
        if (act !== "add" && (act !== "change" || id === undefined)) continue
        const [of, day] = facts.spentOn
        const form = rent({ ...facts, spentOn: `${of}-${String(day).padStart(2, "0")}` })
        const isChange = act === "change" && id !== undefined
        const done = isChange ? await changeExpense(actor, id, form) : await addExpense(actor, form)
        const isFit = !isClosed(actor, form.spentOn) && form.taxAmount < form.amount
        expect(done.ok).toBe(isFit && !(isChange && wasClosed))
        if (done.ok)
          known.set(done.expenseId, {
            ...{ spentOn: form.spentOn, categoryId: form.category, amountMinor: form.amount },
            net: form.amount - form.taxAmount,
          })
      }
      const rows = listExpenses(actor, wide, null)
      expect(new Map(rows.map((row) => [row.id, { ...pick(row), net: netOf(row) }]))).toEqual(known)
      const total = (those: Iterable<{ amountMinor: number }>) =>
        [...those].reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      for (const month of months) {
        const here = rows.filter(({ spentOn }) => spentOn.startsWith(month))
        expect(findMonthSheet(actor, month).expenses).toEqual({ count: here.length, sumMinor: total(here) })
      }
      for (const { id, count, amountMinor, taxMinor } of sumExpenses(actor, wide)) {
        const those = rows.filter(({ categoryId }) => categoryId === id)
        expect([count, amountMinor]).toEqual([those.length, total(those)])
        expect(taxMinor).toBe(those.reduce((sum, row) => sum + row.taxMinor, 0))
      }
      expect(total(sumExpenses(actor, wide))).toBe(total(rows))
    })
  })
})

const pick = ({ spentOn, categoryId, amountMinor }: Expense) => ({ spentOn, categoryId, amountMinor })
