import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { enrollSeveral } from "~/models/teaching/class/enroll-several.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { setClassPrice } from "~/models/teaching/price/price-step.server"
import { fixClock } from "~/utils/clock.server"
import { countBillingStates } from "../../../../tests/support/billing-states"
import { inAct } from "../../../../tests/support/in-act"
import { addSessionRow, addStudentRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { planClassPrice } from "../charge/plan-class-price.server"
import { previewMonths } from "../charge/preview-months.server"
import { changeTuitionRule } from "./tuition-rule.server"

// A class often gets its first price some days after its students were enrolled.

let actor: Actor
let classId: string
let otis: string

beforeEach(() => open("full"))

function open(basis: "full" | "days") {
  fixClock(Date.parse("2026-11-20T15:00:00Z"))
  actor = openSchool().actor
  db().run("update schools set created_at = 0")
  changeTuitionRule(actor, { basis, lessons: 4, skipsClosures: false })
  classId = openClass(actor, { class: { name: "Choir" }, pupils: [], price: null }).classId
  otis = addStudentRow(actor, "Otis", "Rossi")
}

function put(startsOn: string) {
  return orFail(enroll(actor, { classId, studentId: otis, startsOn })).enrollmentId
}

const monthly = (fromDate: string) => ({ billing: "monthly" as const, amountMinor: 9000, fromDate })

async function midnight() {
  fixClock(Date.parse("2026-11-21T00:00:05Z"))
  inAct(queueJob)({ kind: "charge-months" })
  while (await runNextJob());
}

const feeOf = (month: string) =>
  rowsOf(charges, { schoolId: actor.school.id, month, withdrawnAt: null })
    .map(({ amountMinor }) => (amountMinor / 100).toFixed(2))
    .join()

const examples = (
  readFileSync("docs/accounting.md", "utf8").split("## Monthly tuition before a class's first price\n")[1] ??
  ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))

describe("a first price", () => {
  test("by the month is that of the month it begins in, as the accounting page says", async () => {
    expect(examples).toHaveLength(6)
    for (const [, basis, from = "", whose, priceFrom = "", october, november] of examples ?? []) {
      open(basis === "days" ? "days" : "full")
      const stay = put(from)
      if (whose === "class") setClassPrice(actor, classId, monthly(priceFrom))
      else setOwnPrice(actor, stay, monthly(priceFrom))
      await midnight()
      expect([from, priceFrom, feeOf("2026-10"), feeOf("2026-11")]).toEqual([
        from,
        priceFrom,
        october,
        november,
      ])
    }
  })

  test("of a student per lesson is their first, and a monthly one later in the month begins on its own day", async () => {
    const stay = put("2026-11-01")
    setOwnPrice(actor, stay, { billing: "per_session", amountMinor: 2500, fromDate: "2026-11-05" })
    setOwnPrice(actor, stay, monthly("2026-11-12"))
    await midnight()
    expect(feeOf("2026-11")).toBe("")
  })

  test("covers the month’s lessons before its first day, which are by the lesson otherwise", () => {
    put("2026-10-01")
    for (const date of ["2026-10-28", "2026-11-02"])
      takeRegister(actor, addSessionRow(actor, classId, date), {
        marks: [{ studentId: otis, code: "present" }],
      })
    const states = () => countBillingStates(actor, "2026-11-01", "2026-11-30")
    expect(states()).toMatchObject({ unbilled: 1, covered: 0 })
    setClassPrice(actor, classId, { ...monthly("2026-11-04"), billing: "per_session" })
    expect(states()).toMatchObject({ unbilled: 1, covered: 0 })
    setClassPrice(actor, classId, monthly("2026-11-04"))
    expect(states()).toMatchObject({ unbilled: 0, covered: 1 })
    expect(countBillingStates(actor, "2026-10-01", "2026-10-31")).toMatchObject({ unbilled: 1 })
  })

  test("is in the previews of the enrollment and of the price", () => {
    put("2026-11-01")
    expect(planClassPrice(actor, classId, monthly("2026-11-04")).students).toMatchObject([
      { before: null, after: { amountMinor: 9000 }, from: "2026-11-01" },
    ])
    setClassPrice(actor, classId, monthly("2026-11-04"))
    expect(previewMonths(actor, classId, [otis])[0]).toMatchObject({ month: "2026-11", amountMinor: 9000 })
    expect(planClassPrice(actor, classId, monthly("2026-11-10")).students).toMatchObject([
      { before: { amountMinor: 9000 }, from: "2026-12-01" },
    ])
  })

  test("that begins in a later month is named when a student is enrolled before it", () => {
    setClassPrice(actor, classId, monthly("2026-12-04"))
    const lina = addStudentRow(actor, "Lina", "Haddad")
    const effectFrom = (startsOn: string, studentId: string) => {
      const enrolled = enrollSeveral(actor, classId, { studentIds: [studentId], startsOn })
      return enrolled.ok ? enrolled.effect[0] : enrolled
    }
    expect(effectFrom("2026-11-20", otis)).toMatchObject({ price: null, pricedFrom: "2026-12-01" })
    expect(effectFrom("2026-12-02", lina)).toMatchObject({ price: { amountMinor: 9000 }, pricedFrom: null })
  })
})
