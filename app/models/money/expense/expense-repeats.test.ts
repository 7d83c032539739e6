import { readFileSync } from "node:fs"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { inHistoriesAsync } from "../../../../tests/support/histories/count"
import { openSchool, orFail } from "../../../../tests/support/school"
import { closeMonth, isClosed } from "../closing/closing.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { nextRepeat } from "./expense"
import {
  endRepeat,
  enterRepeats,
  findRepeat,
  listRepeats,
  mostRepeats,
  repeatExpense,
} from "./expense-repeats.server"
import { findExpense, listExpenses } from "./expenses.server"
import { addExpense, changeExpense, deleteExpense } from "./save-expense.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const rent = (facts: object = {}) => ({
  ...{ spentOn: "2026-11-02", payee: "Arts Building", category: "rent", amount: 90_000, taxAmount: 0 },
  ...{ method: "transfer" as const, note: "Five rooms", ...facts },
})
const wide = { from: "2026-01-01", to: "2027-12-31" }

let actor: Actor
beforeEach(() => {
  at("2026-11-18")
  actor = openSchool().actor
})

async function added(facts: object = {}) {
  return orFail(await addExpense(actor, rent(facts))).expenseId
}

const days = () =>
  listExpenses(actor, wide, null)
    .map(({ spentOn }) => spentOn)
    .sort()

/** Lives on, day by day, as the job does. */
function liveUntil(last: string, from = "2026-11-19") {
  for (let day = from; day <= last; day = addDays(day, 1)) {
    at(day)
    enterRepeats(actor)
  }
}

test.each([
  [2, "2026-11-18", "2026-12-02"],
  [18, "2026-11-18", "2026-12-18"],
  [31, "2026-11-18", "2026-11-30"],
  [31, "2026-11-30", "2026-12-31"],
  [31, "2027-01-31", "2027-02-28"],
  [30, "2027-02-28", "2027-03-30"],
])("day %i of the month after %s is %s", (day, after, next) => {
  expect(nextRepeat({ day, everyMonths: 1, from: after }, after)).toBe(next)
})

test.each([
  [{ day: 18, everyMonths: 3, from: "2026-11-18" }, "2026-11-18", "2027-02-18"],
  [{ day: 31, everyMonths: 3, from: "2026-08-31" }, "2026-11-18", "2026-11-30"],
  [{ day: 31, everyMonths: 3, from: "2026-08-31" }, "2026-11-30", "2027-02-28"],
  [{ day: 29, everyMonths: 12, from: "2024-02-29" }, "2026-11-18", "2027-02-28"],
  [{ day: 29, everyMonths: 12, from: "2027-02-28" }, "2027-02-28", "2028-02-29"],
])("of %o the first after %s is %s", (repeat, after, next) => {
  expect(nextRepeat(repeat, after)).toBe(next)
})

test("the examples of docs/accounting.md are entered as it says", async () => {
  const chapters = readFileSync("docs/accounting.md", "utf8").split(/^## /m)
  const rows = (chapters.find((text) => text.startsWith("Expenses that repeat\n")) ?? "")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
  expect(rows).toHaveLength(2)
  for (const [, spentOn = "", setOn = "", entered = ""] of rows) {
    at(setOn)
    actor = openSchool().actor
    const id = await added({ spentOn })
    expect(repeatExpense(actor, id).ok).toBe(true)
    liveUntil("2026-12-01", setOn)
    expect(days().slice(1).join(", ")).toBe(entered)
  }
})

describe("an expense that repeats", () => {
  test("is entered on its day each month, once, like the newest entry, until it is ended", async () => {
    await added({ repeats: true })
    expect(listRepeats(actor)).toMatchObject([
      { payee: "Arts Building", amountMinor: 90_000, nextOn: "2026-12-02" },
    ])
    liveUntil("2027-01-15")
    at("2027-01-15")
    expect(enterRepeats(actor)).toBe(0)
    expect(days()).toEqual(["2026-11-02", "2026-12-02", "2027-01-02"])
    const newest = listRepeats(actor)[0]?.expenseId ?? ""
    await changeExpense(actor, newest, rent({ spentOn: "2027-01-02", amount: 95_000 }))
    liveUntil("2027-02-10", "2027-01-16")
    expect(listExpenses(actor, wide, 1)[0]).toMatchObject({
      ...{ spentOn: "2027-02-02", amountMinor: 95_000, note: "Five rooms", fileName: null },
    })
    expect(endRepeat(actor, newest)).toEqual({ ok: true })
    expect(endRepeat(actor, newest)).toEqual({ ok: true })
    liveUntil("2027-04-10", "2027-02-11")
    expect(days()).toHaveLength(4)
    expect(listRepeats(actor)).toEqual([])
  })

  test("never lands in a closed month, nor again after it was deleted; without any entry it ends", async () => {
    const id = await added({ spentOn: "2026-11-18", repeats: true })
    // the job missed some days and December is closed by then
    at("2027-01-05")
    closeMonth(actor, "2026-12")
    const sheet = findMonthSheet(actor, "2026-12")
    expect(enterRepeats(actor)).toBe(1)
    expect(findMonthSheet(actor, "2026-12")).toEqual(sheet)
    expect(days()).toEqual(["2026-11-18", "2027-01-01"])
    const again = listExpenses(actor, wide, 1)[0]?.id ?? ""
    expect(deleteExpense(actor, again).ok).toBe(true)
    expect(enterRepeats(actor)).toBe(0)
    expect(deleteExpense(actor, id)).toBeRefused("closed")
    liveUntil("2027-01-20", "2027-01-06")
    expect(days()).toEqual(["2026-11-18", "2027-01-18"])
  })

  test.each([
    ["quarterly", "2027-02-02", ["2026-11-02", "2027-02-02", "2027-05-02", "2027-08-02"]],
    ["yearly", "2027-11-02", ["2026-11-02"]],
  ] as const)("%s is entered in the months of its rhythm only", async (rhythm, nextOn, entered) => {
    await added({ repeats: true, rhythm })
    expect(listRepeats(actor)).toMatchObject([{ rhythm, nextOn }])
    expect(listExpenses(actor, wide, 1)).toMatchObject([{ rhythm }])
    liveUntil("2027-08-31")
    expect(days()).toEqual(entered)
  })

  test("is yearly by its page, and keeps its rhythm when it is pressed again", async () => {
    const id = await added({ spentOn: "2025-01-31" })
    expect(repeatExpense(actor, id, "yearly")).toEqual({ ok: true, rhythm: "yearly", nextOn: "2027-01-31" })
    expect(repeatExpense(actor, id, "quarterly")).toMatchObject({ rhythm: "yearly" })
  })

  test("whose entries are all deleted ends", async () => {
    const id = await added({ repeats: true })
    deleteExpense(actor, id)
    liveUntil("2026-12-05")
    expect([days(), listRepeats(actor)]).toEqual([[], []])
  })

  test("is begun on its page once, never for a closed month or another school's", async () => {
    const [id, old] = [await added(), await added({ spentOn: "2026-10-02" })]
    closeMonth(actor, "2026-10")
    expect(repeatExpense(actor, id)).toEqual({ ok: true, rhythm: "monthly", nextOn: "2026-12-02" })
    expect(repeatExpense(actor, id)).toEqual({ ok: true, rhythm: "monthly", nextOn: "2026-12-02" })
    expect(listRepeats(actor)).toHaveLength(1)
    expect(repeatExpense(actor, old)).toBeRefused("closed")
    const stranger = openSchool().actor
    expect(repeatExpense(stranger, id)).toBeRefused("not-found")
    expect(endRepeat(stranger, id)).toBeRefused("not-found")
    expect(findRepeat(stranger, { repeatId: findExpense(actor, id)?.repeatId ?? null })).toBeUndefined()
  })

  test(`is refused beyond ${mostRepeats}`, async () => {
    for (let n = 0; n < mostRepeats; n += 1) await added({ repeats: true })
    expect(await addExpense(actor, rent({ repeats: true }))).toBeRefused("repeats-full")
    expect(days()).toHaveLength(mostRepeats)
  })
})

test("over any history what is due is entered once, and nothing in a closed month", async () => {
  const act = fc.record({
    do: fc.constantFrom("repeat", "end", "close", "wait", "delete"),
    days: fc.integer({ min: 1, max: 40 }),
    which: fc.nat(9),
  })
  await inHistoriesAsync(
    40,
    fc.integer({ min: 1, max: 31 }),
    fc.array(act, { maxLength: 14 }),
    async (start, acts) => {
      let day = "2026-08-31"
      at(day)
      actor = openSchool().actor
      const dated = `2026-08-${String(start).padStart(2, "0")}`
      await added({ spentOn: dated, repeats: true })
      let entered = 1
      let deleted = 0
      for (const { do: verb, days: some, which } of acts) {
        const rows = listExpenses(actor, wide, null)
        const one = rows[which % Math.max(1, rows.length)]
        if (verb === "end" && one) endRepeat(actor, one.id)
        if (verb === "repeat" && one) repeatExpense(actor, one.id)
        if (verb === "delete" && one && deleteExpense(actor, one.id).ok) deleted += 1
        if (verb === "close") closeMonth(actor, addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7))
        if (verb === "wait") {
          day = addDays(day, some)
          at(day)
          const closed = listExpenses(actor, wide, null).filter(({ spentOn }) => isClosed(actor, spentOn))
          entered += enterRepeats(actor)
          expect(listExpenses(actor, wide, null).filter(({ spentOn }) => isClosed(actor, spentOn))).toEqual(
            closed,
          )
        }
      }
      const rows = listExpenses(actor, wide, null)
      expect(rows).toHaveLength(entered - deleted)
      expect(rows.every(({ spentOn }) => spentOn <= day)).toBe(true)
      for (const { nextOn } of listRepeats(actor)) expect(nextOn > day).toBe(true)
    },
  )
})
