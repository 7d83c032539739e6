import { db } from "db/client.server"
import { students } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { expect, test } from "vitest"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { newRow } from "~/models/foundation/access/own.server"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { fixClock, now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { excuseAbsence } from "../notice/excuse.server"
import { recordNotice } from "../notice/notice.server"
import { takeRegister } from "../register/take-register.server"
import { replayTerm, sumOf, type TrialAbsence, type TrialRules, type TrialSchool } from "./rule-trial"
import { readAbsences, rulesNow } from "./try-rules.server"

const term = { startsOn: "2026-07-01", endsOn: "2026-12-31" }
const hourMs = 3_600_000

function schoolWith(rules: { creditCap: number | null; lateAllowance: number }): Actor {
  const { actor } = openSchool()
  const { memberId, userId, name } = actor
  const member = { memberId: memberId ?? "", userId: userId ?? "", name, role: "admin" as const }
  return memberActor({ ...actor.school, ...rules }, member)
}

const schoolOf = (actor: Actor): TrialSchool => ({
  now: rulesNow(actor),
  terms: [],
  earns: (code) => listOutcomes(actor).some((outcome) => outcome.code === code && outcome.issuesCredit),
  today: todayOf(actor),
})

/** A lesson of the term: hours between notice and lesson, what attendance says, and whether a credit is used that day. */
const weeks = fc.array(
  fc.record({
    lead: fc.constantFrom(null, 1, 12, 30, 90),
    isIll: fc.boolean(),
    code: fc.constantFrom("suggested", "present", "absent", "excused", null),
    books: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
)

/** The weeks as they are lived: notices, attendance and make-ups through the commands that a school uses. */
function live(
  actor: Actor,
  lived: readonly { lead: number | null; isIll: boolean; code: string | null; books: boolean }[],
) {
  const { classId, studentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
  const [otis = ""] = studentIds
  for (const [index, { lead, isIll, code, books }] of lived.entries()) {
    const date = addDays("2026-09-02", index * 7)
    const startsAt = instantOf(date, "14:30", actor.school.timeZone)
    fixClock(startsAt - 100 * hourMs)
    const sessionId = addSessionRow(actor, classId, date)
    if (lead !== null) {
      fixClock(startsAt - lead * hourMs)
      recordNotice(actor, sessionId, otis, { at: now(), text: null })
      const seat = rowsOf(seats, { sessionId, studentId: otis }, { only: ["id"] })[0]
      if (isIll && seat) excuseAbsence(actor, otis, seat.id, "Doctor’s note")
    }
    fixClock(startsAt + 2 * hourMs)
    if (code !== null) {
      const [absence] = [
        ...readAbsences(actor, familyOf(otis), { startsOn: date, endsOn: date }).values(),
      ].flat()
      const suggested = lead === null ? "present" : absence?.credit ? "excused" : undefined
      const counts =
        suggested ??
        (isIll || (lead ?? 0) >= actor.school.noticeHours || absence?.excusedBy ? "excused" : "absent")
      takeRegister(actor, sessionId, {
        marks: [{ studentId: otis, code: (code === "suggested" ? counts : code) as "present" }],
      })
    }
    if (books) book(actor, classId, otis, addDays(date, 2))
  }
  fixClock(testNow + 200 * 24 * hourMs)
  return otis
}

function book(actor: Actor, classId: string, studentId: string, date: string) {
  const sessionId = addSessionRow(actor, classId, date, { startTime: "09:00" })
  const row = newRow(actor)
  addRows(seats, { ...row, sessionId, studentId, kind: "make_up" })
  if (!redeemCredit(actor, studentId, row.id).ok) removeRows(seats, { id: row.id })
}

const familyOf = (studentId: string): string =>
  db().select({ id: students.familyId }).from(students).where(eq(students.id, studentId)).get()?.id ?? ""

test("under the rules that held, the replay gives what happened", () => {
  inHistories(
    40,
    weeks,
    fc.constantFrom(null, 1, 2),
    fc.constantFrom(0, 1),
    (lived, creditCap, lateAllowance) => {
      const actor = schoolWith({ creditCap, lateAllowance })
      const otis = live(actor, lived)
      const absences = readAbsences(actor, familyOf(otis), term).get(otis) ?? []
      const rows = replayTerm(absences, rulesNow(actor), schoolOf(actor))
      expect(rows.map(({ would }) => would)).toEqual(rows.map(({ was }) => was))
    },
  )
})

const base: TrialRules = {
  noticeHours: 24,
  lateAllowance: 0,
  creditCap: null,
  creditExpiry: "days",
  creditExpiryDays: 90,
  countsIllness: true,
}
const school: TrialSchool = { now: base, terms: [], earns: (code) => code === "excused", today: "2027-06-01" }
const absence = (week: number, more: Partial<TrialAbsence> = {}): TrialAbsence => {
  const startsAt = Date.UTC(2026, 8, 2 + week * 7, 14)
  return {
    sessionId: `week ${week}`,
    date: addDays("2026-09-02", week * 7),
    startsAt,
    endsAt: startsAt + hourMs,
    kind: "enrolled",
    noticeAt: startsAt - 12 * hourMs,
    excusedBy: null,
    mark: { code: "absent", issuesCredit: false },
    credit: null,
    isExtended: false,
    isDenied: false,
    ...more,
  }
}
const tried = (absences: TrialAbsence[], rules: Partial<TrialRules>) =>
  replayTerm(absences, { ...base, ...rules }, school).map(({ would, why }) => `${would}: ${why}`)

test("a shorter notice period grants what came too late, up to the limit of the term", () => {
  const three = [absence(0), absence(1), absence(2, { noticeAt: null })]
  expect(tried(three, {})).toEqual(["none: late", "none: late", "none: status"])
  expect(tried(three, { noticeHours: 6 })).toEqual(["expired: in-time", "expired: in-time", "none: status"])
  expect(tried(three, { noticeHours: 6, creditCap: 1 })).toEqual([
    "expired: in-time",
    "none: limit",
    "none: status",
  ])
  expect(tried(three, { lateAllowance: 1 })).toEqual(["expired: allowance", "none: late", "none: status"])
})

test("without the limit, a mark that earned nothing because of it earns a credit", () => {
  const beyond = absence(0, {
    noticeAt: Date.UTC(2026, 7, 1),
    mark: { code: "excused", issuesCredit: false },
  })
  expect(tried([beyond], { creditCap: 0 })).toEqual(["none: limit"])
  expect(tried([beyond], {})).toEqual(["expired: in-time"])
})

test("a status that someone chose against the rules stays, and so does what the office revoked", () => {
  const chosen = absence(0, { mark: { code: "present", issuesCredit: false } })
  const denied = absence(1, { isDenied: true })
  expect(tried([chosen, denied], { noticeHours: 6 })).toEqual(["none: status", "none: revoked"])
})

test("a status with rules of its own stays, and earns what these say", () => {
  const own = (ownEarns: boolean) =>
    absence(0, { noticeAt: Date.UTC(2026, 7, 1), mark: { code: "excused", issuesCredit: false, ownEarns } })
  expect(tried([own(false), own(true)], { noticeHours: 6 })).toEqual(["none: status", "expired: status"])
  expect(tried([own(true)], { creditCap: 0 })).toEqual(["none: limit"])
})

test("an earlier last day keeps a booked make-up lesson from being possible", () => {
  const credit = {
    earnedAt: Date.UTC(2026, 8, 1),
    expiresOn: "2026-12-01",
    usedAt: Date.UTC(2026, 9, 1),
    usedOn: "2026-10-20",
  }
  const used = absence(0, {
    noticeAt: Date.UTC(2026, 8, 1),
    mark: { code: "excused", issuesCredit: true },
    credit,
  })
  const rows = replayTerm([used], { ...base, creditExpiryDays: 30 }, school)
  expect(rows).toMatchObject([{ was: "used", would: "expired", until: "2026-10-02" }])
  expect([sumOf(rows, "was"), sumOf(rows, "would")]).toEqual([
    { granted: 1, used: 1, expired: 0 },
    { granted: 1, used: 0, expired: 1 },
  ])
  expect(
    replayTerm([{ ...used, isExtended: true }], { ...base, creditExpiryDays: 30 }, school),
  ).toMatchObject([{ would: "used", until: "2026-12-01" }])
})

test("an illness with a note can be left out", () => {
  const ill = absence(0, {
    excusedBy: "illness",
    mark: { code: "excused", issuesCredit: true },
    credit: { earnedAt: Date.UTC(2026, 8, 2), expiresOn: "2026-12-01", usedAt: null, usedOn: null },
  })
  expect(tried([ill], {})).toEqual(["expired: illness"])
  expect(tried([ill], { countsIllness: false })).toEqual(["none: late"])
})
