import { sqlite } from "db/client.server"
import { makeUpCredits, marks, outcomes } from "db/schema/attendance"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { waivers } from "db/schema/money-waivers"
import { seats } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { expect, test } from "vitest"
import { markCodes } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { countUnbilled, listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { waiveSeat } from "~/models/money/waiver/waive-seat.server"
import type { CreditState } from "~/models/teaching/credit/credit"
import { countCredits } from "~/models/teaching/credit/credit.server"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import { seatBegunSessions } from "~/models/teaching/seat/seat.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { percentOf } from "~/utils/money"
import { countBillingStates } from "../../../../tests/support/billing-states"
import { testNow, testToday } from "../../../../tests/support/clock"
import { histories } from "../../../../tests/support/histories/count"
import { addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { recordNotice, withdrawNotice } from "../notice/notice.server"
import { previewRegister, takeRegister } from "./take-register.server"

/** The state on a day (`YYYY-MM-DD` in the school's zone); the last day itself still counts. */
function creditState(
  credit: { usedAt: number | null; revokedAt: number | null; expiresOn: string },
  today: string,
): CreditState {
  if (credit.revokedAt !== null) return "revoked"
  if (credit.usedAt !== null) return "used"
  return credit.expiresOn < today ? "expired" : "open"
}

// Histories as schools live them, in any order: registers taken and corrected, lessons waived, invoiced and voided,
// credits used, the outcome table changed. What the product promises must hold after every step.

const dates = ["2026-11-04", "2026-11-11", testToday]
const price = 1850

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("take" as const),
      session: fc.constantFrom(0, 0, 1, 1, 2, 3),
      codes: fc.array(fc.constantFrom(...markCodes), { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("invoice" as const), family: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("void" as const), which: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("waive" as const), which: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("makeUp" as const), student: fc.nat({ max: 2 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("notice" as const),
      session: fc.constantFrom(0, 1, 2, 3, 4),
      student: fc.nat({ max: 2 }),
      hoursBefore: fc.constantFrom(1, 30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("comes" as const),
      session: fc.constantFrom(0, 1, 2, 3, 4),
      student: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("callOff" as const),
      session: fc.constantFrom(1, 2, 3, 4),
      back: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("table" as const),
      code: fc.constantFrom(...markCodes),
      percent: fc.constantFrom(0, 33, 50, 100),
      credit: fc.boolean(),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test("seats, charges and credits keep their promises through any history", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 6, maxLength: 16 }), (steps) => {
      const school = openLivedIn()
      let before = recordsOf(school.actor)
      for (const each of steps) {
        live(school, each)
        holdPromises(school.actor)
        before = holdRecords(before, recordsOf(school.actor))
      }
    }),
    { numRuns: histories(18), seed: 20261118 },
  )
})

test("whatever was corrected on the way, the last register decides what is charged", () => {
  const codes = fc.array(fc.constantFrom(...markCodes), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(codes, { minLength: 1, maxLength: 5 }), codes, (detours, last) => {
      const [straight, winding] = [openLivedIn(), openLivedIn()]
      for (const [index, each] of detours.entries()) {
        live(winding, { kind: "take", session: 0, codes: each })
        if (index % 2) live(winding, { kind: "invoice", family: 0 })
      }
      for (const school of [straight, winding]) live(school, { kind: "take", session: 0, codes: last })
      expect(sumsOf(winding.actor)).toEqual(sumsOf(straight.actor))
    }),
    { numRuns: histories(8), seed: 20261118 },
  )
})

type LivedIn = ReturnType<typeof openLivedIn>

/** Three pupils with lessons by the session, three with a flat fee; three weeks of sessions, the last one today. */
function openLivedIn() {
  const { actor } = openSchool()
  const pupils = ["Otis Rossi", "Lina Haddad", "Milo Haddad"] as const
  const single = openClass(actor, { pupils, price: { amountMinor: price } })
  const flat = openClass(actor, { pupils, price: { billing: "monthly", amountMinor: 9000 } })
  const sessionIds = [single, flat].flatMap(({ classId }) =>
    dates.map((date) => addSessionRow(actor, classId, date, { startTime: "10:00" })),
  )
  const extra = openClass(actor, { pupils: [] })
  seatBegunSessions(actor)
  return { actor, single, flat, sessionIds, extra, sequence: 0, makeUps: 0, invoiceIds: [] as string[] }
}

function live(school: LivedIn, each: Step) {
  const { actor } = school
  if (each.kind === "take") {
    const studentIds = each.session < 3 ? school.single.studentIds : school.flat.studentIds
    const wanted = studentIds.map((studentId, index) => ({
      studentId,
      code: each.codes[index] ?? ("present" as const),
    }))
    const sessionId = school.sessionIds[each.session] ?? ""
    const preview = previewRegister(actor, sessionId, { marks: wanted })
    const taken = takeRegister(actor, sessionId, { marks: wanted })
    expect(taken.ok && preview.ok && preview.effect).toEqual(taken.ok && taken.effect)
  }
  if (each.kind === "invoice") {
    const family = listUnbilledCharges(actor).map(({ familyId }) => familyId)[each.family]
    if (!family) return
    const lines = listUnbilledCharges(actor, { familyId: family })
    school.sequence += 1
    school.invoiceIds.push(invoiceCharges(actor, lines, family, school.sequence))
  }
  if (each.kind === "void") voidInvoice(school, each.which)
  if (each.kind === "waive") {
    const seat = seatsIn(actor)[each.which]
    if (seat) waiveSeat(actor, seat.id, "Power cut")
  }
  if (each.kind === "notice" || each.kind === "comes") say(school, each)
  if (each.kind === "callOff") {
    const sessionId = school.sessionIds[each.session] ?? ""
    cancelSession(actor, sessionId, "Power cut")
    if (each.back) restoreSession(actor, sessionId)
  }
  if (each.kind === "makeUp") makeUp(school, school.single.studentIds[each.student] ?? "")
  if (each.kind === "table")
    changeRows(
      outcomes,
      { schoolId: actor.school.id, code: each.code },
      { chargedPercent: each.percent, issuesCredit: each.credit },
    )
}

function say(school: LivedIn, each: Extract<Step, { kind: "notice" | "comes" }>) {
  const { actor } = school
  const studentIds = each.session < 3 ? school.single.studentIds : school.flat.studentIds
  const studentId = studentIds[each.student] ?? ""
  const session = findSeatedSession(actor, school.sessionIds[each.session] ?? "")
  if (!session) return
  if (each.kind === "comes") {
    const taken = withdrawNotice(actor, session, studentId)
    if (!taken.ok && taken.reason === "credit-used")
      expect(
        creditsOf(actor).some(
          ({ usedAt, originSeatId }) =>
            usedAt !== null && seatIdOf(actor, session.id, studentId) === originSeatId,
        ),
      ).toBe(true)
    return
  }
  recordNotice(actor, session.id, studentId, {
    at: session.startsAt - each.hoursBefore * 3_600_000,
    text: null,
  })
}

const creditsOf = (actor: Actor) => rowsOf(makeUpCredits, { schoolId: actor.school.id })

const seatIdOf = (actor: Actor, sessionId: string, studentId: string) =>
  seatsIn(actor).find((seat) => seat.sessionId === sessionId && seat.studentId === studentId)?.id

function voidInvoice({ actor, invoiceIds }: LivedIn, which: number) {
  const [invoiceId] = invoiceIds.splice(which, 1)
  if (!invoiceId) return
  changeRows(
    invoices,
    { schoolId: actor.school.id, id: invoiceId },
    { state: "void", voidedAt: testNow, voidedOn: "2026-11-18" },
  )
  changeRows(invoiceLines, { invoiceId }, { releasedAt: testNow })
}

function makeUp(school: LivedIn, studentId: string) {
  const { actor, extra } = school
  school.makeUps += 1
  const startTime = `0${school.makeUps % 10}:0${Math.floor(school.makeUps / 10)}`
  const sessionId = addSessionRow(actor, extra.classId, testToday, { startTime })
  const row = newRow(actor)
  addRows(seats, { ...row, sessionId, studentId, kind: "make_up" })
  if (!redeemCredit(actor, studentId, row.id).ok) removeRows(seats, { id: row.id })
  else takeRegister(actor, sessionId, { marks: [{ studentId, code: "present" }] })
}

const seatsIn = (actor: Actor) => rowsOf(seats, { schoolId: actor.school.id }, { by: "id" })

function holdPromises(actor: Actor) {
  const all = factsOf(actor)
  const states = all.map(({ seat }) => billingStateOf(actor, seat.id))
  expect(states).toEqual(all.map(stateByHand))
  const counted = countBillingStates(actor, "2026-11-01", "2026-11-30")
  expect(Object.values(counted).reduce((sum, n) => sum + n, 0)).toBe(all.length)
  for (const { seat, current, standing, billed, isWaived, usedCredit, origin } of all) {
    for (const { id, billedLines } of standing) expect(billedLines > 0).toBe(billed.has(id))
    if (!current) expect(standing).toEqual([])
    const isSingle = seat.kind === "make_up" || seat.isSingle
    const rest = seat.kind === "make_up" ? 100 - (usedCredit?.prepaidPercent ?? 0) : 100
    if (origin) expect(origin.chargedPercent).toBe(usedCredit?.prepaidPercent)
    const owed =
      !current || isWaived || !isSingle ? 0 : percentOf(price, (current.chargedPercent * rest) / 100)
    expect(standing.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(owed)
  }
  const tallies = sqlite()
    .prepare(
      `select s.marked_count as marked, s.attended_count as attended, count(m.id) as marks,
        coalesce(sum(m.counts_as_attended), 0) as came
      from sessions s left join seats x on x.school_id = s.school_id and x.session_id = s.id
      left join marks m on m.school_id = x.school_id and m.seat_id = x.id and m.superseded_at is null
        and m.code <> 'cancelled'
      where s.school_id = ? group by s.id`,
    )
    .all(actor.school.id) as Record<"marked" | "attended" | "marks" | "came", number>[]
  for (const { marked, attended, marks: held, came } of tallies)
    expect([marked, attended]).toEqual([held, came])
  const unmarked = all.filter(({ current, seat }, index) => !current && seat && states[index] === "unbilled")
  const unbilled = listUnbilledCharges(actor)
  expect(countUnbilled(actor)).toEqual({
    charges: unbilled.length,
    amountMinor: unbilled.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    lessonsWithoutAttendance: new Set(unmarked.map(({ seat }) => seat.sessionId)).size,
    seatsWithoutPrice: 0,
    classesWithoutPrice: [],
  })

  const credits = creditsOf(actor)
  const { issued, open, used, expired, revoked } = countCredits(actor)
  expect(issued).toBe(credits.length)
  expect(issued).toBe(open + used + expired + revoked)
  const inState = (state: string) =>
    credits.filter((credit) => creditState(credit, testToday) === state).length
  expect([open, used, expired, revoked]).toEqual(["open", "used", "expired", "revoked"].map(inState))
  const earning = all.flatMap(({ history }) => history).filter(({ issuesCredit }) => issuesCredit)
  const ofMarks = credits.flatMap(({ originMarkId }) => originMarkId ?? [])
  expect(ofMarks.sort()).toEqual(earning.map(({ id }) => id).sort())
  for (const { seat, current, isCancelled } of all) {
    const live = credits.filter(
      ({ originSeatId, revokedAt }) => originSeatId === seat.id && revokedAt === null,
    )
    expect(live.length).toBeLessThanOrEqual(1)
    // a credit that no one has used yet is there exactly as long as the mark, or before it the notice, earns it
    const unused = live.filter(({ usedAt }) => usedAt === null)
    if (current)
      expect(unused.map(({ originMarkId }) => originMarkId)).toEqual(
        current.issuesCredit && live.length === unused.length ? [current.id] : [],
      )
    else if (unused.length > 0) expect([seat.noticeAt !== null, isCancelled]).toEqual([true, false])
  }
}

/** Everything about every seat, read row by row rather than by the queries under test. */
function factsOf(actor: Actor) {
  const ofSchool = actor.school.id
  const flatIds = new Set(
    sqlite()
      .prepare(
        "select s.id from sessions s join class_prices p on p.class_id = s.class_id where p.billing = 'monthly'",
      )
      .pluck()
      .all() as string[],
  )
  const allMarks = rowsOf(marks, { schoolId: ofSchool })
  const allCharges = rowsOf(charges, { schoolId: ofSchool, withdrawnAt: null })
  const lines = rowsOf(invoiceLines, { schoolId: ofSchool, releasedAt: null })
  const billed = new Set(lines.map(({ chargeId }) => chargeId))
  const waived = rowsOf(waivers, { schoolId: ofSchool })
  const credits = creditsOf(actor)
  const cancelled = new Set(
    sqlite()
      .prepare("select id from sessions where school_id = ? and state = 'cancelled'")
      .pluck()
      .all(ofSchool) as string[],
  )
  return seatsIn(actor).map((seat) => {
    const history = allMarks.filter(({ seatId }) => seatId === seat.id)
    const current = history.filter(({ supersededAt }) => supersededAt === null)
    expect(current.length).toBe(history.length ? 1 : 0)
    const credit = credits.find(({ usedSeatId }) => usedSeatId === seat.id)
    return {
      seat: { ...seat, isSingle: seat.kind === "enrolled" && !flatIds.has(seat.sessionId) },
      history,
      current: current[0],
      standing: allCharges.filter(({ seatId }) => seatId === seat.id),
      billed,
      isWaived: waived.some(({ seatId }) => seatId === seat.id),
      isCancelled: cancelled.has(seat.sessionId),
      usedCredit: credit,
      origin: allMarks.find(({ id }) => id === credit?.originMarkId),
    }
  })
}

function stateByHand({
  seat,
  current,
  standing,
  billed,
  isWaived,
  isCancelled,
}: ReturnType<typeof factsOf>[number]) {
  if (standing.some(({ id }) => !billed.has(id))) return "unbilled"
  if (isWaived) return "waived"
  if (standing.length) return "invoiced"
  if (isCancelled) return "not-chargeable"
  if (seat.kind === "enrolled" && !seat.isSingle) return "covered"
  if (!current) return "unbilled"
  if (current.chargedPercent === 0) return "not-chargeable"
  return seat.kind === "make_up" ? "covered" : "not-chargeable"
}

const sumsOf = (actor: Actor) =>
  factsOf(actor).map(({ standing, current }) => [
    current?.code,
    standing.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  ])

type Row = Record<string, unknown>
const endings = {
  marks: ["superseded_at"],
  charges: ["withdrawn_at", "withdrawn_reason"],
  make_up_credits: ["used_seat_id", "used_at", "revoked_at", "revoked_reason"],
}

/** What triggers count of other rows changes with these. */
const counted = new Set(["billed_lines", "credited_net_minor"])

function recordsOf(actor: Actor): Map<string, Row> {
  const rows = Object.keys(endings).flatMap((table) =>
    (sqlite().prepare(`select * from ${table} where school_id = ?`).all(actor.school.id) as Row[]).map(
      (row): [string, Row] => [`${table} ${row.id}`, row],
    ),
  )
  return new Map(rows)
}

/** Nothing is edited silently: an old row may only be ended, once. */
function holdRecords(before: Map<string, Row>, after: Map<string, Row>) {
  for (const [key, old] of before) {
    const may = endings[key.split(" ")[0] as keyof typeof endings]
    for (const [column, value] of Object.entries(old)) {
      const mayChange = counted.has(column) || (may.includes(column) && value === null)
      if (!mayChange) expect(after.get(key)?.[column]).toBe(value)
    }
  }
  return after
}
