import { enrollments } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { agreeAmount, restoreUsual } from "~/models/money/agreed-amount/agree-amount.server"
import { planClassPrice } from "~/models/money/charge/plan-class-price.server"
import { countUnbilled, listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { findPackage } from "~/models/money/package/packages.server"
import { addPackageOffer, choosePackageBeyond, sellPackage } from "~/models/money/package/sell-package.server"
import { waiveSeat } from "~/models/money/waiver/waive-seat.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { setClassPrice, takeBackPrice } from "~/models/teaching/price/price-step.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countBillingStates } from "../../../../tests/support/billing-states"
import { testNow } from "../../../../tests/support/clock"
import { addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { seatsOf } from "../../../../tests/support/seats"
import { takeRegister } from "./take-register.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const wish = { billing: "per_session" as const, amountMinor: 2500, fromDate: "2026-11-01" }

/** Otis and Lina in a class without a price; attendance of each lesson was taken. */
function openUnpriced(days = ["2026-10-28", "2026-11-04", "2026-11-11"]) {
  const opened = openClass(actor, {
    price: null,
    pupils: ["Otis Rossi", "Lina Haddad"],
  })
  changeRows(enrollments, { classId: opened.classId }, { startsOn: "2026-01-01" })
  const sessionIds = days.map((date) => addSessionRow(actor, opened.classId, date, { startTime: "10:00" }))
  const [otis = "", lina = ""] = opened.studentIds
  for (const sessionId of sessionIds)
    takeRegister(actor, sessionId, {
      marks: [
        { studentId: otis, code: "present" },
        { studentId: lina, code: "excused" },
      ],
    })
  const seatOf = (at: number, studentId: string) =>
    seatsOf(actor, sessionIds[at] ?? "").find((seat) => seat.studentId === studentId)
  fixClock(testNow + 60_000)
  return { ...opened, otis, lina, sessionIds, seatOf }
}

/** The jobs that are due, one after the other. */
async function work() {
  let jobs = 0
  while (await runNextJob()) jobs += 1
  return jobs
}

const charged = () =>
  listUnbilledCharges(actor).map(({ source, occurredOn, amountMinor }) => [source, occurredOn, amountMinor])
const states = () => countBillingStates(actor, "2026-10-01", "2026-11-18")
const waiting = () => countUnbilled(actor).seatsWithoutPrice

describe("a price set after attendance of its days was taken", () => {
  test("names the lessons and their amount before, and charges each once; earlier ones stay named", async () => {
    const { classId } = openUnpriced()
    expect(waiting()).toBe(3)
    expect(planClassPrice(actor, classId, wish).late).toEqual({
      lessons: 2,
      amountMinor: 5000,
      byPackage: 0,
    })
    setClassPrice(actor, classId, wish)
    expect([waiting(), states().unbilled]).toEqual([3, 3])
    await work()
    expect(charged()).toEqual([
      ["seat", "2026-11-04", 2500],
      ["seat", "2026-11-11", 2500],
    ])
    expect(waiting()).toBe(1)
    expect(states()).toMatchObject({ unbilled: 3, "not-chargeable": 3 })
    setClassPrice(actor, classId, { ...wish, amountMinor: 3000 })
    await work()
    expect(charged()).toHaveLength(2)
    expect(planClassPrice(actor, classId, wish).late.lessons).toBe(0)
  })

  test("charges what each day costs where prices follow each other, and nothing that is waived", async () => {
    const { classId, seatOf, otis } = openUnpriced()
    waiveSeat(actor, seatOf(0, otis)?.seatId ?? "", "A gift")
    setClassPrice(actor, classId, { ...wish, fromDate: "2026-11-10" })
    setClassPrice(actor, classId, { ...wish, amountMinor: 2000, fromDate: "2026-10-01" })
    await work()
    expect(charged()).toEqual([
      ["seat", "2026-11-04", 2000],
      ["seat", "2026-11-11", 2500],
    ])
    expect(waiting()).toBe(0)
  })

  test("undone, takes its charges back but those on an invoice; set again, it charges again", async () => {
    const { classId, seatOf, otis } = openUnpriced()
    setClassPrice(actor, classId, wish)
    await work()
    const familyId = seatOf(1, otis)?.familyId ?? ""
    invoiceCharges(actor, listUnbilledCharges(actor).slice(0, 1), familyId, 1)
    fixClock(testNow + 120_000)
    expect(takeBackPrice(actor, classId, { set: wish, before: null }).ok).toBe(true)
    await work()
    expect(charged()).toEqual([])
    expect(states()).toMatchObject({ invoiced: 1, unbilled: 2 })
    expect(waiting()).toBe(2)
    fixClock(testNow + 180_000)
    setClassPrice(actor, classId, { ...wish, amountMinor: 3000 })
    expect(planClassPrice(actor, classId, wish).late.lessons).toBe(0)
    await work()
    expect(charged()).toEqual([["seat", "2026-11-11", 3000]])
  })

  test("undone, leaves an amount that was set by hand; what has its usual amount again is charged again", async () => {
    const { classId } = openUnpriced()
    setClassPrice(actor, classId, wish)
    await work()
    const reason = "Agreed"
    const idOf = (at: number) => listUnbilledCharges(actor)[at]?.chargeId ?? ""
    agreeAmount(actor, idOf(0), { amountMinor: 1000, reason })
    agreeAmount(actor, idOf(1), { amountMinor: 1000, reason })
    expect(restoreUsual(actor, idOf(1), reason).ok).toBe(true)
    fixClock(testNow + 120_000)
    takeBackPrice(actor, classId, { set: wish, before: null })
    await work()
    expect(charged()).toEqual([["seat", "2026-11-04", 1000]])
    fixClock(testNow + 180_000)
    setClassPrice(actor, classId, { ...wish, amountMinor: 3000 })
    await work()
    expect(charged()).toEqual([
      ["seat", "2026-11-04", 1000],
      ["seat", "2026-11-11", 3000],
    ])
  })

  test("undone before it has charged, leaves the lessons without a price, and the earlier one of its day charges", async () => {
    const { classId } = openUnpriced()
    setClassPrice(actor, classId, wish)
    takeBackPrice(actor, classId, { set: wish, before: null })
    await work()
    expect([charged(), waiting()]).toEqual([[], 3])
    setClassPrice(actor, classId, wish)
    fixClock(testNow + 120_000)
    setClassPrice(actor, classId, { ...wish, amountMinor: 4000 })
    await work()
    fixClock(testNow + 180_000)
    const before = { billing: wish.billing, amountMinor: wish.amountMinor }
    takeBackPrice(actor, classId, { set: { ...wish, amountMinor: 4000 }, before })
    await work()
    expect(charged().map(([, , amountMinor]) => amountMinor)).toEqual([2500, 2500])
  })

  test("agreed with one student charges that student’s lessons alone", async () => {
    const { enrollmentIds } = openUnpriced()
    setOwnPrice(actor, enrollmentIds[0] ?? "", { fromDate: "2026-11-01", amountMinor: 1500 })
    expect(waiting()).toBe(3)
    await work()
    expect(charged()).toEqual([
      ["seat", "2026-11-04", 1500],
      ["seat", "2026-11-11", 1500],
    ])
    expect(waiting()).toBe(1)
  })

  test("by package takes the lessons from what is left, and the others wait for the next one", async () => {
    const { classId, otis, seatOf } = openUnpriced()
    choosePackageBeyond(actor, "wait")
    const offered = addPackageOffer(actor, { name: "One", lessons: 1, price: 3000, restRule: "credit" })
    const sold = sellPackage(actor, {
      offerId: offered.ok ? offered.id : "",
      familyId: seatOf(0, otis)?.familyId ?? "",
      studentId: otis,
      soldOn: "2026-11-01",
      formKey: "x",
    })
    const byPackage = { ...wish, billing: "package" as const }
    expect(planClassPrice(actor, classId, byPackage).late).toMatchObject({ lessons: 0, byPackage: 2 })
    setClassPrice(actor, classId, byPackage)
    await work()
    expect(findPackage(actor, sold.ok ? sold.packageId : "")?.leftUnits).toBe(0)
    expect(charged()).toEqual([["package", "2026-11-01", 3000]])
    expect(states()).toMatchObject({ covered: 1, unbilled: 2 })
    fixClock(testNow + 120_000)
    takeBackPrice(actor, classId, { set: byPackage, before: null })
    await work()
    expect(findPackage(actor, sold.ok ? sold.packageId : "")?.leftUnits).toBe(100)
    expect(waiting()).toBe(3)
  })

  test("charges 200 lessons a few at a time, and no lesson is unnamed in between", async () => {
    const days = Array.from({ length: 200 }, (_, index) => addDays("2026-04-25", index))
    const { classId } = openUnpriced(days)
    setClassPrice(actor, classId, { ...wish, fromDate: "2026-04-01" })
    expect(await runNextJob()).toBe(true)
    const done = charged().length
    expect(done).toBeLessThan(20)
    expect(waiting() + done).toBe(200)
    await work()
    expect([waiting(), charged().length]).toEqual([0, 200])
  })
})
