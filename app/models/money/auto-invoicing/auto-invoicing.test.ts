import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { invoices } from "db/schema/money"
import { autoRuns } from "db/schema/money-auto-invoicing"
import { invoiceRuns } from "db/schema/money-invoice-runs"
import { classPrices } from "db/schema/teaching"
import { and, eq, like } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { fixClock } from "~/utils/clock.server"
import { addDays, monthOf } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { openFamily, owe } from "../../../../tests/support/billing"
import { inAct } from "../../../../tests/support/in-act"
import { addClassRow, addEnrollmentRow } from "../../../../tests/support/lessons"
import { addRows, openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { chargeMonth } from "../charge/charge-month.server"
import { sumUnbilledCharges } from "../charge/unbilled.server"
import { addHire } from "../rental/rentals.server"
import { billsTo, nextRun, runOf } from "./auto-invoicing"
import { changeAutoRule, findComingMonth, findNextRun, holdFamily, skipRun } from "./auto-invoicing.server"
import { advanceAutoInvoicing, announceDue, invoiceNextFamily } from "./run-invoicing.server"

beforeEach(() => void removeRows(jobs))

describe("the days of runs", () => {
  test("come once a month, never before the rule began", () => {
    const rule = { isOn: true, dayOfMonth: 1, period: "past", startsOn: "2026-11-19" } as const
    expect(nextRun(rule, "2026-11-18")).toBe("2026-12-01")
    expect(nextRun(rule, "2026-12-01")).toBe("2026-12-01")
    expect(nextRun(rule, "2026-12-02")).toBe("2027-01-01")
    expect(runOf(rule, "2026-11")).toBeUndefined()
    expect(billsTo("past", "2026-12-01")).toBe("2026-11-30")
    expect(billsTo("current", "2026-12-01")).toBe("2026-12-31")
  })

  test("lie at most a month ahead, on the day of the month", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 60 }),
        (dayOfMonth, start, later) => {
          const startsOn = addDays("2026-01-01", start)
          const from = addDays(startsOn, later)
          const run = nextRun({ isOn: true, dayOfMonth, period: "past", startsOn }, from)
          expect(run >= from && run <= addDays(from, 31)).toBe(true)
          expect(Number(run.slice(8))).toBe(dayOfMonth)
        },
      ),
    )
  })
})

const at = (actor: Actor, day: string, time = "09:30") =>
  fixClock(instantOf(day, time, actor.school.timeZone))

async function live(actor: Actor, days: readonly string[]) {
  for (const day of days) {
    at(actor, day)
    inAct(queueJob)({ kind: "invoice-automatically" })
    while (await runNextJob());
  }
}

function schoolWithRun(families = 3) {
  const { actor } = openSchool()
  const owing = Array.from({ length: families }, (_, index) => {
    const family = openFamily(actor, {
      name: `Family${index}`,
      adults: [{ name: `Payer ${index}`, email: `payer${index}@example.com`, payerShare: 10_000 }],
    })
    owe(actor, family, 1000 + index)
    return family
  })
  changeAutoRule(actor, { isOn: true, dayOfMonth: 1, period: "past" })
  return { actor, owing }
}

const issued = ({ school }: Actor) =>
  rowsOf(invoices, { schoolId: school.id, state: "issued" }, { only: ["familyId", "totalMinor", "dueOn"] })
const mails = ({ school }: Actor, template: string) =>
  rowsOf(emails, and(eq(emails.schoolId, school.id), like(emails.template, template)))

describe("the automatic invoices", () => {
  test("wait for the fees of their school, and for those of all schools that are due", async () => {
    const { actor, owing } = schoolWithRun()
    await live(actor, ["2026-11-30"])
    const school = { schoolId: actor.school.id }
    inAct(queueJob)({
      kind: "charge-fees",
      payload: { after: "", charged: {} },
      ...school,
      dueAt: instantOf("2026-12-02", "09:30", "UTC"),
    })
    await live(actor, ["2026-12-01"])
    expect(issued(actor)).toEqual([])
    removeRows(jobs)

    at(actor, "2026-12-01", "10:00")
    inAct(queueJob)({ kind: "invoice-automatically" })
    inAct(queueJob)({ kind: "charge-months" })
    while (await runNextJob());
    expect(issued(actor)).toEqual([])
    at(actor, "2026-12-01", "10:01")
    while (await runNextJob());
    expect(issued(actor)).toHaveLength(owing.length)
  })

  test("have the rentals of their month also after an outage of the whole night", async () => {
    const { actor, owing } = schoolWithRun(1)
    const hire = { item: "Violin", serialNumber: null, price: 3000, tax: "default", endsOn: null } as const
    addHire(actor, owing[0]?.studentIds[0] ?? "", { ...hire, startsOn: "2026-12-01", formKey: "violin" })
    changeAutoRule(actor, { isOn: true, dayOfMonth: 1, period: "current" })
    await live(actor, ["2026-11-30"])
    at(actor, "2026-12-01", "09:30")
    inAct(queueJob)({ kind: "charge-begun-days" })
    while (await runNextJob());
    await live(actor, ["2026-12-01"])
    expect(issued(actor).map(({ totalMinor }) => totalMinor)).toEqual([4000])
  })

  test("are announced the day before and sent on their day, each family one, and the office is told", async () => {
    const { actor, owing } = schoolWithRun()
    await live(actor, ["2026-11-29", "2026-11-30"])
    expect(issued(actor)).toEqual([])
    const [notice] = mails(actor, "auto-invoices-announced")
    expect(JSON.parse(notice?.data ?? "{}")).toMatchObject({ invoices: 3, total: "$30.03", held: 0 })
    await live(actor, ["2026-11-30", "2026-12-01", "2026-12-01", "2026-12-02", "2026-12-15"])
    expect(new Set(issued(actor).map(({ familyId }) => familyId))).toEqual(
      new Set(owing.map(({ familyId }) => familyId)),
    )
    expect(issued(actor)).toHaveLength(3)
    expect(issued(actor)[0]?.dueOn).toBe("2026-12-15")
    expect(mails(actor, "auto-invoices-announced")).toHaveLength(1)
    expect(mails(actor, "auto-invoices-sent")).toHaveLength(1)
    expect(mails(actor, "invoice-issued")).toHaveLength(3)
    expect(findNextRun(actor)?.runOn).toBe("2027-01-01")
  })

  test("that bill a month from its first day are announced with its fees, which aren’t charged yet", async () => {
    const { actor, owing } = schoolWithRun(2)
    const violin = addClassRow(actor, { name: "Violin" })
    addRows(classPrices, {
      ...{ ...newRow(actor), classId: violin, fromDate: "2026-09-01" },
      billing: "monthly",
      amountMinor: 9000,
    })
    for (const { studentIds } of owing)
      addEnrollmentRow(actor, violin, studentIds[0] ?? "", { startsOn: "2026-12-01" })
    changeAutoRule(actor, { isOn: true, dayOfMonth: 1, period: "current" })
    holdFamily(actor, { family: owing[1]?.familyId ?? "", reason: "Asked for" })
    await live(actor, ["2026-11-30"])
    const [notice] = mails(actor, "auto-invoices-announced")
    expect(JSON.parse(notice?.data ?? "{}")).toMatchObject({
      ...{ invoices: 1, total: "$10.00" },
      coming: { month: "December 2026", total: "$90.00", families: 1 },
    })
    at(actor, "2026-12-01")
    expect(findComingMonth(actor, "2026-12-31")).toBeNull()
  })

  test("are announced with the later months that an installment due then pays for, as they are charged", () => {
    const { actor, owing } = schoolWithRun(1)
    const course = addClassRow(actor, { name: "Violin" })
    for (const [index, fromDate] of ["2026-12-01", "2027-01-01", "2027-02-01"].entries())
      addRows(classPrices, {
        ...{ ...newRow(actor), classId: course, fromDate, dueOn: "2026-12-05", part: index + 1, parts: 3 },
        billing: "monthly",
        amountMinor: 10_000,
      })
    addEnrollmentRow(actor, course, owing[0]?.studentIds[0] ?? "", { startsOn: "2026-12-01" })
    at(actor, "2026-11-30")
    expect(findComingMonth(actor, "2026-12-31")).toEqual({
      month: "2026-12",
      families: 1,
      amountMinor: 30_000,
    })
    at(actor, "2026-12-01")
    expect(chargeMonth(actor, "2026-12")).toBe(3)
    expect(sumUnbilledCharges(actor, { from: "2026-12-01", to: "2026-12-31" })).toMatchObject({
      amountMinor: 30_000,
    })
  })

  test("go on behind the last family after a crash, and twice at once make no second invoice", async () => {
    const { actor } = schoolWithRun()
    at(actor, "2026-11-30")
    expect(advanceAutoInvoicing(actor)).toBeUndefined()
    await Promise.all([announceDue(actor), announceDue(actor)])
    expect(mails(actor, "auto-invoices-announced")).toHaveLength(1)
    at(actor, "2026-12-01")
    const begun = advanceAutoInvoicing(actor)
    expect(advanceAutoInvoicing(actor)).toBeUndefined()
    const runId = begun?.runId ?? ""
    expect(invoiceNextFamily(actor, runId)).toBe(true)
    while (invoiceNextFamily(actor, runId));
    expect(invoiceNextFamily(actor, runId)).toBe(false)
    expect(issued(actor)).toHaveLength(3)
    expect(mails(actor, "auto-invoices-sent")).toHaveLength(1)
  })

  test("leave out a family on hold, a skipped run, and what belongs to the next period", async () => {
    const { actor, owing } = schoolWithRun()
    const [first, second] = owing
    if (!first || !second) throw new Error("no families")
    holdFamily(actor, { family: first.familyId, reason: "moves away" })
    owe(actor, second, 9900, { occurredOn: "2026-12-01" })
    await live(actor, ["2026-11-30", "2026-12-01"])
    expect(issued(actor)).toHaveLength(2)
    expect(issued(actor).find(({ familyId }) => familyId === second.familyId)?.totalMinor).toBe(1001)
    await live(actor, ["2026-12-31"])
    const next = findNextRun(actor)
    expect(skipRun(actor, next?.id ?? "")).toMatchObject({ ok: true, runOn: "2027-01-01" })
    await live(actor, ["2027-01-01", "2027-01-02"])
    expect(issued(actor)).toHaveLength(2)
  })

  test("tell the office of no emails that wait where no invoice was made", async () => {
    const { actor, owing } = schoolWithRun(1)
    holdFamily(actor, { family: owing[0]?.familyId ?? "", reason: "moves away" })
    await live(actor, ["2026-11-30", "2026-12-01"])
    const told = mails(actor, "auto-invoices-sent").map(({ data }) => JSON.parse(data))
    expect(told).toMatchObject([{ invoices: 0 }])
    expect(told[0].hold).toBeUndefined()
    expect(rowsOf(invoiceRuns, { schoolId: actor.school.id })).toEqual([])
  })

  test("are announced late, never sent unannounced, when the day before was missed", async () => {
    const { actor } = schoolWithRun()
    await live(actor, ["2026-12-04"])
    expect(issued(actor)).toEqual([])
    expect(mails(actor, "auto-invoices-announced")).toHaveLength(1)
    await live(actor, ["2026-12-05"])
    expect(issued(actor)).toHaveLength(3)
    expect(rowsOf(autoRuns, { schoolId: actor.school.id }, { only: ["month"] })).toEqual([
      { month: monthOf("2026-12-05") },
    ])
  })

  test("name the families they couldn’t invoice", async () => {
    const { actor } = schoolWithRun(1)
    const odd = openFamily(actor, {
      name: "Odd",
      adults: [{ name: "Nobody", email: null, payerShare: 0 }],
    })
    owe(actor, odd, 500)
    await live(actor, ["2026-11-30", "2026-12-01"])
    const [told] = mails(actor, "auto-invoices-sent")
    expect(JSON.parse(told?.data ?? "{}")).toMatchObject({
      invoices: 1,
      refused: [["Odd", "This family has no payer. Give at least one guardian a share first."]],
    })
  })
})
