import { readFileSync } from "node:fs"
import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { installmentsOf, paymentsOf } from "~/models/teaching/price/course"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { chargeNextFees } from "../charge/charge-month.server"
import { wrongDate } from "./course-price"
import { listCourse, setCoursePrice } from "./course-price.server"

// Due dates of their own for the installments of a course price.

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const on = (day: string) => fixClock(instantOf(day, "09:30", actor.school.timeZone))
const standing = () =>
  rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }, { by: ["month", "id"] })

const examples = (
  readFileSync("docs/accounting.md", "utf8").split("## Due dates of a course price\n")[1] ?? ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))

test("each installment is charged with the first month it pays for or is due in, as the accounting page says", () => {
  expect(examples).toHaveLength(4)
  for (const [, price, count, dates = "", from = "", charged = ""] of examples ?? []) {
    on("2026-11-18")
    actor = openSchool().actor
    const { classId, enrollmentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
    changeRows(enrollments, { id: enrollmentIds[0] ?? "" }, { startsOn: from })
    const dueOn = dates.split(", ")
    const wish = {
      totalMinor: Number(price) * 100,
      count: Number(count),
      months: 4,
      firstOn: "2026-12-15",
      dueOn,
    }
    expect(setCoursePrice(actor, classId, wish)).toMatchObject({ ok: true })
    expect(paymentsOf(listCourse(actor, classId)).map((each) => each.dueOn)).toEqual(dueOn)
    const told = new Map<string, string>()
    for (const month of ["2026-11", "2026-12", "2027-01", "2027-02", "2027-03", "2027-04"]) {
      on(`${month}-28`)
      const before = new Set(standing().map(({ id }) => id))
      chargeNextFees(actor)
      const made = standing().filter(({ id }) => !before.has(id))
      for (const due of new Set(made.map((each) => each.dueOn)))
        told.set(
          `${month} ${due}`,
          (
            made.filter((each) => each.dueOn === due).reduce((sum, each) => sum + each.amountMinor, 0) / 100
          ).toFixed(2),
        )
      // dated so that an invoice of this month has them
      for (const { occurredOn } of made) expect(occurredOn <= `${month}-31`).toBe(true)
    }
    const said = [...told].map(([when, sum]) => `${when.slice(0, 7)} ${sum}`)
    expect(said.join(", ")).toBe(charged)
  }
})

test("are refused out of order, in a past month, a year too late, and in another number", () => {
  const { classId } = openClass(actor, { pupils: [] })
  const set = (...dueOn: string[]) =>
    setCoursePrice(actor, classId, { totalMinor: 46_000, count: 2, months: 4, firstOn: "2026-12-15", dueOn })
  expect(set("2026-12-20", "2026-12-20")).toEqual({ ok: false, reason: "not-later", at: 1 })
  expect(set("2027-02-20", "2026-12-20")).toEqual({ ok: false, reason: "not-later", at: 1 })
  expect(set("2026-10-31", "2026-12-20")).toEqual({ ok: false, reason: "due-in-the-past", at: 0 })
  expect(set("2026-12-20", "2028-04-01")).toEqual({ ok: false, reason: "too-late", at: 1 })
  expect(set("2026-12-20", "9999-12-31")).toEqual({ ok: false, reason: "too-late", at: 1 })
  expect(set("2026-12-20")).toEqual({ ok: false, reason: "other-count", at: 0 })
  expect(set("2026-12-20", "2027-01-20", "2027-02-20")).toEqual({ ok: false, reason: "other-count", at: 0 })
  expect(listCourse(actor, classId)).toEqual([])
  expect(set("2026-11-01", "2028-03-31")).toMatchObject({ ok: true })
})

test("over any dates: the price to the cent, a date for each installment, in order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2400, max: 10_000_000 }),
      fc.integer({ min: 1, max: 24 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 24 }),
      (totalMinor, months, gaps) => {
        const count = Math.min(months, gaps.length)
        let day = "2026-12-01"
        const dueOn = gaps.slice(0, count).map((gap) => {
          day = addDays(day, gap)
          return day
        })
        const rows = installmentsOf({ totalMinor, months, count, firstOn: "2026-12-31", dueOn })
        expect(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totalMinor)
        expect(paymentsOf(rows).map((each) => each.dueOn)).toEqual(dueOn)
        expect(rows.map(({ fromDate }) => fromDate)).toEqual(
          installmentsOf({ totalMinor, months, count, firstOn: "2026-12-31" }).map(
            ({ fromDate }) => fromDate,
          ),
        )
        const facts = { count, thisMonth: "2026-12", lastMonth: rows.at(-1)?.fromDate ?? "" }
        expect(wrongDate(dueOn, { ...facts, lastMonth: "2030-01-01" })).toBeUndefined()
        if (count > 1) expect(wrongDate([...dueOn].reverse(), facts)?.at).toBeDefined()
      },
    ),
  )
})
