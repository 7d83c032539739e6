import { students } from "db/schema/people"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { previewRegister, takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { countBillingStates } from "../../../../tests/support/billing-states"
import { testNow } from "../../../../tests/support/clock"
import { checkPackages, standingUses } from "../../../../tests/support/histories/lessons"
import { inTrial, liveHistories } from "../../../../tests/support/histories/live"
import { addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { type PackageStep, packageStep } from "../../../../tests/support/package-steps"
import { changeRows, openSchool, orFail, rowOf } from "../../../../tests/support/school"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { closeMonth } from "../closing/closing.server"
import { familyBalance } from "../ledger/ledger.server"
import { spareCredit } from "../payment/spare-credit.server"
import { waiveSeat } from "../waiver/waive-seat.server"
import { sumChargedLessons } from "./charged-lessons.server"
import { endExpiredPackages, endPackage } from "./end-package.server"
import { restValue, takeUnits } from "./package"
import { countWaitingLessons } from "./package-cover.server"
import { findPackage, listFamilyPackages, listPackages } from "./packages.server"
import {
  addPackageOffer,
  choosePackageBeyond,
  renewPackage,
  type Sale,
  sellPackage,
} from "./sell-package.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const days = ["2026-11-03", "2026-11-04", "2026-11-10", "2026-11-11", "2026-11-17", "2026-11-18"]

/** A class billed by package, $40.00 a lesson without one, with lessons on six days. */
function openLessons(pupils: string[] = ["Otis Rossi"], lessons = days) {
  const { classId, studentIds } = openClass(actor, {
    pupils,
    price: { billing: "package", amountMinor: 4000 },
  })
  const sessionIds = lessons.map((date) => addSessionRow(actor, classId, date, { startTime: "10:00" }))
  const take = (index: number, ...codes: MarkCode[]) =>
    takeRegister(actor, sessionIds[index] ?? "", {
      marks: studentIds.map((studentId, at) => ({ studentId, code: codes[at] ?? codes[0] ?? "present" })),
    })
  const familyIds = studentIds.map((id) => familyOf(id))
  return { classId, studentIds, familyIds, sessionIds, take }
}

const familyOf = (studentId: string): string => rowOf(students, { id: studentId })?.familyId ?? ""

function offer(facts: Partial<Parameters<typeof addPackageOffer>[1]> = {}) {
  return orFail(
    addPackageOffer(actor, {
      name: "3 lessons",
      lessons: 3,
      price: 10_000,
      restRule: "credit",
      ...facts,
    }),
  ).id
}

function sell(holder: { familyId: string; studentId: string | null }, offerId = offer()) {
  return orFail(sellPackage(actor, { ...holder, offerId, soldOn: "2026-11-18", formKey: newId() }))
}

const leftOf = (packageId: string) => findPackage(actor, packageId)?.leftUnits
const amounts = () => listUnbilledCharges(actor).map(({ source, amountMinor }) => [source, amountMinor])

describe("lessons charged before their package", () => {
  type Holder = { familyId: string; studentId: string | null }
  const facts = (holder: Holder, offerId: string, more: Partial<Sale> = {}) => ({
    ...holder,
    offerId,
    soldOn: "2026-11-18",
    takesCharged: true,
    formKey: newId(),
    ...more,
  })

  test("are taken by the new one when the office says so: the oldest whole ones, none that is invoiced", () => {
    choosePackageBeyond(actor, "charge")
    const { studentIds, familyIds, take } = openLessons()
    const holder = { familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" }
    for (const index of [0, 1, 2, 3, 4]) take(index)
    invoiceCharges(actor, listUnbilledCharges(actor).slice(0, 1), holder.familyId, 1)
    expect(sumChargedLessons(actor, holder.familyId)).toMatchObject({ lessons: 4, amountMinor: 16_000 })
    const three = offer()
    expect(sellPackage(actor, facts(holder, three, { takesCharged: false }))).toMatchObject({ taken: 0 })
    const sold = sellPackage(actor, facts(holder, three))
    expect(sold).toMatchObject({ ok: true, covered: 0, taken: 3 })
    expect(leftOf(sold.ok ? sold.packageId : "")).toBe(0)
    expect(amounts().filter(([source]) => source === "seat")).toEqual([["seat", 4000]])
    expect(countBillingStates(actor, "2026-11-01", "2026-11-18")).toMatchObject({
      covered: 3,
      invoiced: 1,
      unbilled: 1 + 1,
    })
  })

  test("only those of its student and kind of class, and none after its last day", () => {
    choosePackageBeyond(actor, "charge")
    const { studentIds, familyIds, take } = openLessons()
    const holder = { familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" }
    for (const index of [0, 1, 5]) take(index)
    const alone = offer({ name: "Private lessons", classKind: "private" })
    expect(sellPackage(actor, facts(holder, alone))).toMatchObject({ taken: 0 })
    const brief = offer({ name: "Brief", validDays: 10 })
    const sold = sellPackage(actor, facts(holder, brief, { soldOn: "2026-11-01" }))
    expect(sold).toMatchObject({ taken: 2 })
    expect(leftOf(sold.ok ? sold.packageId : "")).toBe(100)
    const stranger = { familyId: openLessons(["Ida Lund"]).familyIds[0] ?? "", studentId: null }
    expect(sellPackage(actor, facts(stranger, brief))).toMatchObject({ taken: 0 })
  })
})

describe("a package", () => {
  test("is charged when it is sold, once for one form, and counted down by the outcome of each lesson", () => {
    const { studentIds, familyIds, sessionIds, take } = openLessons()
    const holder = { familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" }
    const sale = { ...holder, offerId: offer(), soldOn: "2026-11-18", formKey: "form" }
    const sold = sellPackage(actor, sale)
    expect(sellPackage(actor, sale)).toMatchObject({ ok: true, packageId: sold.ok && sold.packageId })
    expect(amounts()).toEqual([["package", 10_000]])
    const packageId = sold.ok ? sold.packageId : ""
    const taken = take(0)
    expect(taken.ok && taken.effect.seats[0]?.text).toBe("1 lesson from the package, 2 lessons left")
    take(1, "excused")
    expect(leftOf(packageId)).toBe(200)
    const marks = [{ studentId: studentIds[0] ?? "", code: "present" as const }]
    const preview = previewRegister(actor, sessionIds[1] ?? "", { marks })
    expect(preview.ok && preview.effect.seats[0]?.change).toContain("Excused becomes present.")
    take(1)
    take(0, "excused")
    expect(leftOf(packageId)).toBe(200)
    expect(amounts()).toEqual([["package", 10_000]])
  })

  test("that was never sold covers nothing: the lesson is charged, or waits for the next one and is in no figure as covered", () => {
    const { studentIds, familyIds, take } = openLessons()
    const charged = take(0)
    expect(charged.ok && charged.effect.seats[0]?.text).toBe("no package left, $40.00 charged")
    expect(amounts()).toEqual([["seat", 4000]])
    choosePackageBeyond(actor, "wait")
    const waits = take(1)
    expect(waits.ok && waits.effect.seats[0]?.text).toBe(
      "no package left, 1 lesson waiting for the next package",
    )
    expect(countWaitingLessons(actor)).toBe(1)
    expect(countBillingStates(actor, "2026-11-01", "2026-11-18")).toMatchObject({ covered: 0, unbilled: 6 })
    const sold = sell({ familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" })
    expect(sold.covered).toBe(1)
    expect(countWaitingLessons(actor)).toBe(0)
    expect(leftOf(sold.packageId)).toBe(200)
  })

  test("gives half a lesson where the outcome charges half, and the rest of a lesson is charged", () => {
    expect(takeUnits(100, [{ packageId: "a", units: 50 }])).toEqual({
      taken: [{ packageId: "a", units: 50 }],
      missing: 50,
    })
    expect(restValue(10_000, 3, 250)).toBe(8333)
  })

  test("of a family is shared by its children, one lesson each, never one for both", () => {
    const { studentIds, sessionIds, take, familyIds } = openLessons(["Otis Rossi", "Lina Rossi"])
    changeRows(students, { id: studentIds[1] ?? "" }, { familyId: familyIds[0] ?? "" })
    const sold = sell(
      { familyId: familyIds[0] ?? "", studentId: null },
      offer({ lessons: 3, name: "Family" }),
    )
    take(0)
    const last = take(1)
    expect(last.ok && last.effect.seats.map(({ chargedMinor }) => chargedMinor)).toEqual([0, 4000])
    expect(last.ok && last.effect.lead).toBe("1 charged, $40.00, 1 lesson from packages")
    expect(leftOf(sold.packageId)).toBe(0)
    expect(listPackages(actor, { state: "used-up", page: 1 }).total).toBe(1)
    expect(sessionIds).toHaveLength(6)
  })

  test("that expires gives the rest back by its rule, and a later correction only the difference", () => {
    const { studentIds, familyIds, take } = openLessons()
    const holder = { familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" }
    const sold = sell(holder, offer({ validDays: 10 }))
    take(0)
    take(1)
    fixClock(testNow + 11 * 86_400_000)
    // Ended by its day, also before the night that settles its rest.
    expect(findPackage(actor, sold.packageId)).toMatchObject({ state: "ended", endReason: null })
    expect(listPackages(actor, { state: "ended", page: 1 }).total).toBe(1)
    expect(listFamilyPackages(actor, holder.familyId)).toEqual([])
    const shown = () =>
      listFamilyPackages(actor, holder.familyId, { withEnded: true }).map(({ endedOn, leftUnits }) => [
        endedOn,
        leftUnits,
      ])
    expect(shown()).toEqual([["2026-11-28", 100]])
    expect(endExpiredPackages(actor)).toBe(1)
    expect(endExpiredPackages(actor)).toBe(0)
    expect(shown()).toEqual([["2026-11-28", 100]])
    expect(amounts()).toEqual([
      ["package", 10_000],
      ["package_rest", -3333],
    ])
    take(1, "excused")
    expect(amounts().map(([, amount]) => amount)).toEqual([10_000, -3333, -3334])
    expect(leftOf(sold.packageId)).toBe(200)
    fixClock(testNow)
  })

  test("that has expired gives to a lesson of its days whose attendance is taken later, not to a later lesson", () => {
    const { studentIds, familyIds, take, classId } = openLessons()
    const holder = { familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" }
    const sold = sell(holder, offer({ validDays: 10 }))
    take(0)
    take(1)
    fixClock(testNow + 13 * 86_400_000)
    endExpiredPackages(actor)
    const owed = () => listUnbilledCharges(actor).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect(owed()).toBe(10_000 - 3333)
    take(2)
    expect(leftOf(sold.packageId)).toBe(0)
    expect(owed()).toBe(10_000)
    const after = addSessionRow(actor, classId, "2026-11-30", { startTime: "10:00" })
    takeRegister(actor, after, { marks: studentIds.map((studentId) => ({ studentId, code: "present" })) })
    expect(owed()).toBe(14_000)
    fixClock(testNow)
  })

  test("whose rest becomes account credit leaves a credit note, and a correction only the difference", () => {
    const { studentIds, familyIds, take } = openLessons()
    const familyId = familyIds[0] ?? ""
    sell({ familyId, studentId: studentIds[0] ?? "" }, offer({ validDays: 10, restRule: "account" }))
    invoiceCharges(actor, listUnbilledCharges(actor), familyId, 1)
    take(0)
    take(1)
    fixClock(testNow + 11 * 86_400_000)
    expect(endExpiredPackages(actor)).toBe(1)
    expect(amounts()).toEqual([])
    expect([spareCredit(actor, familyId), familyBalance(actor, familyId)]).toEqual([3333, 6667])
    take(1, "excused")
    expect([spareCredit(actor, familyId), familyBalance(actor, familyId)]).toEqual([6667, 3333])
    fixClock(testNow)
  })

  test("with the other rule keeps the money, and one sold by mistake is taken back with its charge", () => {
    const { studentIds, familyIds, take } = openLessons()
    const holder = { familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" }
    const mistake = sell(holder, offer({ name: "Mistake" }))
    expect(endPackage(actor, mistake.packageId, "Wrong child")).toMatchObject({ ok: true, isUndone: true })
    expect(endPackage(actor, mistake.packageId, "Again")).toBeRefused("ended")
    expect(amounts()).toEqual([])
    const kept = sell(holder, offer({ name: "Kept", restRule: "forfeit" }))
    take(0)
    endPackage(actor, kept.packageId, "Moved away")
    expect(amounts()).toEqual([["package", 10_000]])
  })

  test("is renewed in one step, and a waived lesson gives its part back", () => {
    const { studentIds, familyIds, take } = openLessons()
    const sold = sell({ familyId: familyIds[0] ?? "", studentId: studentIds[0] ?? "" })
    take(0)
    choosePackageBeyond(actor, "wait")
    take(1)
    take(2)
    take(3)
    expect(renewPackage(actor, sold.packageId, "again")).toMatchObject({ ok: true, covered: 1 })
    expect(renewPackage(actor, sold.packageId, "again")).toMatchObject({ ok: true, covered: 0 })
    expect(
      listFamilyPackages(actor, familyIds[0] ?? "").map(({ leftUnits, state }) => [leftUnits, state]),
    ).toEqual([
      [0, "used-up"],
      [200, "low"],
    ])
  })

  test("takes no waiting lesson after its last day", () => {
    const { familyIds, take } = openLessons()
    choosePackageBeyond(actor, "wait")
    for (const index of [0, 2]) take(index)
    const sale = { familyId: familyIds[0] ?? "", studentId: null, soldOn: "2026-11-03", formKey: "x" }
    const sold = sellPackage(actor, { ...sale, offerId: offer({ validDays: 3 }) })
    expect(sold).toMatchObject({ ok: true, covered: 1 })
    expect(countWaitingLessons(actor)).toBe(1)
  })

  test("is not sold to another school's family, for a day to come, or without an offer", () => {
    const { studentIds, familyIds } = openLessons(["Otis Rossi", "Lina Haddad"])
    const offerId = offer()
    const sale = {
      offerId,
      familyId: familyIds[0] ?? "",
      studentId: null,
      soldOn: "2026-11-18",
      formKey: "x",
    }
    const refused = (facts: Partial<Sale>) => sellPackage(actor, { ...sale, ...facts })
    expect(refused({ studentId: studentIds[1] ?? "" })).toBeRefused("student-unknown")
    expect(refused({ soldOn: "2026-11-19" })).toBeRefused("too-late")
    expect(refused({ offerId: "none" })).toBeRefused("offer-unknown")
    expect(refused({ soldOn: "2025-11-01" })).toBeRefused("too-early")
    expect(closeMonth(actor, "2026-10").ok).toBe(true)
    expect(refused({ soldOn: "2026-10-31" })).toBeRefused("closed")
    const other = openSchool().actor
    expect(sellPackage(other, sale)).toBeRefused("offer-unknown")
  })

  test("is never below zero, and each lesson is in one state, through any history", async () => {
    const live = (steps: readonly PackageStep[]) => {
      fixClock(testNow)
      actor = openSchool().actor
      const { studentIds, familyIds, take } = openLessons(["Otis Rossi", "Lina Rossi"])
      const familyId = familyIds[0] ?? ""
      changeRows(students, { id: studentIds[1] ?? "" }, { familyId })
      const offerId = offer({ lessons: 2, price: 7001 })
      let sequence = 0
      for (const each of steps) {
        if (each.kind === "take") take(each.at, ...each.codes)
        if (each.kind === "sell") sell({ familyId, studentId: studentIds[each.whose] ?? null }, offerId)
        if (each.kind === "end") {
          const bought = listPackages(actor, { page: 1 }).rows[each.which]
          if (bought) endPackage(actor, bought.id, "Ended")
        }
        if (each.kind === "waive") {
          const use = standingUses(actor)[each.which]
          if (use) waiveSeat(actor, use.seatId, "Power cut")
        }
        if (each.kind === "rule") choosePackageBeyond(actor, each.beyond)
        const unbilled = listUnbilledCharges(actor)
        if (each.kind === "invoice" && unbilled.length > 0) {
          sequence += 1
          invoiceCharges(actor, unbilled, familyId, sequence)
        }
        checkPackages(actor, days.length * studentIds.length)
      }
    }
    const steps = fc.array(packageStep, { minLength: 5, maxLength: 14 })
    await liveHistories(
      500,
      fc.asyncProperty(steps, (lived) => inTrial(() => live(lived))),
    )
  })
})
