import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { usualFormats } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { testNow } from "../../../../tests/support/clock"
import { inHistoriesAsync } from "../../../../tests/support/histories/count"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { approvePay } from "./approve-pay.server"
import { addExtraWork } from "./extra-work.server"
import { anyLesson, rateFor } from "./pay"
import { agreePayRate, endPayRate } from "./pay-rates.server"
import { readRates } from "./pay-reads.server"
import { type RateChange, raisedRate } from "./rate-change"
import { changeRates, planRates, undoRates } from "./rate-change.server"

// Anna is paid $30.00 an hour and $45.00 an hour for groups, Bruno 40% of charges, Clara has no rate.

let actor: Actor
let anna: string
let bruno: string
let clara: string

beforeEach(() => {
  actor = openSchool().actor
  ;[anna = "", bruno = "", clara = ""] = ["Anna Vogel", "Bruno Diaz", "Clara Lind"].map((name) =>
    addTeacherRow(actor, name),
  )
  const from = { fromDate: "2026-09-01" }
  agreePayRate(actor, anna, { kind: "per_hour", amountMinor: 3000, ...from })
  agreePayRate(actor, anna, { kind: "per_hour", amountMinor: 4500, classKind: "group", ...from })
  agreePayRate(actor, bruno, { kind: "percent", amountMinor: 0, basisPoints: 4000, ...from })
})

const fivePercent = { change: "raise", kind: null, rate: 5000, amountMinor: null, roundTo: 50 } as const
const wishOf = (facts: Partial<RateChange> = {}) => ({
  change: { fromDate: "2027-01-01", by: fivePercent, ...anyLesson, ...facts } as RateChange,
  teacherIds: [anna, bruno, clara],
})
const ratesOn = (localDate: string) =>
  [anna, bruno, clara].map((id) =>
    (["private", "group"] as const).map((classKind) => {
      const rate = rateFor(readRates(actor, id), { localDate, classKind, minutes: 30, students: 3 })
      return rate && (rate.basisPoints ?? rate.amountMinor)
    }),
  )

test("rates of several teachers are raised as the preview says, once, and changed back", async () => {
  const before = ratesOn("2027-02-01")
  const wish = wishOf()
  const plan = await planRates(actor, wish)
  expect(plan.changes.map(({ name, rates, past }) => [name, rates, past])).toEqual([
    [
      "Anna Vogel",
      [
        { lessons: null, before: "$30.00 an hour", after: "$31.50 an hour" },
        { lessons: "group classes", before: "$45.00 an hour", after: "$47.50 an hour" },
      ],
      null,
    ],
    ["Bruno Diaz", [{ lessons: null, before: "40% of charges", after: "42% of charges" }], null],
  ])
  expect(plan.excluded).toEqual([{ teacherId: clara, name: "Clara Lind", reason: "no-rate" }])
  const done = orFail(changeRates(actor, wish, plan))
  expect(ratesOn("2027-02-01")).toEqual([
    [3150, 4750],
    [4200, 4200],
    [undefined, undefined],
  ])
  expect(ratesOn("2026-12-31")).toEqual(before)
  expect(changeRates(actor, wish, plan), "sent twice").toEqual(done)
  fixClock(testNow + 61_000)
  expect(changeRates(actor, wish, plan)).toBeRefused("nothing-to-change")
  expect((await planRates(actor, wish)).excluded.map(({ reason }) => reason)).toEqual([
    "later",
    "later",
    "no-rate",
  ])
  const act = { fromDate: "2027-01-01", ...done }
  expect(undoRates(openSchool({ name: "Crescendo Academy" }).actor, act)).toEqual({
    undone: 0,
    kept: 0,
    ended: 0,
  })
  expect(undoRates(actor, act)).toEqual({ undone: 2, kept: 0, ended: 0 })
  expect(ratesOn("2027-02-01")).toEqual(before)
})

test("one rate is set for all, also for who has none; what was previewed otherwise isn’t made", async () => {
  const by = { change: "set", kind: "per_hour", amountMinor: 3000, basisPoints: null } as const
  const plan = await planRates(actor, wishOf({ by }))
  expect(plan.changes.map(({ name, rates }) => [name, rates[0]?.before, rates[0]?.after])).toEqual([
    ["Bruno Diaz", "40% of charges", "$30.00 an hour"],
    ["Clara Lind", null, "$30.00 an hour"],
  ])
  expect(plan.excluded.map(({ reason }) => reason)).toEqual(["same"])
  agreePayRate(actor, bruno, { kind: "per_hour", amountMinor: 2800, fromDate: "2026-12-01" })
  expect(changeRates(actor, wishOf({ by }), plan)).toBeRefused("not-previewed")
  const raise = { ...fivePercent, rate: null, amountMinor: 200, roundTo: 1 } as const
  const more = await planRates(actor, wishOf({ by: raise, fromDate: "2026-11-25" }))
  expect(more.changes.map(({ name }) => name)).toEqual(["Anna Vogel"])
  expect(more.excluded.map(({ name, reason }) => [name, reason])).toEqual([
    ["Bruno Diaz", "later"],
    ["Clara Lind", "no-rate"],
  ])
  expect((await planRates(actor, wishOf({ by: { ...by, amountMinor: 3500 } }))).changes[0]?.stays).toEqual([
    "$45.00 an hour for group classes",
  ])
})

test("a teacher whom a payslip has paid for that day keeps the rate, also when the change is undone", async () => {
  const wish = wishOf({ fromDate: "2026-10-01" })
  const done = orFail(changeRates(actor, wish, await planRates(actor, wish)))
  const workedOn = "2026-10-20"
  addExtraWork(actor, anna, {
    ...{ workedOn, description: "Recital", minutes: null, hourlyMinor: null, amountMinor: 5000 },
    formKey: "recital",
  })
  const october = { from: "2026-10-01", to: "2026-10-31" }
  expect(approvePay(actor, october, { teacherIds: [anna], reviewedMinor: 5000 }).ok).toBe(true)
  expect(undoRates(actor, { fromDate: "2026-10-01", ...done })).toEqual({ undone: 1, kept: 1, ended: 0 })
  const again = await planRates(actor, wishOf({ fromDate: "2026-10-15" }))
  expect(again.excluded.find(({ teacherId }) => teacherId === anna)?.reason).toBe("paid")
})

test("any raise is what its preview says, and undoing it leaves every rate as it was", async () => {
  const by = fc.record({
    change: fc.constant("raise" as const),
    kind: fc.constantFrom(null, "per_hour" as const, "percent" as const),
    roundTo: fc.constantFrom(1, 50, 100, 500),
    rate: fc.integer({ min: 1, max: 1_000_000 }),
    amountMinor: fc.constant(null),
  })
  await inHistoriesAsync(25, by, fc.constantFrom("2026-12-01", "2027-03-01"), async (raise, fromDate) => {
    const before = ratesOn("2027-06-01")
    const wish = wishOf({ by: raise, fromDate })
    const plan = await planRates(actor, wish)
    const done = changeRates(actor, wish, plan)
    expect(done.ok).toBe(plan.changes.length > 0)
    if (!done.ok) return
    expect(ratesOn("2026-11-30")).toEqual(before)
    const changed = plan.changes.map(({ teacherId }) => teacherId)
    for (const [at, id] of [anna, bruno, clara].entries())
      expect([id, JSON.stringify(ratesOn("2027-06-01")[at]) === JSON.stringify(before[at])]).toEqual([
        id,
        !changed.includes(id),
      ])
    expect(undoRates(actor, { fromDate, ...done })).toEqual({ undone: changed.length, kept: 0, ended: 0 })
    expect(ratesOn("2027-06-01")).toEqual(before)
  })
})

test("a raise never lowers a rate, and is exact for a share where money has no cents; why one doesn’t change is said", async () => {
  expect(
    raisedRate({ kind: "per_hour", amountMinor: 3010, basisPoints: null }, { ...fivePercent, rate: 1 }),
  ).toEqual({ kind: "per_hour", amountMinor: 3010, basisPoints: null })
  inFormats({ ...usualFormats, currency: "JPY" }, () =>
    expect(
      raisedRate({ kind: "percent", amountMinor: 0, basisPoints: 4550 }, { ...fivePercent, rate: 3000 }),
    ).toEqual({ kind: "percent", amountMinor: 0, basisPoints: 4687 }),
  )
  const reasonOf = async (id: string, facts: Partial<RateChange>) =>
    (await planRates(actor, wishOf(facts))).excluded.find(({ teacherId }) => teacherId === id)?.reason
  expect(await reasonOf(anna, { by: { ...fivePercent, kind: "percent" } })).toBe("other")
  expect(await reasonOf(anna, { by: { ...fivePercent, rate: 1 } })).toBe("too-small")
  expect(await reasonOf(bruno, { by: { ...fivePercent, rate: null, amountMinor: 200 } })).toBe("percent")
  const [rate] = readRates(actor, bruno)
  expect(endPayRate(actor, bruno, { rateId: rate?.id ?? "", lastDay: "2027-06-30" }).ok).toBe(true)
  expect(await reasonOf(bruno, {})).toBe("ends")
})

test("a new rate that has been ended since stays when the change is undone", async () => {
  const wish = wishOf()
  const done = orFail(changeRates(actor, wish, await planRates(actor, wish)))
  const made = readRates(actor, bruno).find(({ fromDate }) => fromDate === "2027-01-01")
  expect(endPayRate(actor, bruno, { rateId: made?.id ?? "", lastDay: "2027-06-30" }).ok).toBe(true)
  expect(undoRates(actor, { fromDate: "2027-01-01", ...done })).toEqual({ undone: 1, kept: 0, ended: 1 })
  expect(readRates(actor, bruno).map(({ lastDay }) => lastDay)).toContain("2027-06-30")
})
