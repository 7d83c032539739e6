import fc from "fast-check"
import { expect, test } from "vitest"
import { lastDayOf } from "~/models/teaching/credit/credit"
import { type AbsenceFacts, whyCredit } from "./why-credit"

const hour = 3_600_000
const late: AbsenceFacts = {
  kind: "enrolled",
  noticeMs: 3 * hour,
  counts: false,
  excusedBy: null,
  statusLabel: "Absent",
  earns: false,
  noticeHours: 24,
  cap: null,
  allowance: { most: 0, used: 0 },
  credit: null,
}
const earned = {
  until: "2027-02-16",
  usedOn: null,
  isExpired: false,
  isRevoked: false,
  isDenied: false,
  reason: null,
}
const textOf = (facts: Partial<AbsenceFacts>) => whyCredit({ ...late, ...facts }).text

test("an absence without a credit says the rule and its figures", () => {
  expect(textOf({})).toBe(
    "No credit: it was reported 3 hours before the lesson, and the school asks for 24 hours. It counts as “Absent,” which earns none.",
  )
  expect(textOf({ allowance: { most: 2, used: 2 } })).toContain(
    "All 2 of 2 late absences of the term are used.",
  )
  expect(textOf({ noticeMs: null })).toContain("no absence was reported")
  expect(textOf({ noticeMs: -hour })).toContain("reported after the lesson started")
  const inTime = { noticeMs: 30 * hour, counts: true, statusLabel: "Excused", earns: true }
  expect(textOf({ ...inTime, cap: { most: 3, earned: 3 } })).toBe(
    "No credit: 3 of 3 credits of the term are earned.",
  )
  expect(textOf({ ...inTime, earns: false })).toBe(
    "No credit: “Excused” earns none under the attendance rules.",
  )
  expect(
    textOf({ ...inTime, credit: { ...earned, isRevoked: true, isDenied: true, reason: "Moved away" } }),
  ).toBe("No credit: the school revoked it (Moved away).")
  expect(textOf({ kind: "trial" })).toContain("trial lessons and guests")
})

test("a credit says its last day and why a late absence earned it", () => {
  expect(
    textOf({ credit: earned, counts: true, excusedBy: "allowance", allowance: { most: 2, used: 1 } }),
  ).toBe(
    "1 make-up credit, use by Feb 16, 2027. It was late, but counts as reported in time: 1 of 2 late absences of the term.",
  )
})

const facts: fc.Arbitrary<AbsenceFacts> = fc.record({
  kind: fc.constantFrom("enrolled" as const, "visitor" as const, "trial" as const, "make_up" as const),
  noticeMs: fc.option(fc.integer({ min: -100 * hour, max: 1000 * hour })),
  counts: fc.boolean(),
  excusedBy: fc.option(fc.constantFrom("illness" as const, "allowance" as const)),
  statusLabel: fc.constantFrom("Absent", "Excused"),
  earns: fc.boolean(),
  noticeHours: fc.nat(720),
  cap: fc.option(fc.record({ most: fc.nat(9), earned: fc.nat(9) })),
  allowance: fc.record({ most: fc.nat(9), used: fc.nat(9) }),
  credit: fc.option(
    fc.record({
      until: fc.constant("2027-02-16"),
      usedOn: fc.option(fc.constant("2026-12-01")),
      isExpired: fc.boolean(),
      isRevoked: fc.boolean(),
      isDenied: fc.boolean(),
      reason: fc.option(fc.constantFrom("Moved away", "Entered twice")),
    }),
  ),
})

test("whatever happened, there is a credit or exactly one reason, as whole sentences", () => {
  fc.assert(
    fc.property(facts, (each) => {
      const { hasCredit, text } = whyCredit(each)
      expect(hasCredit).toBe(each.credit !== null && !each.credit.isRevoked)
      expect(text).toMatch(hasCredit ? /^1 make-up credit/ : /^No credit: .+/)
      expect(text).toMatch(/\.$/)
      expect(text.match(/No credit/g)?.length ?? 0).toBe(hasCredit ? 0 : 1)
      expect(text).not.toMatch(/\bnull|undefined|NaN/)
    }),
  )
})

const terms = [
  { startsOn: "2026-09-01", endsOn: "2026-12-20" },
  { startsOn: "2027-01-10", endsOn: "2027-06-20" },
]

test("a credit ends after some days, with its term, or with the next one", () => {
  const rule = (creditExpiry: "days" | "term" | "next_term") => ({ creditExpiry, creditExpiryDays: 90 })
  expect(lastDayOf(rule("days"), terms, "2026-11-18")).toBe("2027-02-16")
  expect(lastDayOf(rule("term"), terms, "2026-11-18")).toBe("2026-12-20")
  expect(lastDayOf(rule("next_term"), terms, "2026-11-18")).toBe("2027-06-20")
  expect(lastDayOf(rule("term"), [], "2026-11-18")).toBe("2026-12-31")
  expect(lastDayOf(rule("next_term"), [], "2026-11-18")).toBe("2027-06-30")
})

const dayIn2026 = fc
  .integer({ min: 0, max: 700 })
  .map((n) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10))

test("no rule lets a credit end before the lesson it is for, and the next term never ends earlier than this one", () => {
  fc.assert(
    fc.property(dayIn2026, fc.integer({ min: 1, max: 1000 }), (day, creditExpiryDays) => {
      const last = (creditExpiry: "days" | "term" | "next_term") =>
        lastDayOf({ creditExpiry, creditExpiryDays }, terms, day)
      expect(last("days") > day).toBe(true)
      expect(last("term") >= day).toBe(true)
      expect(last("next_term") > last("term")).toBe(true)
    }),
  )
})
