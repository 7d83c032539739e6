import { sqlite } from "db/client.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { seats, sessions } from "db/schema/teaching-sessions"
import { describe, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { creditInvoice } from "~/models/money/credit-note/issue-credit-note.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { waiveSeat } from "~/models/money/waiver/waive-seat.server"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addPriceRow, addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { seatsOf } from "../../../../tests/support/seats"
import { recordNotice } from "../notice/notice.server"
import { findWritten } from "./register-notes.server"
import { findRegister } from "./register-view.server"
import { previewRegister, takeRegister } from "./take-register.server"

const marksOf = (studentIds: readonly string[], others: Record<number, MarkCode> = {}) =>
  studentIds.map((studentId, index) => ({ studentId, code: others[index] ?? ("present" as MarkCode) }))

function openRegister(facts: Parameters<typeof openClass>[1] & { date?: string } = {}) {
  const { actor } = openSchool()
  const { classId, studentIds, enrollmentIds } = openClass(actor, facts)
  const sessionId = addSessionRow(actor, classId, facts.date ?? testToday)
  return { actor, classId, sessionId, studentIds, enrollmentIds }
}

const standingOf = (actor: Actor) => rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null })
const allOf = (actor: Actor) => rowsOf(charges, { schoolId: actor.school.id })
const creditsOf = (actor: Actor) => rowsOf(makeUpCredits, { schoolId: actor.school.id })

describe("taking attendance", () => {
  test("the design's ensemble: seven charged, one credit, an hour paid", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const teacher = addMember(actor, "teacher", "Marcus Whitfield")
    changeRows(sessions, { id: sessionId }, { teacherId: teacher.teacherId })
    const wanted = marksOf(studentIds, { 2: "excused", 4: "late", 6: "absent" })
    const preview = previewRegister(teacher.actor, sessionId, { marks: wanted })
    const taken = takeRegister(teacher.actor, sessionId, { marks: wanted })
    expect(taken).toMatchObject({
      ok: true,
      effect: {
        charged: 7,
        amountMinor: 12600,
        credits: 1,
        lead: "7 charged",
        rest: "1 make-up credit. You’re paid for 60 minutes.",
      },
    })
    expect(preview.ok && preview.effect).toEqual(taken.ok && taken.effect)
    expect(previewRegister(actor, sessionId, { marks: wanted })).toMatchObject({
      effect: { rest: "1 make-up credit. Marcus Whitfield is paid for 60 minutes." },
    })

    const standing = standingOf(actor)
    expect(standing.map(({ amountMinor }) => amountMinor)).toEqual(Array(7).fill(1800))
    expect(standing.find(({ studentId }) => studentId === studentIds[6])).toMatchObject({
      description: "Tomás, guitar, 60 min",
      reason: "Absent, no notice",
      occurredOn: "2026-11-18",
    })
    expect(creditsOf(actor)).toMatchObject([
      { studentId: studentIds[2], minutes: 60, expiresOn: "2027-02-16", usedAt: null, revokedAt: null },
    ])
    const session = rowOf(sessions, { id: sessionId })
    expect([session?.registerTakenAt, session?.registerTakenBy]).toEqual([testNow, teacher.actor.memberId])
  })

  test("saving the same twice changes nothing", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const form = {
      marks: marksOf(studentIds, { 1: "excused" }),
      sharedNote: "Bars 17 to 24",
      privateNote: "",
    }
    const stamp = findWritten(actor, sessionId).stamp
    takeRegister(actor, sessionId, { ...form, formStamp: stamp })
    const before = snapshot()
    expect(takeRegister(actor, sessionId, { ...form, formStamp: stamp }).ok).toBe(true)
    expect(snapshot()).toEqual(before)
  })

  test("a page that someone else has overtaken is refused, until it is looked at again", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const formStamp = findWritten(actor, sessionId).stamp
    takeRegister(actor, sessionId, { marks: marksOf(studentIds), formStamp })
    const before = snapshot()
    const other = marksOf(studentIds, { 0: "absent" })
    expect(takeRegister(actor, sessionId, { marks: other, formStamp })).toBeRefused("stale")
    expect(snapshot()).toEqual(before)
    const again = takeRegister(actor, sessionId, {
      marks: other,
      formStamp: findWritten(actor, sessionId).stamp,
    })
    expect(again.ok).toBe(true)
  })

  test("opens ten minutes before the start, and not for a canceled session", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const start = Date.parse("2026-11-18T19:30:00Z")
    fixClock(start - 11 * 60_000)
    const early = takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    expect(early).toBeRefused("not-begun")
    fixClock(start - 10 * 60_000)
    expect(takeRegister(actor, sessionId, { marks: marksOf(studentIds) }).ok).toBe(true)
    changeRows(sessions, { id: sessionId }, { state: "cancelled" })
    expect(takeRegister(actor, sessionId, { marks: marksOf(studentIds) })).toBeRefused("session-cancelled")
  })

  test("everyone expected is marked, and no one else", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const stranger = openRegister().studentIds[0] ?? ""
    const before = snapshot()
    expect(takeRegister(actor, sessionId, { marks: marksOf(studentIds.slice(1)) })).toBeRefused("incomplete")
    expect(takeRegister(actor, sessionId, { marks: marksOf([...studentIds, stranger]) })).toBeRefused(
      "unknown-student",
    )
    expect(snapshot()).toEqual(before)
  })

  test("a teacher takes the registers of their own sessions only, a school its own", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const teacher = addMember(actor, "teacher", "Leo Park")
    const form = { marks: marksOf(studentIds) }
    for (const someone of [teacher.actor, addMember(actor, "student", "Milo").actor, openSchool().actor]) {
      expect(takeRegister(someone, sessionId, form)).toBeRefused("session-unknown")
      expect(previewRegister(someone, sessionId, { marks: form.marks })).toBeRefused("session-unknown")
      expect(seatsOf(someone, sessionId)).toEqual([])
    }
  })

  test("monthly pupils are covered, a class without a price charges nothing until it has one", () => {
    const monthly = openRegister({ price: { billing: "monthly", amountMinor: 12000 } })
    const taken = takeRegister(monthly.actor, monthly.sessionId, {
      marks: marksOf(monthly.studentIds, { 0: "absent" }),
    })
    expect(taken).toMatchObject({ effect: { charged: 0, lead: "No one charged" } })
    expect(taken.ok && taken.effect.seats[0]?.text).toBe("No notice: covered by the monthly fee, no credit")

    const unpriced = openRegister({ price: null })
    const form = { marks: marksOf(unpriced.studentIds) }
    expect(takeRegister(unpriced.actor, unpriced.sessionId, form)).toMatchObject({ effect: { charged: 0 } })
    addPriceRow(unpriced.actor, unpriced.classId, { amountMinor: 1500 })
    expect(takeRegister(unpriced.actor, unpriced.sessionId, form)).toMatchObject({ effect: { charged: 8 } })
    expect(standingOf(unpriced.actor)).toHaveLength(8)
    const before = snapshot()
    takeRegister(unpriced.actor, unpriced.sessionId, form)
    expect(snapshot()).toEqual(before)
  })

  test("the notice decides the words: none, too late, in time", () => {
    const { actor, sessionId, studentIds } = openRegister()
    const [aiko = "", amara = "", arthur = ""] = studentIds
    recordNotice(actor, sessionId, amara, { at: Date.parse("2026-11-18T13:12:00Z"), text: "cold" })
    recordNotice(actor, sessionId, arthur, { at: Date.parse("2026-11-17T13:12:00Z"), text: null })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "absent", 1: "absent", 2: "absent" }) })
    const reasons = new Map(standingOf(actor).map(({ studentId, reason }) => [studentId, reason]))
    expect([reasons.get(aiko), reasons.get(amara), reasons.get(arthur)]).toEqual([
      "Absent, no notice",
      "Absent, late notice",
      "Absent, notice in time",
    ])
  })
})

describe("correcting attendance", () => {
  test("only changed seats are touched; the old mark and its charge stay on record", () => {
    const { actor, sessionId, studentIds } = openRegister()
    takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    const wanted = marksOf(studentIds, { 0: "excused" })
    const preview = previewRegister(actor, sessionId, { marks: wanted })
    const corrected = takeRegister(actor, sessionId, { marks: wanted })
    expect(preview.ok && preview.effect).toEqual(corrected.ok && corrected.effect)
    expect(corrected.ok && corrected.effect.seats[0]?.change).toBe(
      "Present becomes excused. $18.00 is no longer charged. 1 make-up credit until Feb 16.",
    )
    expect(standingOf(actor)).toHaveLength(7)
    expect(allOf(actor)).toHaveLength(8)
    expect(allOf(actor).find(({ withdrawnAt }) => withdrawnAt !== null)).toMatchObject({
      studentId: studentIds[0],
      withdrawnReason: "Changed from present to excused",
    })
    const seat = rowOf(seats, { studentId: studentIds[0] ?? "" })
    const history = rowsOf(marks, { seatId: seat?.id ?? "" })
    expect(history.map(({ code, supersededAt }) => [code, supersededAt])).toEqual([
      ["present", testNow],
      ["excused", null],
    ])
  })

  test("an invoiced charge is answered, and answered no longer when the mark comes back", () => {
    const { actor, sessionId, studentIds } = openRegister({ pupils: ["Otis Rossi"] })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    const [charge] = standingOf(actor)
    if (!charge) throw new Error("Otis is charged")
    invoiceCharges(actor, [{ chargeId: charge.id, amountMinor: 1800 }], charge.familyId, 1)

    const late = takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "late" }) })
    expect(late.ok && late.effect.seats[0]?.change).toBe("Present becomes late. The charge stays the same.")
    expect(standingOf(actor)).toEqual([{ ...charge, billedLines: 1 }])

    const excused = takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    expect(excused.ok && excused.effect.seats[0]?.change).toBe(
      "Late becomes excused. $18.00 credited back. It’s already invoiced, so the next invoice gets a correction of −$18.00. 1 make-up credit until Feb 16.",
    )
    expect(listUnbilledCharges(actor)).toMatchObject([
      {
        amountMinor: -1800,
        source: "correction",
        reason: "Changed from late to excused",
        studentName: "Otis Rossi",
      },
    ])
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "absent" }) })
    expect(listUnbilledCharges(actor)).toEqual([])
    expect(standingOf(actor)).toEqual([{ ...charge, billedLines: 1 }])
  })

  test("what a credit note took off isn't said to be credited again", () => {
    const { actor, sessionId, studentIds } = openRegister({ pupils: ["Otis Rossi"] })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    const [charge] = listUnbilledCharges(actor)
    if (!charge) throw new Error("not charged")
    const invoiceId = invoiceCharges(actor, [charge], charge.familyId, 1)
    const lineId = findInvoice(actor, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
    const credit = (amountMinor: number) =>
      creditInvoice(actor, { invoiceId, amounts: new Map([[lineId, amountMinor]]), reason: "Power cut" })
    const said = (code: MarkCode) => {
      const preview = previewRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: code }) })
      return preview.ok ? preview.effect.seats[0]?.change : preview.reason
    }
    expect(credit(800).ok).toBe(true)
    expect(said("excused")).toContain(
      "$10.00 credited back. It’s already invoiced, so the next invoice gets a correction of −$10.00.",
    )
    expect(said("late")).toContain("The charge stays the same.")
    expect(credit(1000).ok).toBe(true)
    expect(said("excused")).toContain("A credit note has credited it already.")
    expect(findRegister(actor, sessionId)?.rows[0]?.recorded?.chargedMinor).toBe(0)
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    expect(listUnbilledCharges(actor)).toEqual([])
  })

  test("once the correction is invoiced too, the lesson is charged again", () => {
    const { actor, sessionId, studentIds } = openRegister({ pupils: ["Otis Rossi"] })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    const [charge] = standingOf(actor)
    if (!charge) throw new Error("Otis is charged")
    invoiceCharges(actor, [{ chargeId: charge.id, amountMinor: 1800 }], charge.familyId, 1)
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    const correction = standingOf(actor).find(({ source }) => source === "correction")
    invoiceCharges(actor, [{ chargeId: correction?.id ?? "", amountMinor: -1800 }], charge.familyId, 2)
    takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    expect(standingOf(actor).map(({ amountMinor }) => amountMinor)).toEqual([1800, -1800, 1800])
    expect(listUnbilledCharges(actor)).toMatchObject([{ amountMinor: 1800, reason: "Present" }])
  })

  test("an unused credit is revoked, a used one stays and is named", () => {
    const { actor, classId, sessionId, studentIds } = openRegister({
      pupils: ["Otis Rossi"],
      date: "2026-11-11",
    })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    expect(creditsOf(actor)).toMatchObject([{ revokedReason: "Changed from excused to present" }])
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    expect(creditsOf(actor)).toHaveLength(2)

    const makeUp = makeUpSeat(actor, addSessionRow(actor, otherClass(actor), testToday), studentIds[0] ?? "")
    expect(redeemCredit(actor, studentIds[0] ?? "", makeUp).ok).toBe(true)
    const corrected = takeRegister(actor, sessionId, { marks: marksOf(studentIds) })
    expect(corrected.ok && corrected.effect.seats[0]?.change).toBe(
      "Excused becomes present. $18.00 charged. The make-up credit stays: it’s used for Nov 18.",
    )
    expect(classId).toBeTruthy()
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    expect(creditsOf(actor).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  })

  test("a waived lesson is not charged by any later mark", () => {
    const { actor, sessionId, studentIds } = openRegister({ pupils: ["Otis Rossi"], date: "2026-11-11" })
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "absent" }) })
    const [seat] = seatsOf(actor, sessionId)
    expect(waiveSeat(actor, seat?.seatId ?? "", "Power cut")).toEqual({ ok: true })
    expect(waiveSeat(actor, seat?.seatId ?? "", "Power cut")).toBeRefused("waived")
    expect(standingOf(actor)).toEqual([])
    expect(takeRegister(actor, sessionId, { marks: marksOf(studentIds) })).toMatchObject({
      effect: { charged: 0 },
    })
  })
})

describe("make-up lessons", () => {
  test("a lesson is paid once: when it was missed, or when it is made up", () => {
    const { actor, sessionId, studentIds } = openRegister({ pupils: ["Otis Rossi"], date: "2026-11-11" })
    const [otis = ""] = studentIds
    takeRegister(actor, sessionId, { marks: marksOf(studentIds, { 0: "excused" }) })
    const other = addSessionRow(actor, otherClass(actor), testToday)
    redeemCredit(actor, otis, makeUpSeat(actor, other, otis))
    expect(takeRegister(actor, other, { marks: [{ studentId: otis, code: "present" }] })).toMatchObject({
      effect: { charged: 1, amountMinor: 1800 },
    })
    takeRegister(actor, other, { marks: [{ studentId: otis, code: "cancelled" }] })
    expect(creditsOf(actor).map(({ usedAt }) => usedAt !== null)).toEqual([true, false])
    expect(standingOf(actor)).toEqual([])
  })
})

const otherClass = (actor: Actor) =>
  openClass(actor, { pupils: [], class: { name: "Guitar, Thursday" } }).classId

function makeUpSeat(actor: Actor, sessionId: string, studentId: string): string {
  const id = `make-up-${sessionId}`
  addRows(seats, { schoolId: actor.school.id, id, createdAt: testNow, sessionId, studentId, kind: "make_up" })
  return id
}

/** Every row a register may touch. */
const snapshot = () =>
  ["seats", "marks", "charges", "make_up_credits", "notes", "events", "sessions"].map((table) =>
    sqlite().prepare(`select * from ${table} order by id`).all(),
  )
