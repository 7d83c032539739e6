import { charges } from "db/schema/money"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { chargeMonthsDue } from "../../../../tests/support/tuition"
import { listRoster } from "../class/roster.server"
import { listClassesOfStudent } from "../class/student-classes.server"
import { billingStateOf } from "../seat/billing-state.server"
import { findAgreed, listAgreements, listPriceKeepers, setOwnPrice } from "./price.server"
import { setClassPrice } from "./price-step.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const chargedOn = (studentId: string) =>
  rowsOf(charges, { schoolId: actor.school.id, studentId, withdrawnAt: null }, { by: "occurredOn" }).map(
    ({ occurredOn, amountMinor }) => [occurredOn, amountMinor],
  )

/** A class of $18.00 a lesson with Otis, who pays the class price, and Lina; lessons on three Wednesdays. */
function openLessons() {
  const { classId, studentIds, enrollmentIds } = openClass(actor, {
    pupils: ["Otis Rossi", "Lina Haddad"],
  })
  const [otis = "", lina = ""] = studentIds
  const [ofOtis = "", ofLina = ""] = enrollmentIds
  const sessionIds = ["2026-11-04", "2026-11-11", "2026-11-18"].map((date) =>
    addSessionRow(actor, classId, date, { startTime: "10:00" }),
  )
  const take = (index: number) =>
    takeRegister(actor, sessionIds[index] ?? "", {
      marks: studentIds.map((studentId) => ({ studentId, code: "present" as const })),
    })
  return { classId, otis, lina, ofOtis, ofLina, take }
}

describe("a price agreed with one student", () => {
  test("counts for lessons from its first day, and what is charged already keeps its amount", () => {
    const { otis, lina, ofOtis, take } = openLessons()
    take(0)
    expect(setOwnPrice(actor, ofOtis, { fromDate: "2026-11-04", amountMinor: 1500 }).ok).toBe(true)
    expect(setOwnPrice(actor, ofOtis, { fromDate: "2026-11-15", amountMinor: 1000 }).ok).toBe(true)
    take(1)
    take(2)
    expect(chargedOn(otis)).toEqual([
      ["2026-11-04", 1800],
      ["2026-11-11", 1500],
      ["2026-11-18", 1000],
    ])
    expect(chargedOn(lina).map(([, amount]) => amount)).toEqual([1800, 1800, 1800])
  })

  test("ends with the class price from a day on, and every agreement stays to be seen", () => {
    const { classId, otis, ofOtis, take } = openLessons()
    setOwnPrice(actor, ofOtis, { fromDate: "2026-11-01", amountMinor: 1500 })
    setOwnPrice(actor, ofOtis, { fromDate: "2026-11-10", amountMinor: null })
    take(0)
    take(1)
    expect(chargedOn(otis).map(([, amount]) => amount)).toEqual([1500, 1800])
    const enrollment = { id: ofOtis, classId, startsOn: "2026-09-01", billing: null, priceMinor: null }
    expect(listAgreements(actor, enrollment)).toEqual([
      { fromDate: "2026-09-01", price: null },
      { fromDate: "2026-11-01", price: { billing: "per_session", amountMinor: 1500 } },
      { fromDate: "2026-11-10", price: null },
    ])
  })

  test("is on the roster, on the student and in the class price's change", () => {
    const { classId, otis, ofOtis, ofLina } = openLessons()
    setOwnPrice(actor, ofOtis, { fromDate: "2026-11-10", amountMinor: 4250 })
    setOwnPrice(actor, ofLina, { fromDate: "2026-12-01", amountMinor: 4000 })
    setClassPrice(actor, classId, { billing: "per_session", amountMinor: 5000, fromDate: "2026-11-15" })
    const prices = listRoster(actor, classId).present.map(({ name, price, isOwnPrice }) => [
      name,
      price?.amountMinor,
      isOwnPrice,
    ])
    expect(prices).toEqual([
      ["Lina Haddad", 5000, false],
      ["Otis Rossi", 4250, true],
    ])
    expect(listClassesOfStudent(actor, otis)).toMatchObject([
      { price: { amountMinor: 4250 }, isOwnPrice: true },
    ])
    const keepers = (date: string) => listPriceKeepers(actor, classId, date).map(({ name }) => name)
    expect([keepers("2026-11-18"), keepers("2026-12-02"), keepers("2026-11-09")]).toEqual([
      ["Otis Rossi"],
      ["Lina Haddad", "Otis Rossi"],
      [],
    ])
  })

  test("keeps how the enrollment is billed: by the month too", () => {
    const { otis, enrollmentIds } = monthly()
    setOwnPrice(actor, enrollmentIds, { fromDate: "2026-11-01", amountMinor: 7000 })
    chargeMonth(actor, "2026-10")
    chargeMonth(actor, "2026-11")
    expect(chargedOn(otis)).toEqual([
      ["2026-10-01", 9000],
      ["2026-11-01", 7000],
    ])
  })

  test("is by the month in a class billed per lesson, and per lesson again", () => {
    const { otis, lina, ofOtis, take } = openLessons()
    setOwnPrice(actor, ofOtis, { fromDate: "2026-10-01", amountMinor: 14_000, billing: "monthly" })
    setOwnPrice(actor, ofOtis, { fromDate: "2026-12-01", amountMinor: 3950, billing: "per_session" })
    take(0)
    expect(chargeMonthsDue(actor)).toBe(1)
    chargeMonth(actor, "2026-12")
    expect(chargedOn(otis)).toEqual([["2026-11-01", 14_000]])
    expect(chargedOn(lina)).toEqual([["2026-11-04", 1800]])
    expect(findAgreed(actor, ofOtis, "2026-12-01")).toEqual({ billing: "per_session", priceMinor: 3950 })
  })

  test("makes a lesson of a class without a price one that is owed", () => {
    const { classId, studentIds, enrollmentIds } = openClass(actor, {
      price: null,
      pupils: ["Otis Rossi"],
    })
    const sessionId = addSessionRow(actor, classId, "2026-11-04", { startTime: "10:00" })
    const [otis = ""] = studentIds
    setOwnPrice(actor, enrollmentIds[0] ?? "", { fromDate: "2026-11-01", amountMinor: 2000 })
    takeRegister(actor, sessionId, { marks: [{ studentId: otis, code: "present" }] })
    expect(chargedOn(otis)).toEqual([["2026-11-04", 2000]])
    const seat = rowsOf(charges, { studentId: otis }, { only: ["seatId"] })[0]
    expect(billingStateOf(actor, seat?.seatId ?? "")).toBe("unbilled")
  })

  test("is refused outside the enrollment's days and for another school", () => {
    const { ofOtis } = openLessons()
    const price = { fromDate: "2026-08-01", amountMinor: 100 }
    expect(setOwnPrice(actor, ofOtis, price)).toBeRefused("before-start")
    const other = openSchool().actor
    expect(setOwnPrice(other, ofOtis, price)).toBeRefused("no-enrollment")
    expect(findAgreed(other, ofOtis, "2026-11-01")).toBeUndefined()
  })
})

function monthly() {
  const { studentIds, enrollmentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  return { otis: studentIds[0] ?? "", enrollmentIds: enrollmentIds[0] ?? "" }
}
