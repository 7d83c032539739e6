import { readFileSync } from "node:fs"
import { charges } from "db/schema/money"
import { classPrices, enrollments } from "db/schema/teaching"
import { and, eq, isNull } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { rollOverClasses } from "~/models/teaching/roll-over/roll-over-classes.server"
import { november } from "../../../../tests/support/billing"
import { addScheduleRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { settleAll } from "../../../../tests/support/tuition"
import { chargeMonth } from "../charge/charge-month.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { tuitionBases } from "../tuition/tuition"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { listCourse, setCoursePrice } from "./course-price.server"

// Piano on Wednesdays, sold as a course from November on, goes on as a class of the term of January 11 to May 28.

let actor: Actor
let earlier: ReturnType<typeof openClass>

beforeEach(() => {
  openCourse()
})

const subject = (taskId = "") => ({ taskId, subjectId: earlier.classId, name: "", detail: null })
const choice = (price = "") => ({ termId: listTerms(actor)[0]?.id ?? "", price, reason: "" })

function openCourse(count = 2, totalMinor = 46_000) {
  actor = openSchool().actor
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  earlier = openClass(actor, { class: { name: "Piano" }, pupils: ["Otis Rossi"] })
  addScheduleRow(actor, earlier.classId, { startTime: "16:00" })
  const wish = { totalMinor, count, firstOn: "2026-11-20" }
  expect(setCoursePrice(actor, earlier.classId, wish).ok).toBe(true)
}

function rollOver(price = "") {
  const taskId = startTask(actor, { kind: "roll-over-classes", about: {}, items: [], formKey: "spring" })
  return orFail(rollOverClasses.work.carryOut(actor, choice(price), subject(taskId)))
}

const months = ["2026-11", "2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06"]
const chargeAll = () => months.map((month) => chargeMonth(actor, month))
const charged = () =>
  rowsOf(charges, and(own(actor, charges), eq(charges.source, "flat"), isNull(charges.withdrawnAt)), {
    only: ["month", "amountMinor", "reason"],
    by: "month",
  })
const setBasis = (basis: string | undefined) =>
  changeTuitionRule(actor, {
    basis: tuitionBases.find((each) => each === basis) ?? "full",
    lessons: 4,
    skipsClosures: false,
  })

/** The rows of the table in docs/accounting.md. */
const examples = (
  readFileSync("docs/accounting.md", "utf8").split("## Course price in the next term")[1] ?? ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, price = "", count = "", change = "", basis = "", due = "", sum = ""]) => {
    return { price, count, change: change === "none" ? "" : change, basis, due, sum }
  })

describe("a course price that rolls over", () => {
  test("has four worked examples", () => expect(examples).toHaveLength(4))

  test.each(examples ?? [])("of $price in $count, changed by $change, by $basis", (example) => {
    openCourse(Number(example.count), Math.round(Number(example.price) * 100))
    setBasis(example.basis)
    rollOver(example.change)
    chargeAll()
    const fees = charged()
    const dues = fees.map(({ month, amountMinor }) => `${month} ${(amountMinor / 100).toFixed(2)}`)
    expect(dues.join(", ")).toBe(example.due)
    const sum = fees.reduce((all, { amountMinor }) => all + amountMinor, 0)
    expect((sum / 100).toFixed(2)).toBe(example.sum)
    expect(settleAll(actor)).toBe(0)
    expect(chargeAll().every((n) => n === 0)).toBe(true)
  })

  test("is previewed, shown on the new class, and gone with it", () => {
    const [line] = rollOverClasses.plan(actor, [earlier.classId], choice("+10%"))
    expect(line?.text).toContain("$460.00 → $506.00 in 2 installments, due Jan 20 to Feb 20.")
    const rolled = rollOver("+10%")
    expect(
      listCourse(actor, rolled.made ?? "").map(({ dueOn, amountMinor }) => [dueOn, amountMinor]),
    ).toEqual([
      ["2027-01-20", 25_300],
      ["2027-02-20", 25_300],
    ])
    const undone = rollOverClasses.work.undo?.(actor, choice(), { ...subject(), before: rolled.before })
    expect(undone?.ok).toBe(true)
    const left = rowsOf(classPrices, own(actor, classPrices), { only: ["classId"] })
    expect(left.length).toBeGreaterThan(2)
    expect(left.every(({ classId }) => classId === earlier.classId)).toBe(true)
    expect(listCourse(actor, earlier.classId)).toHaveLength(2)
  })

  test("stays once one of its installments is on an invoice; one that isn’t goes with it", () => {
    const rolled = rollOver()
    chargeMonth(actor, "2027-01")
    const [fee] = listUnbilledCharges(actor).filter(({ occurredOn }) => occurredOn > "2027")
    const paper = { ...november(fee?.familyId ?? "", [fee?.chargeId ?? ""]), to: "2027-01-31" }
    const issued = issueInvoice(actor, paper)
    const undo = () => rollOverClasses.work.undo?.(actor, choice(), { ...subject(), before: rolled.before })
    expect(undo()?.ok).toBe(false)
    expect(listCourse(actor, rolled.made ?? "")).toHaveLength(2)

    expect(issued.ok && voidInvoice(actor, { invoiceId: issued.invoiceId, reason: "Too early" }).ok).toBe(
      true,
    )
    expect(undo()?.ok).toBe(false)

    openCourse()
    const again = rollOver()
    chargeMonth(actor, "2027-01")
    expect(charged().map(({ month }) => month)).toEqual(["2027-01"])
    const undone = rollOverClasses.work.undo?.(actor, choice(), { ...subject(), before: again.before })
    expect(undone?.ok).toBe(true)
    expect(charged()).toEqual([])
  })

  test("keeps what a student pays of each installment", () => {
    changeRows(enrollments, own(actor, enrollments, earlier.enrollmentIds[0] ?? ""), { priceMinor: 20_000 })
    rollOver()
    chargeAll()
    expect(charged().map(({ month, amountMinor }) => [month, amountMinor])).toEqual([
      ["2026-11", 20_000],
      ["2026-12", 20_000],
      ["2027-01", 20_000],
      ["2027-02", 20_000],
    ])
  })
})
