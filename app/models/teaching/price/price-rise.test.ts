import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { listClassPrices, setOwnPrice } from "./price.server"
import { raised } from "./price-rise"
import { listRises, planRise, type RiseWish, raisePrices, undoRise } from "./price-rise.server"
import { setClassPrice, setClassPrices } from "./price-step.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const fivePercent: RiseWish = { rate: 5000, amountMinor: null, roundTo: 50, fromDate: "2027-01-01" }
const pricesOf = (classId: string) =>
  (listClassPrices(actor, [classId]).get(classId) ?? []).map(({ fromDate, amountMinor }) => [
    fromDate,
    amountMinor,
  ])

const raise = (wish: RiseWish) => raisePrices(actor, wish, planRise(actor, wish).sign)

function openClasses() {
  const guitar = openClass(actor, {
    pupils: ["Otis Rossi", "Lina Haddad"],
    price: { amountMinor: 4000 },
  })
  const piano = openClass(actor, {
    class: { name: "Piano", kind: "private", instrument: "Piano" },
    pupils: ["Milo Haddad"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  setOwnPrice(actor, guitar.enrollmentIds[1] ?? "", { fromDate: "2026-11-01", amountMinor: 3500 })
  return { guitar: guitar.classId, piano: piano.classId }
}

describe("raising many prices", () => {
  test("rounds to the nearest step and never goes below zero", () => {
    expect(raised(4000, fivePercent)).toBe(4200)
    expect(raised(4130, fivePercent)).toBe(4350)
    expect(raised(4130, { rate: null, amountMinor: 200, roundTo: 500 })).toBe(4500)
    expect(raised(4130, { rate: 5000, amountMinor: null, roundTo: 1 })).toBe(4337)
  })

  test("names who pays more and who keeps an own price, and leaves later prices alone", () => {
    const { guitar, piano } = openClasses()
    const { changes, later } = planRise(actor, fivePercent)
    expect(later).toBe(0)
    expect(
      changes.map(({ classId, amountMinor, paying, keeping }) => [classId, amountMinor, paying, keeping]),
    ).toEqual([
      [guitar, 4200, ["Otis Rossi"], ["Lina Haddad"]],
      [piano, 9450, ["Milo Haddad"], []],
    ])
    setClassPrice(actor, piano, { billing: "monthly", amountMinor: 9900, fromDate: "2027-03-01" })
    expect(planRise(actor, fivePercent)).toMatchObject({ changes: [{ classId: guitar }], later: 1 })
    expect(planRise(actor, { ...fivePercent, instrument: "piano" }).changes).toEqual([])
    expect(planRise(actor, { ...fivePercent, kind: "group" }).changes).toHaveLength(1)
  })

  test("changes only what was previewed", () => {
    const { guitar, piano } = openClasses()
    const { sign } = planRise(actor, fivePercent)
    const refused = { ok: false, reason: "not-previewed" }
    expect(raisePrices(actor, { ...fivePercent, rate: 50_000 }, sign)).toEqual(refused)
    expect(raisePrices(actor, { ...fivePercent, fromDate: "2027-02-01" }, sign)).toEqual(refused)
    expect(raisePrices(actor, { ...fivePercent, kind: "group" }, sign)).toEqual(refused)
    setClassPrice(actor, piano, { billing: "monthly", amountMinor: 9500, fromDate: "2026-12-01" })
    expect(raisePrices(actor, fivePercent, sign)).toEqual(refused)
    expect(pricesOf(guitar)).toHaveLength(1)
  })

  test("happens once, and is undone once", () => {
    const { guitar } = openClasses()
    expect(raise(fivePercent)).toEqual({ ok: true, classes: 2 })
    expect(raise(fivePercent)).toBeRefused("nothing-to-change")
    expect(pricesOf(guitar)).toEqual([
      ["2026-09-01", 4000],
      ["2027-01-01", 4200],
    ])
    const [rise] = listRises(actor)
    expect(rise).toMatchObject({ classCount: 2, classNames: ["Guitar ensemble", "Piano"] })
    expect(undoRise(openSchool().actor, rise?.id ?? "")).toBeRefused("not-found")
    expect(undoRise(actor, rise?.id ?? "")).toEqual({ ok: true, classes: 2 })
    expect(undoRise(actor, rise?.id ?? "")).toBeRefused("undone")
    expect(listRises(actor)).toMatchObject([{ classCount: 2, classNames: [], isUndone: true }])
    expect(pricesOf(guitar)).toEqual([["2026-09-01", 4000]])
  })

  test("is undone for a class whose other price of that day was undone before, and a price it left stays gone", () => {
    const { guitar } = openClasses()
    const about = { price: "45.00", fromDate: fivePercent.fromDate }
    const change = () => {
      const done = setClassPrices.work.carryOut(actor, about, {
        taskId: "",
        ...{ subjectId: guitar, name: "", detail: null },
      })
      if (!done.ok) throw new Error(done.reason)
      return JSON.parse(JSON.stringify(done.before)) as unknown
    }
    const undo = (before: unknown) => setClassPrices.work.undo?.(actor, about, { subjectId: guitar, before })
    const first = [["2026-09-01", 4000]]
    raise(fivePercent)
    expect(undo(change())).toMatchObject({ ok: true })
    expect(pricesOf(guitar)).toEqual([...first, ["2027-01-01", 4200]])
    expect(undoRise(actor, listRises(actor)[0]?.id ?? "")).toEqual({ ok: true, classes: 2 })
    expect(pricesOf(guitar)).toEqual(first)

    raise(fivePercent)
    const before = change()
    expect(undoRise(actor, listRises(actor)[0]?.id ?? "")).toEqual({ ok: true, classes: 1 })
    expect(pricesOf(guitar)).toEqual([...first, ["2027-01-01", 4500]])
    expect(undo(before)).toMatchObject({ ok: true })
    expect(pricesOf(guitar)).toEqual(first)
  })
})
