import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { classes, enrollments, waitingSpots } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { readFacts } from "~/models/foundation/audit/history.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { sentenceOf } from "~/texts/foundation/activity"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addStudentRow, openClass } from "../../../../tests/support/lessons"
import {
  addRows,
  changeRows,
  openSchool,
  orFail,
  removeRows,
  rowOf,
  rowsOf,
} from "../../../../tests/support/school"
import { enrollStudents } from "../class/bulk-enroll.server"
import { changeClass } from "../class/change-class.server"
import { enroll } from "../class/enroll.server"
import { dropStudent } from "../class/leave-class.server"
import { requireClass } from "../prerequisite/prerequisite.server"
import { addSession } from "../session/move-session.server"
import {
  acceptSpot,
  declineSpot,
  listSpotsOf,
  offerFreeSpots,
  offerSpot,
  offersFreeSpots,
  passOnOffers,
  setOffersFreeSpots,
} from "./offer-spot.server"
import { usualOfferDays } from "./waiting-list"
import { countFreeSpots, findFreeSpots, joinWaitingList, listWaiting } from "./waiting-list.server"

// A guitar club of two, both spots taken; Otis and then Ravi want to join.

const dayMs = 86_400_000
let office: Actor
let family: ReturnType<typeof openPayingFamily>
let club: string
let taken: string
let otis: string
let ravi: string

beforeEach(() => {
  family = openPayingFamily()
  office = family.school
  const opened = openClass(office, {
    class: { name: "Guitar club", capacity: 2 },
    pupils: ["Wren Adeyemi", "Milo Singh"],
  })
  club = opened.classId
  taken = opened.enrollmentIds[0] ?? ""
  otis = family.studentIds[0] ?? ""
  ravi = addStudentRow(office, "Ravi", "Lindqvist")
  setEmail(ravi, "ravi@lindqvist.example")
})

const setEmail = (studentId: string, email: string | null) =>
  changeRows(students, { id: studentId }, { email })
const line = () => listWaiting(office, club).map(({ name, state }) => [name.split(" ")[0], state])
const nameOf = (studentId: string) =>
  listWaiting(office, club).find((row) => row.studentId === studentId)?.name
const activity = (verb: string) =>
  rowsOf(events, { schoolId: office.school.id, verb }).map((row) =>
    sentenceOf({ ...row, before: readFacts(row.before), after: readFacts(row.after) }),
  )
const nameOfOtis = () => {
  const { firstName, lastName } = rowOf(students, { id: otis }) ?? {}
  return `${firstName} ${lastName}`
}
const idOf = (studentId: string) =>
  listWaiting(office, club).find((row) => row.studentId === studentId)?.id ?? ""
const leave = () => dropStudent(office, club, taken, { lastDay: "2026-11-17", reason: "Moved away" })
const mails = () => rowsOf(emails, { schoolId: office.school.id, template: "place-offered" })

test("a spot offered from a later day leaves the days before it to others, one by one and many at once", () => {
  joinWaitingList(office, club, [otis, ravi])
  expect(dropStudent(office, club, taken, { lastDay: "2026-12-04", reason: "Moves away" }).ok).toBe(true)
  expect(offerSpot(office, club, idOf(otis))).toMatchObject({ ok: true, from: "2026-12-05" })
  const [, milo = ""] = rowsOf(enrollments, { classId: club }, { by: "id" }).map(({ id }) => id)
  expect(dropStudent(office, club, milo, { lastDay: "2026-11-17", reason: "Moved away" }).ok).toBe(true)
  expect(findFreeSpots(office, club)).toEqual({ free: 1, from: null })
  expect(offerSpot(office, club, idOf(ravi))).toMatchObject({ ok: true, from: null })
  const choice = { classId: club, startsOn: "2026-11-18", prerequisiteReason: "" }
  const joining = [ravi, otis, addStudentRow(office, "Kit", "Singh")]
  const planned = new Map(enrollStudents.plan(office, joining, choice).map(({ id, can }) => [id, can]))
  expect(joining.map((id) => planned.get(id))).toEqual([true, false, false])
  expect(acceptSpot(office, idOf(ravi))).toEqual({ ok: true })
  expect(acceptSpot(office, idOf(otis))).toEqual({ ok: true })
  expect(rowOf(enrollments, { studentId: otis })).toMatchObject({ startsOn: "2026-12-05" })
})

test("a spot in a class that is over is offered to no one, also where the offer of it runs out or is declined", () => {
  joinWaitingList(office, club, [otis, ravi])
  leave()
  fixClock(Date.UTC(2026, 10, 18, 15))
  expect(offerSpot(office, club, idOf(otis)).ok).toBe(true)
  const sent = mails().length
  changeRows(classes, { id: club }, { endedOn: "2026-11-20" })
  fixClock(Date.UTC(2026, 10, 18, 15) + (usualOfferDays + 1) * dayMs)
  expect(passOnOffers(office)).toBe(1)
  expect(line()).toEqual([["Ravi", "waiting"]])
  expect(offerSpot(office, club, idOf(ravi))).toMatchObject({ ok: false, reason: "ended" })
  expect(mails()).toHaveLength(sent)
})

test("a spot is offered to a child’s guardians, and to the child’s own address only where no guardian has one", () => {
  const milo = family.studentIds[1] ?? ""
  setEmail(otis, "otis@haddad.example")
  setEmail(milo, "milo@haddad.example")
  joinWaitingList(office, club, [otis, milo])
  changeRows(classes, { id: club }, { capacity: 3 })
  leave()
  fixClock(Date.UTC(2026, 10, 18, 15))
  const offered = () => mails().map(({ recipient }) => recipient)
  expect(offerSpot(office, club, idOf(otis)).ok).toBe(true)
  expect(offered()).toEqual([rowOf(guardians, { id: family.guardianIds[0] ?? "" })?.email])
  changeRows(guardians, { id: family.guardianIds[0] ?? "" }, { email: null })
  expect(offerSpot(office, club, idOf(milo)).ok).toBe(true)
  expect(offered().slice(1)).toEqual(["milo@haddad.example"])
})

test("a corrected address gets the letter of the latest offer of a spot, not of one that ran out", () => {
  joinWaitingList(office, club, [otis])
  leave()
  const begin = Date.UTC(2026, 10, 18, 15)
  fixClock(begin)
  expect(offerSpot(office, club, idOf(otis)).ok).toBe(true)
  changeRows(waitingSpots, { id: idOf(otis) }, { wish: "Mondays" })
  fixClock(begin + (usualOfferDays + 1) * dayMs)
  expect(passOnOffers(office)).toBe(1)
  expect(offerSpot(office, club, idOf(otis)).ok).toBe(true)
  const [, latest] = mails()
  const read = ({ data = "{}" } = {}) => ({ ...JSON.parse(data), linkId: "" })
  const correct = (to: string) => {
    const guardian = rowOf(guardians, { id: family.guardianIds[0] ?? "" })
    changeRows(guardians, { id: guardian?.id ?? "" }, { email: to })
    const { email: from = null, memberId = null } = guardian ?? {}
    transact(() => moveReader(office, { from, to, memberId }))
    return mails().filter(({ recipient }) => recipient === to)
  }
  const first = rowOf(guardians, { id: family.guardianIds[0] ?? "" })?.email ?? ""
  const sent = correct("jonas.haddad@example.org")
  expect(sent.map(read)).toEqual([read(latest)])
  // The first address has the letter of the earlier offer alone: that of the latest wasn’t sent yet.
  expect(correct(first).map(read)).toContainEqual(read(latest))
})

describe("the line for a class", () => {
  test("has a student again at their position once their enrollment is undone", () => {
    joinWaitingList(office, club, [otis, ravi])
    leave()
    const about = { classId: club, startsOn: "2026-11-25" }
    const done = enrollStudents.work.carryOut(office, about, {
      taskId: "",
      ...{ subjectId: otis, name: "", detail: null },
    })
    if (!done.ok) throw new Error(done.reason)
    expect(line()).toEqual([["Ravi", "waiting"]])
    const { before } = done
    const undo = () => enrollStudents.work.undo?.(office, about, { subjectId: otis, before })
    expect(undo()).toMatchObject({ ok: true })
    expect(line()).toEqual([
      ["Otis", "waiting"],
      ["Ravi", "waiting"],
    ])
    expect(undo()).toMatchObject({ ok: false })
  })

  test("has an offer again once the enrollment is undone, until the day it runs out, and then a student who waits", () => {
    joinWaitingList(office, club, [otis, ravi])
    leave()
    const about = { classId: club, startsOn: "2026-11-25" }
    const item = { taskId: "", subjectId: otis, name: "", detail: null }
    const enrollAndUndo = (days: number) => {
      const done = enrollStudents.work.carryOut(office, about, item)
      if (!done.ok) throw new Error(done.reason)
      fixClock(testNow + days * dayMs)
      expect(
        enrollStudents.work.undo?.(office, about, { subjectId: otis, before: done.before }),
      ).toMatchObject({
        ok: true,
      })
      return listWaiting(office, club)[0]
    }
    const offered = offerSpot(office, club, idOf(otis), 2)
    if (!offered.ok) throw new Error(offered.reason)
    expect(enrollAndUndo(1)).toMatchObject({ studentId: otis, state: "offered", offerUntil: offered.until })
    expect(countFreeSpots(office, club)).toBe(0)
    expect(enrollAndUndo(2)).toMatchObject({ studentId: otis, state: "waiting", offerUntil: null })
    expect(countFreeSpots(office, club)).toBe(1)
  })

  test("is joined in order while the class is full, once, by students of the school", () => {
    expect(joinWaitingList(office, club, [otis, ravi])).toEqual({ ok: true })
    expect(line()).toEqual([
      ["Otis", "waiting"],
      ["Ravi", "waiting"],
    ])
    expect(joinWaitingList(office, club, [otis])).toMatchObject({ ok: false, reason: "waiting-already" })
    const inside = listEnrolled()[0] ?? ""
    expect(joinWaitingList(office, club, [inside])).toMatchObject({ ok: false, reason: "in-it" })
    const stranger = openSchool().actor
    expect(joinWaitingList(stranger, club, [otis])).toBeRefused("not-found")
    expect(joinWaitingList(office, club, [addStudentRow(stranger, "Ida", "Berg")])).toBeRefused("not-found")
    const empty = openClass(office, { class: { name: "Duo", capacity: 2 }, pupils: [] })
    expect(joinWaitingList(office, empty.classId, [otis])).toBeRefused("not-full")
    expect(activity("join-waiting-list")).toEqual([
      `added ${nameOf(otis)} to the waiting list`,
      "added Ravi Lindqvist to the waiting list",
    ])
  })

  test("names in the activity whom each entry is about, also when the office acts for several", () => {
    joinWaitingList(office, club, [ravi, otis])
    leave()
    offerSpot(office, club, idOf(ravi))
    expect(activity("join-waiting-list")).toEqual([
      "added Ravi Lindqvist to the waiting list",
      `added ${nameOf(otis)} to the waiting list`,
    ])
    expect(activity("offer-place")).toEqual(["offered Ravi Lindqvist a spot"])
  })

  test("is left by who is enrolled in the meantime", () => {
    joinWaitingList(office, club, [otis, ravi])
    leave()
    expect(enroll(office, { classId: club, studentId: ravi, startsOn: "2026-11-18" }).ok).toBe(true)
    expect(line()).toEqual([["Otis", "waiting"]])
  })
})

describe("a free spot", () => {
  beforeEach(() => {
    joinWaitingList(office, club, [otis, ravi])
  })

  test("is offered, told to the family, and kept: no one else is put on it", () => {
    expect(offerSpot(office, club, idOf(otis))).toBeRefused("no-place")
    leave()
    expect(countFreeSpots(office, club)).toBe(1)
    expect(offerSpot(office, club, idOf(otis), 2)).toMatchObject({ ok: true, until: testNow + 2 * dayMs })
    expect(countFreeSpots(office, club)).toBe(0)
    expect(offerSpot(office, club, idOf(ravi))).toBeRefused("no-place")
    expect(enroll(office, { classId: club, studentId: ravi, startsOn: "2026-11-18" })).toBeRefused("full")
    expect(mails().map(({ data }) => JSON.parse(data))).toMatchObject([
      {
        studentName: "Otis Haddad",
        className: "Guitar club",
        until: "Nov 20, 2026, 3:10 PM",
        hasPages: true,
      },
    ])
    expect(listSpotsOf(family.guardian.actor, [otis])).toMatchObject([{ isOffered: true }])
  })

  test("is taken by the family, once, and by no child and no other family", () => {
    leave()
    offerSpot(office, club, idOf(otis))
    const waitingId = idOf(otis)
    const guardian = family.guardian.actor
    expect(acceptSpot(guardian, waitingId, { student: { id: otis, as: "child" } })).toBeRefused("a-child")
    expect(acceptSpot(guardian, waitingId, { student: { id: ravi, as: "guardian" } })).toBeRefused(
      "not-found",
    )
    expect(acceptSpot(openSchool().actor, waitingId)).toBeRefused("not-found")
    expect(acceptSpot(guardian, waitingId, { student: { id: otis, as: "guardian" } })).toEqual({ ok: true })
    expect(acceptSpot(guardian, waitingId, { student: { id: otis, as: "guardian" } })).toBeRefused(
      "not-offered",
    )
    expect(listEnrolled()).toContain(otis)
    expect(line()).toEqual([["Ravi", "waiting"]])
  })

  test("is emailed to the family once it is accepted, also by the office, with its lessons for their calendar", () => {
    leave()
    const lesson = { date: "2026-11-20", startTime: "17:00", minutes: 60 }
    const added = addSession(office, { classId: club, ...lesson })
    offerSpot(office, club, idOf(otis))
    expect(acceptSpot(office, idOf(otis), { startsOn: "2026-11-19" })).toEqual({ ok: true })
    const letters = rowsOf(emails, { schoolId: office.school.id, template: "offer-accepted" })
    const readers = mails().map(({ recipient }) => recipient)
    expect(letters.map(({ recipient }) => recipient)).toEqual(readers)
    // The first day is that of the first lesson.
    const data = { studentName: nameOfOtis(), what: "Guitar club", startsOn: "2026-11-20", isSpot: true }
    expect(JSON.parse(letters[0]?.data ?? "{}")).toMatchObject({
      ...data,
      calendar: [{ uid: `${orFail(added).sessionId}-${otis}@tutti`, isCanceled: false }],
    })
    expect(acceptSpot(office, idOf(otis)).ok).toBe(false)
    expect(rowsOf(emails, { schoolId: office.school.id, template: "offer-accepted" })).toHaveLength(
      readers.length,
    )
  })

  test("cannot be taken beside another lesson at the same time", () => {
    leave()
    offerSpot(office, club, idOf(otis))
    const own = openClass(office, { class: { name: "Piano", kind: "private", capacity: 1 }, pupils: [] })
    enroll(office, { classId: own.classId, studentId: otis, startsOn: "2026-11-18" })
    const at = { date: "2026-11-20", startTime: "17:00", minutes: 60 }
    addSession(office, { classId: own.classId, ...at })
    addSession(office, { classId: club, ...at })
    expect(
      acceptSpot(family.guardian.actor, idOf(otis), { student: { id: otis, as: "guardian" } }),
    ).toBeRefused("clash")
    expect(listEnrolled()).not.toContain(otis)
  })

  test("that is declined, or not accepted in time, goes to the next student", () => {
    leave()
    offerSpot(office, club, idOf(otis))
    expect(declineSpot(family.guardian.actor, idOf(otis), { id: otis, as: "guardian" })).toEqual({
      ok: true,
    })
    expect(line()).toEqual([["Ravi", "offered"]])
    joinWaitingList(office, club, [otis])
    const offered = idOf(ravi)
    fixClock(testNow + 3 * dayMs)
    expect(acceptSpot(office, offered)).toBeRefused("run-out")
    expect(passOnOffers(office)).toBe(1)
    expect(passOnOffers(office)).toBe(0)
    expect(line()).toEqual([["Otis", "offered"]])
    expect(rowsOf(waitingSpots, { id: offered }, { only: ["state"] })[0]).toEqual({ state: "expired" })
    const answered = rowsOf(emails, { template: "offer-answered" })
    expect(answered.filter(({ schoolId }) => schoolId === office.school.id)).toHaveLength(2)
  })

  test("whose student would rather have another time goes to the next, and they stay in line", () => {
    leave()
    offerSpot(office, club, idOf(otis))
    changeRows(waitingSpots, { id: idOf(otis) }, { wish: "Mondays" })
    fixClock(testNow + 7 * dayMs)
    expect(passOnOffers(office)).toBe(1)
    expect(line()).toEqual([
      ["Otis", "waiting"],
      ["Ravi", "offered"],
    ])
    expect(listWaiting(office, club).find(({ studentId }) => studentId === otis)?.wish).toBe("Mondays")
    // No one of them is offered it by itself before the office has answered.
    declineSpot(family.guardian.actor, idOf(ravi))
    expect(line()).toEqual([["Otis", "waiting"]])
  })
})

test("a class keeps the spots that it offers, and one that is over is no family’s to wait for", () => {
  joinWaitingList(office, club, [otis, ravi])
  leave()
  expect(offerSpot(office, club, idOf(otis)).ok).toBe(true)
  const facts = { name: "Guitar club", instrument: undefined, teacherId: undefined, roomId: undefined }
  expect(changeClass(office, club, { ...facts, capacity: 1 })).toMatchObject({
    reason: "too-small",
    taken: 2,
  })
  expect(listSpotsOf(office, [otis, ravi])).toHaveLength(2)
  changeRows(classes, { id: club }, { endedOn: "2026-11-17" })
  expect(listSpotsOf(office, [otis, ravi])).toEqual([])
})

describe("automatic offers", () => {
  test("go past who has left the school", () => {
    joinWaitingList(office, club, [otis, ravi])
    changeRows(students, { id: otis }, { status: "former" })
    setOffersFreeSpots(office, true)
    leave()
    offerFreeSpots(office)
    expect(line()).toEqual([
      ["Otis", "waiting"],
      ["Ravi", "offered"],
    ])
  })

  beforeEach(() => joinWaitingList(office, club, [otis, ravi]))

  test("are off until the school turns them on", () => {
    leave()
    expect(offerFreeSpots(office)).toBe(0)
    setOffersFreeSpots(office, true)
    expect(offersFreeSpots(office)).toBe(true)
    expect(offersFreeSpots(openSchool().actor)).toBe(false)
    expect(activity("change-waiting-lists")).toEqual([
      "turned on automatic offers of free spots to waiting lists",
    ])
    expect(offerFreeSpots(office)).toBe(1)
    expect(offerFreeSpots(office)).toBe(0)
    expect(line()).toEqual([
      ["Otis", "offered"],
      ["Ravi", "waiting"],
    ])
    const { offerUntil } = listWaiting(office, club)[0] ?? {}
    expect(offerUntil).toBe(testNow + usualOfferDays * dayMs)
  })

  test("skip a family that no email reaches, and the office still offers it the spot", () => {
    setOffersFreeSpots(office, true)
    const wim = addStudentRow(office, "Wim", "de Vries")
    declineSpot(office, idOf(otis))
    declineSpot(office, idOf(ravi))
    expect(joinWaitingList(office, club, [wim, ravi, otis])).toEqual({ ok: true })
    const facts = { kind: "bounced" as const, reason: "No such mailbox", firstAt: testNow, lastAt: testNow }
    addRows(bouncedAddresses, { address: "ravi@lindqvist.example", ...facts })
    leave()
    expect(offerFreeSpots(office)).toBe(1)
    expect(line()).toEqual([
      ["Wim", "waiting"],
      ["Ravi", "waiting"],
      ["Otis", "offered"],
    ])
    declineSpot(office, idOf(otis))
    expect(offerFreeSpots(office)).toBe(0)
    expect(offerSpot(office, club, idOf(wim)).ok).toBe(true)
    declineSpot(office, idOf(wim))
    expect(line()).toEqual([["Ravi", "waiting"]])
    removeRows(bouncedAddresses)
    expect(offerFreeSpots(office)).toBe(1)
  })

  test("skip who lacks what the class requires by now, unless they joined with a reason", () => {
    setOffersFreeSpots(office, true)
    leave()
    const required = openClass(office, { class: { name: "Basics", capacity: 2 }, pupils: [] }).classId
    expect(requireClass(office, club, required).ok).toBe(true)
    expect(offerFreeSpots(office)).toBe(0)
    declineSpot(office, idOf(ravi))
    expect(joinWaitingList(office, club, [ravi], "Plays well").ok).toBe(true)
    expect(offerFreeSpots(office)).toBe(1)
    expect(line()).toEqual([
      ["Otis", "waiting"],
      ["Ravi", "offered"],
    ])
    declineSpot(office, idOf(ravi))
    expect(line()).toEqual([["Otis", "waiting"]])
    expect(offerSpot(office, club, idOf(otis)).ok).toBe(true)
  })

  test("are made for free spots only, and not in a class that is over", () => {
    setOffersFreeSpots(office, true)
    expect(offerFreeSpots(office)).toBe(0)
    leave()
    changeRows(classes, { id: club }, { endedOn: "2026-11-17" })
    expect(offerFreeSpots(office)).toBe(0)
    changeRows(classes, { id: club }, { endedOn: "2026-12-18" })
    expect(offerFreeSpots(office)).toBe(1)
  })
})

const listEnrolled = () =>
  rowsOf(enrollments, { classId: club }, { only: ["studentId", "endsOn"] })
    .filter(({ endsOn }) => endsOn === null)
    .map(({ studentId }) => studentId)

describe("a spot that becomes free on a later day", () => {
  const leaveOn = (endsOn: string) => changeRows(enrollments, { id: taken }, { endsOn })

  test("is offered now, from that day, and taken from it", () => {
    joinWaitingList(office, club, [otis, ravi])
    expect(findFreeSpots(office, club)).toEqual({ free: 0, from: null })
    leaveOn("2026-12-09")
    expect(countFreeSpots(office, club)).toBe(0)
    expect(findFreeSpots(office, club)).toEqual({ free: 1, from: "2026-12-10" })
    const first = listWaiting(office, club)[0]?.id ?? ""
    expect(offerSpot(office, club, first)).toMatchObject({ ok: true, from: "2026-12-10" })
    expect(findFreeSpots(office, club)).toEqual({ free: 0, from: null })
    expect(acceptSpot(office, first, { startsOn: "2026-12-01" })).toBeRefused("no-place")
    expect(acceptSpot(office, first).ok).toBe(true)
    const row = rowOf(enrollments, { studentId: otis })
    expect(row?.startsOn).toBe("2026-12-10")
  })

  test("goes to the first in line by itself where the school offers free spots", () => {
    joinWaitingList(office, club, [otis, ravi])
    setOffersFreeSpots(office, true)
    leaveOn("2026-12-09")
    expect(offerFreeSpots(office)).toBe(1)
    expect(offerFreeSpots(office)).toBe(0)
    expect(listWaiting(office, club).map(({ offerFrom }) => offerFrom)).toEqual(["2026-12-10", null])
  })

  test("isn’t offered after the class has ended, or more than two months ahead", () => {
    joinWaitingList(office, club, [otis])
    leaveOn("2026-12-09")
    changeRows(classes, { id: club }, { endedOn: "2026-12-09" })
    expect(findFreeSpots(office, club)).toEqual({ free: 0, from: null })
    changeRows(classes, { id: club }, { endedOn: null })
    leaveOn("2027-06-30")
    expect(findFreeSpots(office, club)).toEqual({ free: 0, from: null })
  })

  test("can’t be taken where the student who would leave stays", () => {
    joinWaitingList(office, club, [otis])
    leaveOn("2026-12-09")
    const first = listWaiting(office, club)[0]?.id ?? ""
    offerSpot(office, club, first)
    changeRows(enrollments, { id: taken }, { endsOn: null })
    expect(acceptSpot(office, first)).toBeRefused("no-place")
  })
})
