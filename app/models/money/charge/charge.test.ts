import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { describe, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import { seatBegunSessions, seatSession } from "~/models/teaching/seat/seat.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import {
  addEnrollmentRow,
  addPriceRow,
  addSessionRow,
  addStudentRow,
  invoiceCharges,
  openClass,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { seatsOf } from "../../../../tests/support/seats"
import { chargeMonthsDue } from "../../../../tests/support/tuition"
import { waiveSeat } from "../waiver/waive-seat.server"
import { addItemCharge, withdrawCharge } from "./charge.server"
import { chargeMonth } from "./charge-month.server"
import { countUnbilled, listUnbilledCharges } from "./unbilled.server"
import { listUnchargedSeats } from "./uncharged-seats.server"

const rossi = ["Otis Rossi"]
const standing = (actor: Actor) => listUnbilledCharges(actor)
const familyOf = (studentId: string) => rowOf(students, { id: studentId })?.familyId ?? ""

describe("flat fees", () => {
  const monthly = { billing: "monthly", amountMinor: 12000 } as const

  test("every month in force is charged once, in full, at its price", () => {
    const { actor } = openSchool()
    const { classId, enrollmentIds } = openClass(actor, { pupils: rossi, price: monthly })
    addPriceRow(actor, classId, { ...monthly, amountMinor: 13000, fromDate: "2026-11-01" })
    changeRows(enrollments, { id: enrollmentIds[0] ?? "" }, { startsOn: "2026-10-20", endsOn: "2026-12-02" })
    const charged = ["2026-09", "2026-10", "2026-11", "2026-11", "2026-12", "2027-01"].map((month) =>
      chargeMonth(actor, month),
    )
    expect(charged).toEqual([0, 1, 1, 0, 1, 0])
    expect(
      standing(actor).map(({ occurredOn, amountMinor, description, reason }) => [
        occurredOn,
        amountMinor,
        description,
        reason,
      ]),
    ).toEqual([
      ["2026-10-20", 12000, "Otis, Guitar ensemble, October 2026", "Monthly fee"],
      ["2026-11-01", 13000, "Otis, Guitar ensemble, November 2026", "Monthly fee"],
      ["2026-12-01", 13000, "Otis, Guitar ensemble, December 2026", "Monthly fee"],
    ])
  })

  test("an enrollment's own billing and price come first; a removed fee is not charged again", () => {
    const { actor } = openSchool()
    const { classId } = openClass(actor, { pupils: [] })
    const enrolled = addEnrollmentRow(actor, classId, addStudentRow(actor, "Lina", "Haddad"))
    changeRows(enrollments, { id: enrolled }, { billing: "monthly", priceMinor: 9900 })
    expect(chargeMonth(actor, "2026-11")).toBe(1)
    const [fee] = standing(actor)
    expect(fee?.amountMinor).toBe(9900)
    expect(withdrawCharge(actor, fee?.chargeId ?? "", "Away all month")).toEqual({ ok: true })
    expect(withdrawCharge(actor, fee?.chargeId ?? "", "Away all month")).toBeRefused("withdrawn")
    expect(chargeMonth(actor, "2026-11")).toBe(0)
  })

  test("months begin in the school's zone, and missed ones are caught up, but none from before it was with us", () => {
    const { actor } = openSchool({ timeZone: "Pacific/Auckland" })
    openClass(actor, { pupils: rossi, price: monthly })
    changeRows(schools, { id: actor.school.id }, { createdAt: Date.parse("2026-10-05T00:00:00Z") })
    fixClock(Date.parse("2026-11-30T10:30:00Z"))
    expect(chargeMonthsDue(actor)).toBe(2)
    fixClock(Date.parse("2026-11-30T11:30:00Z"))
    expect(chargeMonthsDue(actor)).toBe(1)
    expect(chargeMonthsDue(actor)).toBe(0)
    expect(standing(actor).map(({ occurredOn }) => occurredOn)).toEqual([
      "2026-10-01",
      "2026-11-01",
      "2026-12-01",
    ])
  })
})

describe("other charges", () => {
  test("are for the school's own families and students", () => {
    const { actor } = openSchool()
    const { studentIds } = openClass(actor, { pupils: rossi })
    const stranger = openClass(openSchool().actor, { pupils: rossi }).studentIds[0] ?? ""
    const [otis = ""] = studentIds
    const item = {
      familyId: familyOf(otis),
      description: "Method book",
      amountMinor: 1495,
      occurredOn: testToday,
    }
    expect(addItemCharge(actor, { ...item, studentId: otis }).ok).toBe(true)
    expect(addItemCharge(actor, { ...item, amountMinor: 0 })).toBeRefused("nothing-owed")
    expect(addItemCharge(actor, { ...item, studentId: stranger })).toBeRefused("student-unknown")
    expect(addItemCharge(actor, { ...item, familyId: familyOf(stranger) })).toBeRefused("family-unknown")
    const [charge] = standing(actor)
    expect(charge).toMatchObject({ familyName: "Rossi", studentName: "Otis Rossi", reason: "Other charge" })
    expect(withdrawCharge(openSchool().actor, charge?.chargeId ?? "", "no")).toBeRefused("unknown")
    invoiceCharges(
      actor,
      [{ chargeId: charge?.chargeId ?? "", amountMinor: 1495 }],
      charge?.familyId ?? "",
      1,
    )
    expect(withdrawCharge(actor, charge?.chargeId ?? "", "no")).toBeRefused("invoiced")
    expect(countUnbilled(actor)).toMatchObject({ charges: 0, amountMinor: 0 })
  })
})

describe("every lesson is ready to invoice or has a reason not to be", () => {
  test("unmarked and unpriced lessons are counted, waived ones are not, and invoices tell of those not charged", () => {
    const { actor } = openSchool()
    const { classId, studentIds } = openClass(actor, {
      pupils: ["Otis Rossi", "Lina Haddad"],
    })
    const [otis = "", lina = ""] = studentIds
    const sessionId = addSessionRow(actor, classId, "2026-11-11")
    const unpriced = openClass(actor, { pupils: rossi, price: null })
    const free = addSessionRow(actor, unpriced.classId, "2026-11-11")
    expect(seatBegunSessions(actor)).toBe(3)
    expect(seatBegunSessions(actor)).toBe(0)
    expect(countUnbilled(actor)).toEqual({
      charges: 0,
      amountMinor: 0,
      lessonsWithoutAttendance: 2,
      seatsWithoutPrice: 0,
      classesWithoutPrice: [],
    })

    recordNotice(actor, sessionId, otis, { at: Date.parse("2026-11-10T12:00:00Z"), text: null })
    takeRegister(actor, sessionId, {
      marks: [
        { studentId: otis, code: "excused" },
        { studentId: lina, code: "present" },
      ],
    })
    takeRegister(actor, free, { marks: [{ studentId: unpriced.studentIds[0] ?? "", code: "present" }] })
    expect(countUnbilled(actor)).toEqual({
      charges: 1,
      amountMinor: 1800,
      lessonsWithoutAttendance: 0,
      seatsWithoutPrice: 1,
      classesWithoutPrice: [expect.objectContaining({ id: unpriced.classId, seats: 1 })],
    })
    expect(standing(actor)).toMatchObject([{ reason: "Present", mark: "present" }])
    expect(listUnchargedSeats(actor, familyOf(otis), "2026-11-01", "2026-11-30")).toMatchObject([
      {
        studentName: "Otis Rossi",
        description: "Otis, guitar, 60 min",
        occurredOn: "2026-11-11",
        reason: "Excused, notice in time, not charged; 1 make-up credit",
        mark: "excused",
      },
    ])
    const seat = seatsOf(actor, sessionId).find(({ studentId }) => studentId === lina)
    expect(waiveSeat(openSchool().actor, seat?.seatId ?? "", "no")).toBeRefused("unknown")
    waiveSeat(actor, seat?.seatId ?? "", "Power cut")
    expect(billingStateOf(actor, seat?.seatId ?? "")).toBe("waived")
    expect(listUnchargedSeats(actor, familyOf(lina), "2026-11-01", "2026-11-30")).toMatchObject([
      { reason: "Waived: Power cut", mark: null },
    ])
    const excused = seatsOf(actor, sessionId).find(({ studentId }) => studentId === otis)
    expect(waiveSeat(actor, excused?.seatId ?? "", "no")).toBeRefused("nothing-to-waive")
  })

  test("pages and periods find the same charges", () => {
    const { actor } = openSchool()
    const { studentIds } = openClass(actor, { pupils: rossi })
    const familyId = familyOf(studentIds[0] ?? "")
    for (let day = 1; day <= 60; day += 1)
      addItemCharge(actor, {
        familyId,
        description: `Item ${day}`,
        amountMinor: 100,
        occurredOn: `2026-${day > 30 ? "11" : "10"}-${String(((day - 1) % 30) + 1).padStart(2, "0")}`,
      })
    expect(listUnbilledCharges(actor, { page: 1 })).toHaveLength(50)
    expect(listUnbilledCharges(actor, { page: 2 })).toHaveLength(10)
    expect(listUnbilledCharges(actor, { familyId, from: "2026-11-01", to: "2026-11-30" })).toHaveLength(30)
    expect(listUnbilledCharges(openSchool().actor, { familyId })).toEqual([])
  })
})

describe("seats", () => {
  test("become rows once a session has begun, and open a register that was complete without them", () => {
    const { actor } = openSchool()
    const { classId, studentIds } = openClass(actor, { pupils: rossi })
    const begun = addSessionRow(actor, classId, testToday)
    const later = addSessionRow(actor, classId, "2026-11-25")
    expect(seatBegunSessions(actor, testNow - 3 * 86_400_000)).toBe(1)
    const rows = () => rowsOf(seats, { schoolId: actor.school.id })
    expect(rows().map(({ sessionId }) => sessionId)).toEqual([begun])
    expect(seatsOf(actor, later)).toMatchObject([
      { seatId: null, studentId: studentIds[0], name: "Otis Rossi" },
    ])
    seatSession(actor, later)
    expect(rows()).toHaveLength(2)

    takeRegister(actor, begun, { marks: [{ studentId: studentIds[0] ?? "", code: "present" }] })
    const lina = addStudentRow(actor, "Lina", "Haddad")
    addEnrollmentRow(actor, classId, lina)
    expect(seatBegunSessions(actor)).toBe(1)
    const session = rowOf(sessions, { id: begun })
    expect(session?.registerTakenAt).toBeNull()
    expect(
      takeRegister(actor, begun, { marks: [{ studentId: lina, code: "late", minutesLate: 5 }] }).ok,
    ).toBe(true)
    expect(seatsOf(actor, begun).map(({ mark }) => mark?.code)).toEqual(["late", "present"])
  })

  test("whoever left before is not expected, unless something was recorded", () => {
    const { actor } = openSchool()
    const { classId, studentIds, enrollmentIds } = openClass(actor, {
      pupils: ["Otis Rossi", "Lina Haddad"],
    })
    const sessionId = addSessionRow(actor, classId, "2026-11-11")
    seatSession(actor, sessionId)
    changeRows(enrollments, { id: enrollmentIds[0] ?? "" }, { endsOn: "2026-11-01" })
    expect(seatsOf(actor, sessionId).map(({ studentId }) => studentId)).toEqual([studentIds[1]])
    const seat = rowOf(seats, { studentId: studentIds[0] ?? "" })
    expect(billingStateOf(actor, seat?.id ?? "")).toBe("not-chargeable")
    expect(rowsOf(classes, { id: classId })).toHaveLength(1)
    expect(rowsOf(charges, { schoolId: actor.school.id })).toEqual([])
  })

  test("a notice names who, is in time or not, and is not for those already marked", () => {
    const { actor } = openSchool()
    const { classId, studentIds } = openClass(actor, { pupils: rossi })
    const [otis = ""] = studentIds
    const sessionId = addSessionRow(actor, classId, testToday)
    const at = Date.parse("2026-11-18T13:12:00Z")
    expect(recordNotice(actor, sessionId, "unknown", { at, text: null })).toBeRefused("unknown-student")
    expect(recordNotice(actor, sessionId, otis, { at: at + 1e9, text: null })).toBeRefused("from-the-future")
    expect(recordNotice(openSchool().actor, sessionId, otis, { at, text: null })).toBeRefused(
      "session-unknown",
    )
    recordNotice(actor, sessionId, otis, { at, text: "cold" })
    expect(seatsOf(actor, sessionId)[0]?.notice).toEqual({
      at,
      text: "cold",
      inTime: false,
      excusedBy: null,
    })
    recordNotice(actor, sessionId, otis, { at: at - 86_400_000, text: "cold" })
    expect(seatsOf(actor, sessionId)[0]?.notice?.inTime).toBe(true)
    takeRegister(actor, sessionId, { marks: [{ studentId: otis, code: "excused" }] })
    expect(recordNotice(actor, sessionId, otis, { at, text: null })).toBeRefused("already-marked")
  })
})
