import { readFileSync } from "node:fs"
import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { and, eq, isNull } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { endClass } from "~/models/teaching/class/end-class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { rollOverClasses } from "~/models/teaching/roll-over/roll-over-classes.server"
import { fixClock } from "~/utils/clock.server"
import { addScheduleRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { settleAll } from "../../../../tests/support/tuition"
import { chargeMonth } from "../charge/charge-month.server"
import { listExpectedBills } from "../charge/month-fee.server"
import { previewMonths } from "../charge/preview-months.server"
import { type TuitionRule, tuitionBases } from "./tuition"
import { changeTuitionRule } from "./tuition-rule.server"

// Piano on Wednesdays at $90.00 a month goes on as a class of the term that begins on Monday, January 11.

let actor: Actor
let earlier: ReturnType<typeof openClass>

beforeEach(() => {
  actor = openSchool().actor
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  earlier = openClass(actor, {
    class: { name: "Piano" },
    price: { billing: "monthly", amountMinor: 9000 },
    pupils: ["Otis Rossi"],
  })
  addScheduleRow(actor, earlier.classId, { startTime: "16:00" })
})

const rollOver = (price = "") => {
  const termId = listTerms(actor)[0]?.id ?? ""
  const taskId = startTask(actor, { kind: "roll-over-classes", about: {}, items: [], formKey: "spring" })
  const subject = { taskId, subjectId: earlier.classId, name: "", detail: null }
  return orFail(rollOverClasses.work.carryOut(actor, { termId, price, reason: "" }, subject))
}
const setRule = (facts: Partial<TuitionRule>) =>
  changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false, ...facts })
const feesOf = (month: string) =>
  rowsOf(charges, and(own(actor, charges), eq(charges.month, month), isNull(charges.withdrawnAt)), {
    only: ["amountMinor", "reason"],
  })
const later = () => rowOf(enrollments, and(own(actor, enrollments), eq(enrollments.startsOn, "2027-01-11")))

const leave = (endsOn: string) =>
  changeRows(enrollments, own(actor, enrollments, later()?.id ?? ""), { endsOn })

/** The rows of the table in docs/accounting.md. */
const examples = (
  readFileSync("docs/accounting.md", "utf8").split("## Monthly tuition at the turn of a term")[1] ?? ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => /^\| (full|days|lessons|count) /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, basis, stay, charged, why]) => ({
    basis,
    endsOn: stay === "to Jan 20" ? "2027-01-20" : null,
    charged,
    why,
  }))

describe("the worked examples", () => {
  test("are four", () => expect(examples).toHaveLength(4))

  test.each(examples ?? [])("by $basis, with the end $endsOn", ({ basis, endsOn, charged, why }) => {
    setRule({ basis: tuitionBases.find((each) => each === basis) ?? "full" })
    rollOver()
    if (endsOn) leave(endsOn)
    chargeMonth(actor, "2027-01")
    const reason = why ? `Monthly fee, ${why}` : "Monthly fee"
    expect(feesOf("2027-01")).toEqual([{ amountMinor: Math.round(Number(charged) * 100), reason }])
  })
})

describe("the month in which a class goes on as another", () => {
  test.each([
    ["full", "Monthly fee"],
    ["days", "Monthly fee"],
    ["lessons", "Monthly fee"],
    ["count", "Monthly fee"],
  ] as const)("costs one fee by the rule %s, the next one the new class's", (basis, reason) => {
    setRule({ basis })
    rollOver("+10%")
    chargeMonth(actor, "2027-01")
    expect(feesOf("2027-01")).toEqual([{ amountMinor: 9000, reason }])
    expect(settleAll(actor)).toBe(0)
    chargeMonth(actor, "2027-02")
    expect(feesOf("2027-02")).toEqual([{ amountMinor: 9900, reason }])
  })

  test("is not charged again when the fee was there before", () => {
    chargeMonth(actor, "2027-01")
    rollOver()
    fixClock(Date.parse("2027-01-12T12:00:00.000Z"))
    expect(chargeMonth(actor, "2027-01")).toBe(0)
    expect(settleAll(actor)).toBe(0)
    expect(feesOf("2027-01")).toHaveLength(1)
  })

  test("is the new class's, when its student wasn't in the earlier one", () => {
    rollOver()
    const [student = ""] = openClass(actor, { pupils: ["Wren Okafor"] }).studentIds
    const classId = later()?.classId ?? ""
    const row = later()
    if (!row) throw new Error("Nothing was rolled over")
    addRows(enrollments, { ...row, id: crypto.randomUUID(), classId, studentId: student })
    chargeMonth(actor, "2027-01")
    expect(feesOf("2027-01")).toHaveLength(2)
  })

  const enrollWren = (classId: string, startsOn: string) => {
    const [studentId = ""] = openClass(actor, { pupils: ["Wren Okafor"] }).studentIds
    expect(enroll(actor, { classId, studentId, startsOn }).ok).toBe(true)
    return studentId
  }

  test.each(["2027-01-11", "2027-01-14"])(
    "is the new class's alone, when its student was to start on %s, after the earlier one ended",
    (startsOn) => {
      const studentId = enrollWren(earlier.classId, "2027-01-11")
      rollOver()
      const classId = later()?.classId ?? ""
      expect(enroll(actor, { classId, studentId, startsOn }).ok).toBe(true)
      const expected = listExpectedBills(actor, "2027-01").filter((bill) => bill.studentId === studentId)
      expect(expected).toMatchObject([{ kind: "fee", amountMinor: 9000, classId }])
      chargeMonth(actor, "2027-01")
      expect(feesOf("2027-01")).toHaveLength(2)
    },
  )

  test("costs nothing who was to start after their class ended", () => {
    enrollWren(earlier.classId, "2027-01-18")
    expect(endClass(actor, earlier.classId, { lastDay: "2027-01-10", reason: "Term ends" }).ok).toBe(true)
    chargeMonth(actor, "2027-01")
    expect(feesOf("2027-01")).toHaveLength(1)
  })

  test("is said before, and previewed as nothing for the new class", () => {
    const termId = listTerms(actor)[0]?.id ?? ""
    const plan = rollOverClasses.plan(actor, [earlier.classId], { termId, price: "", reason: "" })
    expect(plan[0]?.text).toContain("The fee for January 2027 stays with the earlier class.")
    rollOver()
    const enrolled = later()
    fixClock(Date.parse("2027-01-11T12:00:00.000Z"))
    expect(
      previewMonths(actor, enrolled?.classId ?? "", [enrolled?.studentId ?? ""]).map(({ month }) => month),
    ).toEqual(["2027-02", "2027-03"])
  })
})
