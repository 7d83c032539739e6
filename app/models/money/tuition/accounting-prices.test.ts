import { readFileSync } from "node:fs"
import { enrollments } from "db/schema/teaching"
import { describe, expect, test } from "vitest"
import { withTax } from "~/models/accounts/tax/tax"
import { addTaxRate } from "~/models/accounts/tax/tax-rates.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { chooseTrialPrice } from "~/models/teaching/price/price.server"
import { raised } from "~/models/teaching/price/price-rise"
import { todayOf } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { changeCharge } from "../charge/change-charge.server"
import { chargeMonth } from "../charge/charge-month.server"
import { settleTuition } from "../charge/settle-tuition.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { setCoursePrice } from "../course-price/course-price.server"
import { discounted } from "../discount/discount"
import { addDiscountRule } from "../discount/discount-rules.server"
import { lateFeeOf } from "../late-fee/late-fee"
import { findMaterial, saveMaterial, sellMaterial } from "../material/materials.server"
import { restValue } from "../package/package"
import { addPackageOffer, choosePackageBeyond, sellPackage } from "../package/sell-package.server"
import { unusualAgainst } from "../ready-to-invoice/ready-families"
import { hireShare } from "../rental/rental"
import { shareText, tuitionBases, tuitionOf, tuitionShare } from "./tuition"
import { changeTuitionRule } from "./tuition-rule.server"

// The tables of docs/accounting.md, figure by figure.

const page = readFileSync("docs/accounting.md", "utf8")

const tableOf = (heading: string) => tableBelow(page, heading)

const minor = (text = "") => Math.round(Number(text) * 100)
/** "10%" or "5.00" */
const off = (text = "") =>
  text.endsWith("%")
    ? { rate: Math.round(Number(text.slice(0, -1)) * 1000), amountMinor: null }
    : { rate: null, amountMinor: minor(text) }

const sumCharged = (actor: Actor) =>
  listUnbilledCharges(actor).reduce((sum, { amountMinor }) => sum + amountMinor, 0)

describe("the worked examples", () => {
  test("of a course price", () => {
    const rows = tableOf("Course price in installments")
    expect(rows).toHaveLength(4)
    for (const [price, count, basis, enrolled = "", charged, sum] of rows) {
      const { actor } = openSchool()
      changeTuitionRule(actor, {
        basis: tuitionBases.find((each) => each === basis) ?? "full",
        lessons: 4,
        skipsClosures: basis === "count",
      })
      const { classId, enrollmentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
      const days = {
        startsOn: enrolled === "from Jan 20" ? "2027-01-20" : "2026-09-01",
        endsOn: enrolled === "to Jan 10" ? "2027-01-10" : null,
      }
      changeRows(enrollments, { id: enrollmentIds[0] ?? "" }, days)
      const wish = { totalMinor: minor(price), count: Number(count), firstOn: "2026-12-15" }
      expect(setCoursePrice(actor, classId, wish).ok).toBe(true)
      for (const month of ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04"]) chargeMonth(actor, month)
      const amounts = listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)
      expect(amounts).toEqual((charged ?? "").split(", ").map(minor))
      expect(amounts.reduce((all, each) => all + each, 0)).toBe(minor(sum))
    }
  })

  test("of a course price that is paid at once or in fewer installments", () => {
    const rows = tableOf("Course price paid at once or in fewer installments")
    expect(rows).toHaveLength(5)
    for (const [price, months, count, basis, enrolled = "", charged, sum] of rows) {
      const { actor } = openSchool()
      const rule = { basis: tuitionBases.find((each) => each === basis) ?? "full", lessons: 4 }
      changeTuitionRule(actor, { ...rule, skipsClosures: false })
      const { classId, enrollmentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
      const [enrollmentId = ""] = enrollmentIds
      const isLate = enrolled === "from Jan 20"
      const set = (days: { startsOn?: string; endsOn?: string }) =>
        changeRows(enrollments, { id: enrollmentId }, days)
      set({ startsOn: isLate ? "2027-01-20" : "2026-09-01" })
      const wish = { totalMinor: minor(price), months: Number(months), count: Number(count) }
      expect(setCoursePrice(actor, classId, { ...wish, firstOn: "2026-12-15" }).ok).toBe(true)
      const standing: string[] = []
      for (const month of ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04"]) {
        const before = sumCharged(actor)
        chargeMonth(actor, month)
        if (sumCharged(actor) > before)
          standing.push(`${month} ${((sumCharged(actor) - before) / 100).toFixed(2)}`)
      }
      expect(standing.join(", ")).toBe(charged)
      if (enrolled === "to Jan 10") {
        set({ endsOn: "2027-01-10" })
        settleTuition(actor, enrollmentId)
      }
      expect(sumCharged(actor)).toBe(minor(sum))
    }
  })

  test("of an amount changed by hand", () => {
    const rows = tableOf("An amount changed by hand")
    expect(rows).toHaveLength(3)
    for (const [price, first, then, charged, changed, priceThen, ...takes] of rows) {
      const { actor } = openSchool()
      const rule = { kind: "sibling", target: "all", fromNth: 1, family: undefined } as const
      for (const each of [first, then])
        if (each) addDiscountRule(actor, { ...rule, name: `Sibling ${each}`, off: off(each) })
      openClass(actor, {
        pupils: ["Otis Rossi"],
        price: { billing: "monthly", amountMinor: minor(price) },
      })
      chargeMonth(actor, "2026-11")
      const [fee] = listUnbilledCharges(actor)
      expect(fee?.amountMinor).toBe(minor(charged))
      const facts = { description: "November", occurredOn: "2026-11-01", reason: "Agreed" }
      const amountMinor = minor(changed)
      expect(changeCharge(actor, fee?.chargeId ?? "", { ...facts, amountMinor }).ok).toBe(true)
      const [now] = listUnbilledCharges(actor)
      const taken = now?.discounts.map((each) => each.amountMinor) ?? []
      expect(taken).toEqual(takes.filter(Boolean).map(minor))
      expect(taken.reduce((sum, each) => sum + each, amountMinor)).toBe(minor(priceThen))
      expect(now?.discounts[0]?.reason).toMatch(`Sibling ${first}`)
    }
  })

  test("of lessons", () => {
    const rows = tableOf("Lessons")
    expect(rows).toHaveLength(5)
    for (const [price, own, lesson = "", mark, charged] of rows) {
      const { actor } = openSchool()
      if (lesson === "trial, class price") chooseTrialPrice(actor, "class")
      const { classId, studentIds, enrollmentIds } = openClass(actor, {
        class: { kind: lesson === "private" ? "private" : "trial" },
        pupils: ["Otis Rossi"],
        price: { amountMinor: minor(price) },
      })
      if (own !== "none")
        changeRows(
          enrollments,
          { id: enrollmentIds[0] ?? "" },
          { billing: "per_session", priceMinor: minor(own) },
        )
      const sessionId = addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00" })
      const code = mark === "excused" ? "excused" : "present"
      const marks = studentIds.map((studentId) => ({ studentId, code }) as const)
      expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
      const all = listUnbilledCharges(actor)
      expect(all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(minor(charged))
    }
  })

  test("of tax", () => {
    const rows = tableOf("Tax")
    expect(rows).toHaveLength(3)
    for (const [price, rate, mode, charged, within] of rows) {
      const tax = { name: "Tax", rate: off(rate).rate ?? 0, isAdded: mode === "tax is added" }
      expect(withTax(minor(price), tax)).toMatchObject({
        amountMinor: minor(charged),
        taxMinor: minor(within),
      })
    }
  })

  test("of discounts", () => {
    const rows = tableOf("Discounts")
    expect(rows).toHaveLength(3)
    for (const [price, first, then, charged] of rows) {
      const rules = [first, then].map((each) => ({ ruleId: "rule", name: "Rule", ...off(each) }))
      expect(discounted(minor(price), rules).priceMinor).toBe(minor(charged))
    }
  })

  test("of packages", () => {
    const rows = tableOf("Packages")
    expect(rows).toHaveLength(3)
    for (const [paid, lessons, taken, left, credited] of rows) {
      expect(Number(lessons) - Number(taken)).toBe(Number(left))
      expect(restValue(minor(paid), Number(lessons), Number(left) * 100)).toBe(minor(credited))
    }
  })

  test("of lessons charged before their package", () => {
    const rows = tableOf("Lessons charged before their package")
    expect(rows).toHaveLength(3)
    for (const [charged, each, lessons, price, chosen, taken, ready] of rows) {
      const { actor } = openSchool()
      choosePackageBeyond(actor, "charge")
      const { classId, studentIds } = openClass(actor, {
        pupils: ["Otis Rossi"],
        price: { billing: "package", amountMinor: minor(each) },
      })
      const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
      for (let day = 3; day < 3 + Number(charged); day += 1)
        takeRegister(actor, addSessionRow(actor, classId, `2026-11-0${day}`), { marks })
      const familyId = listUnbilledCharges(actor)[0]?.familyId ?? ""
      const facts = {
        name: "Package",
        lessons: Number(lessons),
        price: minor(price),
        restRule: "credit" as const,
      }
      const offer = addPackageOffer(actor, facts)
      if (!offer.ok) throw new Error(offer.reason)
      const sold = sellPackage(actor, {
        offerId: offer.id,
        familyId,
        studentId: null,
        soldOn: "2026-11-18",
        takesCharged: chosen === "yes",
        formKey: `sale ${charged} ${chosen}`,
      })
      expect(sold).toMatchObject({ ok: true, taken: Number(taken) })
      const all = listUnbilledCharges(actor)
      expect(all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(minor(ready))
    }
  })

  test("of monthly tuition", () => {
    const rows = tableOf("Monthly tuition")
    expect(rows).toHaveLength(5)
    for (const [basis, student, closures, charged, why] of rows) {
      const share = tuitionShare(
        {
          basis: basis === "days" || basis === "lessons" ? basis : "full",
          lessons: 4,
          skipsClosures: closures === "taken off",
        },
        {
          month: "2026-11",
          startsOn: student === "from Nov 16" ? "2026-11-16" : "2026-09-01",
          endsOn: null,
          lessonDates: ["2026-11-04", "2026-11-11", "2026-11-18", "2026-11-25"],
          closures: [{ startsOn: "2026-11-23", endsOn: "2026-11-27" }],
        },
      )
      expect([tuitionOf(9000, share), shareText(share) ?? ""]).toEqual([minor(charged), why])
    }
    expect(tuitionOf(9000, { part: 5, whole: 4, unit: "lesson" })).toBe(11_250)
  })

  test("of instrument hire", () => {
    const rows = tableOf("Instrument hire")
    expect(rows).toHaveLength(5)
    for (const [basis, hired, charged, why] of rows) {
      const share = hireShare(
        {
          basis: tuitionBases.find((each) => each === basis) ?? "full",
          lessons: 4,
          skipsClosures: true,
        },
        {
          startsOn: hired === "from Nov 16" ? "2026-11-16" : "2026-09-01",
          endsOn: hired === "to Nov 10" ? "2026-11-10" : null,
        },
        "2026-11",
      )
      if (!share) throw new Error("The month is hired.")
      expect([tuitionOf(3000, share), shareText(share) ?? ""]).toEqual([minor(charged), why])
    }
  })

  test("of materials", () => {
    const rows = tableOf("Materials")
    expect(rows).toHaveLength(3)
    for (const [price, quantity, rate, before, charged, within, after] of rows) {
      const { actor } = openSchool()
      if (rate !== "none") addTaxRate(actor, { name: "Tax", rate: off(rate).rate ?? 0, isDefault: true })
      const { familyId } = openFamily(actor)
      const saved = saveMaterial(actor, {
        name: "Book",
        price: minor(price),
        tax: "default",
        stock: Number(before),
      })
      const materialId = saved.ok ? saved.id : ""
      const soldOn = todayOf(actor)
      const sale = {
        materialId,
        quantity: Number(quantity),
        familyId,
        studentId: null,
        soldOn,
        formKey: "one",
      }
      expect(sellMaterial(actor, sale).ok).toBe(charged !== "refused")
      const [charge] = listUnbilledCharges(actor, { familyId })
      expect(charge?.amountMinor).toBe(charged === "refused" ? undefined : minor(charged))
      expect(charge?.taxMinor ?? 0).toBe(minor(within))
      expect(findMaterial(actor, materialId)?.stock).toBe(Number(after))
    }
  })

  test("of unusual amounts", () => {
    const rows = tableOf("Ready to invoice")
    expect(rows).toHaveLength(5)
    for (const [last = "", amount, usual] of rows)
      expect(unusualAgainst(minor(amount), last.split(" ").map(minor))).toBe(
        usual === "" ? null : minor(usual),
      )
  })

  test("of late fees", () => {
    const rows = tableOf("Late fees")
    expect(rows).toHaveLength(3)
    for (const [open, fee, before, most, charged] of rows) {
      const { rate, amountMinor } = off(fee)
      const rule = {
        kind: rate === null ? ("fixed" as const) : ("percent" as const),
        rate,
        amountMinor,
        afterDays: 14,
        isMonthly: true,
        capMinor: most === "none" ? null : minor(most),
      }
      expect(lateFeeOf(rule, minor(open), minor(before))).toBe(minor(charged))
    }
  })

  test("of price changes", () => {
    const rows = tableOf("Price changes")
    expect(rows).toHaveLength(3)
    for (const [price, change, roundTo, wanted] of rows)
      expect(raised(minor(price), { ...off(change), roundTo: minor(roundTo) })).toBe(minor(wanted))
  })
})
