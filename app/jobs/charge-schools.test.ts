import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { charges, invoices } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { watchStatements } from "db/statement-times.server"
import { and, eq, isNotNull } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { changeLateFee, chargeNextLateFees } from "~/models/money/late-fee/late-fee.server"
import { addPackageOffer, sellPackage } from "~/models/money/package/sell-package.server"
import { addHire } from "~/models/money/rental/rentals.server"
import { chargeHiresDue, chargeNextHires } from "~/models/money/rental/settle-rental.server"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { november, openFamily, owe } from "../../tests/support/billing"
import { testNow } from "../../tests/support/clock"
import { inAct } from "../../tests/support/in-act"
import { changeRows, openSchool, orFail, removeRows, rowsOf } from "../../tests/support/school"
import { booksAreSound } from "../../tests/support/sound-books"
import { runNextJob } from "./run-job.server"
import { timetable } from "./timetable.server"

// A night of a school with many hires, packages that expire and overdue invoices: a few a step.

const day = 86_400_000

afterEach(booksAreSound)

function openWith(facts: { hires?: number; overdue?: number; packages?: number }) {
  const { actor } = openSchool()
  const family = openFamily(actor)
  const [studentId = ""] = family.studentIds
  for (let at = 0; at < (facts.hires ?? 0); at += 1) {
    const form = { item: `Violin ${at}`, serialNumber: null, price: 3000 + at, tax: "default", endsOn: null }
    addHire(actor, studentId, { ...form, startsOn: "2026-12-01", formKey: `${at}` })
  }
  const none = { amount: undefined, percent: undefined, cap: undefined }
  changeLateFee(actor, { ...none, kind: "percent", percent: 10_000, afterDays: 5, isMonthly: false })
  for (let at = 0; at < (facts.overdue ?? 0); at += 1) {
    const charge = owe(actor, family, 1000 + at * 10)
    orFail(issueInvoice(actor, { ...november(family.familyId, [charge]), dueOn: "2026-11-20" }))
  }
  if (facts.packages) {
    const offer = {
      name: "Ten lessons",
      lessons: 10,
      price: 36_000,
      validDays: 5,
      restRule: "account",
    } as const
    const added = orFail(addPackageOffer(actor, offer))
    const sale = { offerId: added.id, familyId: family.familyId, studentId, soldOn: "2026-11-18" }
    for (let at = 0; at < facts.packages; at += 1)
      expect(sellPackage(actor, { ...sale, takesCharged: false, formKey: `package-${at}` }).ok).toBe(true)
  }
  return actor
}

const ofSource = (actor: Actor, source: "hire" | "late_fee") =>
  rowsOf(charges, { schoolId: actor.school.id, source }, { by: "amountMinor" }).map(
    ({ amountMinor }) => amountMinor,
  )

function statementsOf(work: () => void): number {
  let statements = 0
  watchStatements(() => {
    statements += 1
  })
  try {
    work()
  } finally {
    watchStatements(() => undefined)
  }
  return statements
}

const december = Date.parse("2026-12-02T17:00:00Z")

describe("a step", () => {
  test("of hires takes as many statements for forty as for four", () => {
    const countOf = (hires: number) => {
      fixClock(testNow)
      const actor = openWith({ hires })
      fixClock(december)
      const statements = statementsOf(() => chargeNextHires(actor, undefined, hires + 1))
      expect(ofSource(actor, "hire")).toHaveLength(hires)
      return statements
    }
    // What is read once for a connection, such as its triggers, comes with the first.
    countOf(1)
    expect(countOf(40)).toBe(countOf(4))
  })

  test("of late fees takes as many statements for forty as for four", () => {
    const countOf = (overdue: number) => {
      fixClock(testNow)
      const actor = openWith({ overdue })
      fixClock(december)
      const statements = statementsOf(() => chargeNextLateFees(actor, "", overdue + 1))
      expect(ofSource(actor, "late_fee")).toHaveLength(overdue)
      return statements
    }
    expect(countOf(40)).toBe(countOf(4))
  })

  test("of hires, however small, charges the same as all at once", () => {
    const [inSteps, atOnce] = [openWith({ hires: 7 }), openWith({ hires: 7 })]
    fixClock(december)
    let from: { after: string; charged: number } | undefined = { after: "", charged: 0 }
    while (from) from = chargeNextHires(inSteps, from, 2)
    expect(chargeHiresDue(atOnce)).toBe(7)
    expect(ofSource(inSteps, "hire")).toEqual(ofSource(atOnce, "hire"))
    expect(chargeNextHires(inSteps)).toBeUndefined()
    expect(ofSource(inSteps, "hire")).toHaveLength(7)
  })
})

test("a night goes through all of them, each once, and goes on where a step was cut off", async () => {
  const actor = openWith({ hires: 45, overdue: 45, packages: 25 })
  fixClock(december + day)
  removeRows(jobs)
  const queued = () =>
    rowsOf(jobs, { schoolId: actor.school.id, kind: "charge-beside-tuition", state: "queued" }).map(
      ({ payload }) => JSON.parse(payload).part,
    )
  const ended = () =>
    rowsOf(packages, and(eq(packages.schoolId, actor.school.id), isNotNull(packages.endedAt))).length
  inAct(queueJob)({ kind: "charge-months", schoolId: actor.school.id })
  expect(await runNextJob()).toBe(true)
  expect([ofSource(actor, "hire").length, ended(), queued()]).toEqual([40, 0, ["hires"]])
  while (await runNextJob());
  expect([ofSource(actor, "hire").length, ended(), ofSource(actor, "late_fee").length]).toEqual([45, 25, 45])
  inAct(queueJob)({ kind: "charge-months", schoolId: actor.school.id })
  while (await runNextJob());
  expect([ofSource(actor, "hire").length, ended(), ofSource(actor, "late_fee").length]).toEqual([45, 25, 45])
  const entries = rowsOf(events, { schoolId: actor.school.id, verb: "charge-month" }, { only: ["after"] })
  expect(entries.map(({ after }) => JSON.parse(after ?? ""))).toEqual([{ month: "2026-12", charged: 45 }])
  const open = db().select({ id: invoices.id }).from(invoices).where(eq(invoices.schoolId, actor.school.id))
  expect(open.all()).toHaveLength(45)
})

test("in every zone a month's hires are charged before the school's invoices of that morning", async () => {
  expect(timetable).toContainEqual({ kind: "charge-begun-days", everyMs: 3_600_000 })
  const zones = ["America/New_York", "Asia/Tokyo", "Europe/Berlin", "Pacific/Auckland"]
  const actors = zones.map((timeZone) => {
    const actor = openWith({ hires: 1 })
    changeRows(schools, { id: actor.school.id }, { timeZone })
    return { actor, timeZone }
  })
  const chargeAt = async (at: number) => {
    fixClock(at)
    removeRows(jobs)
    inAct(queueJob)({ kind: "charge-begun-days" })
    while (await runNextJob());
  }
  for (const { actor, timeZone } of actors) {
    await chargeAt(instantOf("2026-11-30", "23:00", timeZone))
    expect([timeZone, ofSource(actor, "hire")]).toEqual([timeZone, []])
    await chargeAt(instantOf("2026-12-01", "01:00", timeZone))
    expect([timeZone, ofSource(actor, "hire")]).toEqual([timeZone, [3000]])
  }
})
