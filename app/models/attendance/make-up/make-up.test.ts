import { makeUpCredits, outcomes } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { inquiries } from "db/schema/people-inquiries"
import { offers } from "db/schema/teaching-offers"
import { seats, sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { add, change } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { addCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { findCancelCredits } from "~/models/teaching/credit/cancel-credits.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import {
  addMember,
  addRows,
  changeRows,
  openSchool,
  removeRows,
  rowOf,
  rowsOf,
} from "../../../../tests/support/school"
import { recordNotice } from "../notice/notice.server"
import { effectOfAbsence } from "../rebooking/absence-effect.server"
import { findRegister } from "../register/register-view.server"
import { takeRegister } from "../register/take-register.server"
import { bookMakeUp, cancelMakeUp, listMakeUps } from "./book-make-up.server"
import { readWish } from "./make-up"
import { creditAt, listOpenCredits } from "./open-credits.server"

// Today is Wednesday, 2026-11-18, 15:10 in New York. Otis has guitar alone with Marcus, who teaches on Thursdays from 3
// to 4; beside it Ana's guitar club meets on Fridays at 5, with two places, one of them taken.

let office: Actor
let family: Actor
let otis: string
let milo: string
let marcus: string
let ana: string
let lessons: string
let club: string
let friday: string

beforeEach(() => {
  office = openSchool().actor
  const { memberId, userId } = office
  family = memberActor(office.school, {
    memberId: memberId ?? "",
    userId: userId ?? "",
    name: "Jonas Haddad",
    role: "student",
  })
  otis = addStudentRow(office, "Otis", "Haddad")
  marcus = addTeacherRow(office, "Marcus Whitfield")
  ana = addTeacherRow(office, "Ana Lopez")
  lessons = addClassRow(office, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId: marcus })
  addEnrollmentRow(office, lessons, otis)
  addHours(office, marcus, { weekday: 4, fromTime: "15:00", toTime: "16:00" })
  const opened = openClass(office, {
    class: { name: "Guitar club", capacity: 2, teacherId: ana },
    pupils: ["Milo Singh"],
  })
  club = opened.classId
  ;[milo = ""] = opened.studentIds
  friday = addSessionRow(office, club, "2026-11-20", { startTime: "17:00", teacherId: ana })
})

function excuse(date: string) {
  const missed = addSessionRow(office, lessons, date, { teacherId: marcus, startTime: "16:00" })
  const taken = takeRegister(office, missed, {
    marks: [{ studentId: otis, code: "excused", minutesLate: null }],
  })
  if (!taken.ok) throw new Error(taken.reason)
}
const creditsOfOtis = () => rowsOf(makeUpCredits, { studentId: otis })
const place = (sessionId: string) => ({ kind: "place", sessionId }) as const

test("a co-teacher doesn’t read that the lesson is canceled when a make-up in it is", () => {
  excuse("2026-11-11")
  const co = addMember(office, "teacher", "Carla Ruiz")
  expect(addCoTeacher(office, club, { teacherId: co.teacherId, startsOn: "2026-11-18" }).ok).toBe(true)
  expect(bookMakeUp(office, { id: otis }, place(friday)).ok).toBe(true)
  expect(cancelMakeUp(office, otis, friday).ok).toBe(true)
  const read = rowsOf(emails, { recipient: co.email, template: "session-changed" })
  expect(read.map(({ data }) => JSON.parse(data).change)).toEqual(["booked"])
})

test("a spot that is booked, canceled and booked again is the later version in a calendar each time", () => {
  excuse("2026-11-11")
  const version = () => findSession(office, friday)?.revision
  expect(bookMakeUp(office, { id: otis }, place(friday)).ok).toBe(true)
  expect(version()).toBe(1)
  expect(cancelMakeUp(office, otis, friday).ok).toBe(true)
  expect(version()).toBe(2)
  expect(bookMakeUp(office, { id: otis }, place(friday)).ok).toBe(true)
  expect(version()).toBe(3)
})

describe("what a lesson can be made up with", () => {
  test("is one list for the office and the family: free spots and the teacher’s times, in order", () => {
    excuse("2026-11-11")
    const offered = listMakeUps(family, otis).offers
    expect(offered).toEqual(listMakeUps(office, otis).offers)
    expect(offered.map(({ date, startTime, title, free }) => [date, startTime, title, free])).toEqual([
      ["2026-11-20", "17:00", "Guitar club", 1],
      ["2026-11-26", "15:00", "Guitar", null],
      ["2026-12-03", "15:00", "Guitar", null],
      ["2026-12-10", "15:00", "Guitar", null],
    ])
    const moved = { ...place(friday), shown: "2026-11-20 16:00" }
    expect(bookMakeUp(family, { id: otis }, moved)).toBeRefused("moved")
    expect(bookMakeUp(family, { id: otis }, { ...moved, shown: "2026-11-20 17:00" }).ok).toBe(true)
  })

  test("leaves out what is full, of another instrument, too soon, after the credit, or when they are elsewhere", () => {
    excuse("2026-11-11")
    changeRows(makeUpCredits, { studentId: otis }, { expiresOn: "2026-12-02" })
    addSessionRow(office, club, "2026-11-19", { startTime: "10:00", teacherId: ana })
    addSessionRow(office, club, "2026-12-04", { startTime: "17:00", teacherId: ana })
    const violins = openClass(office, { class: { name: "Violins", instrument: "Violin" }, pupils: [] })
    addSessionRow(office, violins.classId, "2026-11-24", { teacherId: ana })
    const full = openClass(office, { class: { name: "Duo", capacity: 1 }, pupils: ["Ravi Singh"] })
    addSessionRow(office, full.classId, "2026-11-24", { teacherId: ana })
    const override = { reason: "Outside the hours, agreed by phone" }
    addSession(office, { classId: lessons, date: "2026-11-20", startTime: "17:30", minutes: 30, override })
    expect(listMakeUps(office, otis).offers.map(({ date, title }) => [date, title])).toEqual([
      ["2026-11-26", "Guitar"],
    ])
    expect(bookMakeUp(office, { id: otis }, place(friday))).toBeRefused("clash")
  })

  test("leave for a part of a day leaves the rest of it on offer", () => {
    excuse("2026-11-11")
    const day = "2026-11-26"
    const timesThen = () =>
      listMakeUps(family, otis).offers.flatMap(({ date, startTime }) => (date === day ? [startTime] : []))
    expect(timesThen()).toEqual(["15:00"])
    const off = { startsOn: day, endsOn: day, fromTime: "16:00", toTime: "18:00", reason: null }
    expect(recordTimeOff(office, marcus, off).ok).toBe(true)
    expect(timesThen()).toEqual(["15:00"])
    const next = "2026-12-03"
    const early = { startsOn: next, endsOn: next, fromTime: "14:00", toTime: "15:30", reason: null }
    expect(recordTimeOff(office, marcus, early).ok).toBe(true)
    expect(listMakeUps(family, otis).offers.some(({ date }) => date === next)).toBe(false)
  })

  test("is no lesson whose teacher is away then, or that has no teacher", () => {
    excuse("2026-11-11")
    const open = addSessionRow(office, club, "2026-11-27", { startTime: "17:00" })
    const later = addSessionRow(office, club, "2026-12-04", { startTime: "17:00", teacherId: ana })
    const clubs = () =>
      [family, office].map((actor) =>
        listMakeUps(actor, otis).offers.flatMap(({ title, date }) => (title === "Guitar club" ? date : [])),
      )
    expect(clubs()).toEqual([
      ["2026-11-20", "2026-12-04"],
      ["2026-11-20", "2026-12-04"],
    ])
    const morning = { startsOn: "2026-12-04", endsOn: "2026-12-04", fromTime: "09:00", toTime: "12:00" }
    expect(recordTimeOff(office, ana, { ...morning, reason: null }).ok).toBe(true)
    const days = { startsOn: "2026-11-20", endsOn: "2026-11-21", reason: null }
    expect(recordTimeOff(office, ana, days).ok).toBe(true)
    expect(clubs()).toEqual([["2026-12-04"], ["2026-12-04"]])
    for (const sessionId of [friday, open])
      expect(bookMakeUp(office, { id: otis }, place(sessionId))).toBeRefused("not-offered")
    expect(bookMakeUp(family, { id: otis, as: "guardian" }, place(later)).ok).toBe(true)
  })

  test("names a private lesson of someone else to no family", () => {
    excuse("2026-11-11")
    const freed = addClassRow(office, { name: "Amara Fraser, guitar", instrument: "Guitar" })
    addSessionRow(office, freed, "2026-11-23", { teacherId: ana })
    expect(JSON.stringify(listMakeUps(family, otis))).not.toContain("Amara")
    expect(listMakeUps(family, otis).offers.map(({ date }) => date)).toContain("2026-11-23")
  })

  test("is nothing without a credit, and by arrangement where no teacher has said hours", () => {
    expect(listMakeUps(office, otis)).toMatchObject({ offers: [], credits: [] })
    const choir = openClass(office, {
      class: { name: "Choir", instrument: "Voice" },
      pupils: ["Ida Berg"],
    })
    const ida = choir.studentIds[0] ?? ""
    takeRegister(office, addSessionRow(office, choir.classId, "2026-11-17"), {
      marks: [{ studentId: ida, code: "excused", minutesLate: null }],
    })
    expect(listMakeUps(office, ida)).toMatchObject({ offers: [], byArrangement: true })
  })
})

describe("credits of several kinds", () => {
  /** One of the guitar club, which ends before those of Otis's private lessons. */
  const excuseFromClub = () => grant(club, "of-the-club", "2026-12-31")
  const usedOf = () =>
    creditsOfOtis()
      .filter(({ usedAt }) => usedAt !== null)
      .map(({ expiresOn }) => expiresOn)
  const thursday = { kind: "time", date: "2026-11-26", startTime: "15:00" } as const
  const timesOf = () => listMakeUps(family, otis).offers.filter(({ free }) => free === null)

  test("an older one of a group leaves the teacher’s times to a later private one, which they use", () => {
    excuseFromClub()
    expect(timesOf()).toEqual([])
    expect(bookMakeUp(office, { id: otis }, thursday)).toBeRefused("not-offered")
    excuse("2026-11-11")
    expect(timesOf().map(({ date }) => date)).toEqual(["2026-11-26", "2026-12-03", "2026-12-10"])
    expect(bookMakeUp(family, { id: otis, as: "guardian" }, thursday).ok).toBe(true)
    expect(usedOf()).not.toContain("2026-12-31")
    expect(usedOf()).toHaveLength(1)
    expect(timesOf()).toEqual([])
  })

  test("a spot takes the oldest, of whichever kind", () => {
    excuseFromClub()
    excuse("2026-11-11")
    const quartet = openClass(office, { class: { name: "Guitar quartet", capacity: 4 }, pupils: [] })
    const rehearsal = addSessionRow(office, quartet.classId, "2026-11-24", { teacherId: ana })
    expect(bookMakeUp(office, { id: otis }, place(rehearsal)).ok).toBe(true)
    expect(usedOf()).toEqual(["2026-12-31"])
  })

  test("two private classes offer the times of both teachers, each for its own credit", () => {
    excuse("2026-11-11")
    changeRows(makeUpCredits, { studentId: otis }, { expiresOn: "2026-12-31" })
    const beatriz = addTeacherRow(office, "Beatriz Alvarez")
    const piano = addClassRow(office, { name: "Otis, piano", instrument: "Piano", teacherId: beatriz })
    addEnrollmentRow(office, piano, otis)
    addHours(office, beatriz, { weekday: 4, fromTime: "14:30", toTime: "16:00" })
    takeRegister(office, addSessionRow(office, piano, "2026-11-12", { teacherId: beatriz }), {
      marks: [{ studentId: otis, code: "excused", minutesLate: null }],
    })
    const onThursday = timesOf().filter(({ date }) => date === thursday.date)
    expect(onThursday.map(({ startTime, title }) => [startTime, title])).toEqual([
      ["14:30", "Piano"],
      ["15:00", "Guitar"],
    ])
    expect(bookMakeUp(office, { id: otis }, { ...thursday, startTime: "14:30" })).toMatchObject({
      ok: true,
      title: "Otis, piano",
    })
    expect(usedOf()).not.toContain("2026-12-31")
  })

  const kinds = fc.constantFrom("club" as const, "private" as const)
  const anyHistory = fc.array(fc.record({ kind: kinds, days: fc.integer({ min: 1, max: 40 }) }), {
    maxLength: 4,
  })

  test("a time is offered as long as a private credit is open, and uses the oldest of those", () => {
    addEnrollmentRow(office, club, otis)
    inHistories(40, anyHistory, (history) => {
      removeRows(makeUpCredits, { studentId: otis })
      const granted = history.map(({ kind, days }, index) => {
        const expiresOn = addDays("2026-11-18", days)
        grant(kind === "club" ? club : lessons, `credit-${index}`, expiresOn)
        return { kind, expiresOn, id: `credit-${index}` }
      })
      const fitting = granted
        .filter(({ kind }) => kind === "private")
        .sort((a, b) => a.expiresOn.localeCompare(b.expiresOn) || a.id.localeCompare(b.id))
      for (const { date, startTime } of timesOf())
        expect(creditAt(office, otis, listOpenCredits(office, otis), { date, startTime })?.creditId).toBe(
          fitting.find(({ expiresOn }) => expiresOn >= date)?.id,
        )
      const last = fitting.at(-1)?.expiresOn ?? ""
      expect(timesOf().map(({ date }) => date)).toEqual(
        ["2026-11-26", "2026-12-03", "2026-12-10"].filter((date) => date <= last),
      )
    })
  })

  function grant(classId: string, id: string, expiresOn: string) {
    addRows(makeUpCredits, {
      ...newRow(office),
      id,
      studentId: otis,
      grantedClassId: classId,
      minutes: 45,
      prepaidPercent: 100,
      expiresOn,
    })
  }
})

describe("a make-up booked", () => {
  test("uses the credit that ends first, whoever books and whatever is chosen", () => {
    excuse("2026-11-04")
    excuse("2026-11-11")
    const [older, newer] = creditsOfOtis().sort((a, b) => a.expiresOn.localeCompare(b.expiresOn))
    expect(bookMakeUp(family, { id: otis, as: "guardian" }, place(friday)).ok).toBe(true)
    const after = creditsOfOtis()
    expect(after.find(({ id }) => id === older?.id)?.usedAt).not.toBeNull()
    expect(after.find(({ id }) => id === newer?.id)?.usedAt).toBeNull()
    expect(
      bookMakeUp(office, { id: otis }, { kind: "time", date: "2026-11-26", startTime: "15:00" }).ok,
    ).toBe(true)
    expect(creditsOfOtis().every(({ usedAt }) => usedAt !== null)).toBe(true)
  })

  test("is refused for the same reasons to the office and to the family, and leaves nothing behind", () => {
    const refusal = (wish: Parameters<typeof bookMakeUp>[2]) => {
      const answers = [
        bookMakeUp(office, { id: otis }, wish),
        bookMakeUp(family, { id: otis, as: "guardian" }, wish),
      ].map((answer) => (answer.ok ? "booked" : answer.reason))
      expect(new Set(answers).size).toBe(1)
      return answers[0]
    }
    expect(refusal(place(friday))).toBe("no-credit")
    excuse("2026-11-11")
    const before = rowsOf(seats).length
    expect(refusal(place("nothing"))).toBe("no-session")
    expect(
      refusal(place(addSessionRow(office, club, "2026-11-19", { startTime: "10:00", teacherId: ana }))),
    ).toBe("too-late")
    expect(refusal(place(addSessionRow(office, club, "2027-06-04")))).toBe("no-credit-then")
    expect(refusal(place(addSessionRow(office, lessons, "2026-11-25")))).toBe("already-in")
    expect(refusal({ kind: "time", date: "2026-11-26", startTime: "14:00" })).toBe("not-offered")
    expect(refusal({ kind: "time", date: "2027-03-04", startTime: "15:00" })).toBe("not-offered")
    addEnrollmentRow(office, club, addStudentRow(office, "Ravi", "Singh"))
    expect(refusal(place(friday))).toBe("no-place")
    expect(bookMakeUp(family, { id: otis, as: "child" }, place(friday))).toBeRefused("a-child")
    expect(rowsOf(seats)).toHaveLength(before)
    expect(creditsOfOtis().every(({ usedAt }) => usedAt === null)).toBe(true)
  })

  test("leaves a spot to whom it is offered", () => {
    excuse("2026-11-11")
    const email = "ines.held@example.com"
    const asker = { state: "new", purpose: "class", firstName: "Rafa", lastName: "Held", email } as const
    const inquiryId = add(office, inquiries, asker)
    const classId = rowOf(sessions, { id: friday })?.classId ?? ""
    const offer = { inquiryId, classId, holdsTime: false, terms: null, documents: "" }
    const offerId = add(office, offers, { ...offer, startsOn: "2026-11-19", expiresAt: now() + 86_400_000 })
    expect(bookMakeUp(office, { id: otis }, place(friday))).toBeRefused("no-place")
    change(office, offers, offerId, { expiresAt: now() - 1 })
    expect(bookMakeUp(office, { id: otis }, place(friday)).ok).toBe(true)
  })

  test("is the same for the last spot and for the only time: the second finds it gone", () => {
    excuse("2026-11-11")
    const wren = addStudentRow(office, "Wren", "Adeyemi")
    const duo = addClassRow(office, { name: "Duo", instrument: "Guitar" })
    addEnrollmentRow(office, duo, wren)
    const missed = addSessionRow(office, duo, "2026-11-17")
    takeRegister(office, missed, { marks: [{ studentId: wren, code: "excused", minutesLate: null }] })
    expect(bookMakeUp(family, { id: otis, as: "guardian" }, place(friday)).ok).toBe(true)
    expect(bookMakeUp(office, { id: wren }, place(friday))).toBeRefused("no-place")
    excuse("2026-11-10")
    const time = { kind: "time", date: "2026-11-26", startTime: "15:00" } as const
    expect(bookMakeUp(office, { id: otis }, time).ok).toBe(true)
    excuse("2026-11-03")
    expect(bookMakeUp(family, { id: otis, as: "guardian" }, time)).toBeRefused("not-offered")
  })
})

describe("a make-up lesson that the student has alone", () => {
  const book = () => {
    excuse("2026-11-11")
    const booked = bookMakeUp(office, { id: otis }, { kind: "time", date: "2026-11-26", startTime: "15:00" })
    if (!booked.ok) throw new Error(booked.reason)
    return booked.sessionId
  }
  const open = () => creditsOfOtis().filter(({ usedAt, revokedAt }) => usedAt === null && revokedAt === null)
  const effect = (id: string) => {
    const session = findSession(office, id)
    return session && findCancelCredits(office, session)
  }

  test("says before what canceling it does, by itself or as a booking: the credit is back, and no other is given", () => {
    changeRows(outcomes, { schoolId: office.school.id, code: "cancelled" }, { issuesCredit: true })
    const first = book()
    expect(effect(first)).toEqual({ isGiven: true, enrolled: 0, returned: 1 })
    expect(findRegister(office, first)?.credits).toEqual({ isGiven: true, enrolled: 0, returned: 1 })
    expect(cancelMakeUp(office, otis, first)).toMatchObject({ ok: true, isLesson: true })
    expect(findSession(office, first)?.state).toBe("cancelled")
    expect([open().length, creditsOfOtis().length]).toEqual([1, 1])
    // Restored, the credit pays for it again.
    expect(restoreSession(office, first)).toEqual({ ok: true })
    expect([open(), effect(first)?.returned]).toEqual([[], 1])
    expect(cancelSession(office, first, "Marcus is ill")).toEqual({ ok: true })
    expect([open().length, creditsOfOtis().length]).toEqual([1, 1])
  })

  test("isn’t canceled as a booking where others come to it, too", () => {
    const id = book()
    addEnrollmentRow(office, lessons, addStudentRow(office, "Ravi", "Singh"))
    expect(cancelMakeUp(office, otis, id)).toBeRefused("own-lesson")
    expect([open(), effect(id)]).toEqual([[], { isGiven: false, enrolled: 1, returned: 1 }])
  })
})

describe("who misses a make-up", () => {
  const until = () => creditsOfOtis().map(({ expiresOn }) => expiresOn)
  const openUntil = () =>
    creditsOfOtis().flatMap(({ usedAt, revokedAt, expiresOn }) => (usedAt || revokedAt ? [] : [expiresOn]))
  const first = "2027-02-09"

  beforeEach(() => {
    excuse("2026-11-11")
    expect(until()).toEqual([first])
    expect(bookMakeUp(office, { id: otis }, place(friday)).ok).toBe(true)
  })

  test("and reports it in time has a credit until the last day of the first one, as said before", () => {
    const session = findSeatedSession(office, friday)
    expect(session && effectOfAbsence(office, session, otis)?.creditUntil).toBe(first)
    expect(recordNotice(office, friday, otis, { at: testNow, text: null }).ok).toBe(true)
    expect(openUntil()).toEqual([first])
  })

  test("so it is with attendance that excuses them; a make-up that the school cancels earns one as any lesson does", () => {
    fixClock(Date.parse("2026-11-20T23:30:00Z"))
    const mark = (code: "excused" | "cancelled" | "present") =>
      takeRegister(office, friday, {
        marks: [
          { studentId: otis, code, minutesLate: null },
          { studentId: milo, code: "present", minutesLate: null },
        ],
      })
    expect(mark("excused").ok).toBe(true)
    expect(openUntil()).toEqual([first])
    expect(mark("present").ok).toBe(true)
    expect(mark("cancelled").ok).toBe(true)
    expect(openUntil()).toEqual(["2027-02-18"])
  })
})

test("a wish is read only where it can be one", () => {
  expect(readWish("2026-11-26 15:00")).toEqual({ kind: "time", date: "2026-11-26", startTime: "15:00" })
  expect(["2026-02-30 15:00", "2026-11-26 25:00", "", "<b>", "a b"].map(readWish)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
})
