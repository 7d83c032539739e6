import { randomUUID } from "node:crypto"
import { users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { conversations, messages } from "db/schema/communication"
import { calendarFeeds } from "db/schema/exchange"
import { erasures } from "db/schema/foundation-audit"
import { files } from "db/schema/foundation-files"
import { customFields, customValues } from "db/schema/foundation-lists"
import { bookClosings } from "db/schema/money-books"
import { paySlips } from "db/schema/money-pay"
import { guardians, members, staffInvitations, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { timeOff } from "db/schema/teaching-teacher-time"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { approvePay, lockPay } from "~/models/money/pay/approve-pay.server"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { findPay } from "~/models/money/pay/payslips.server"
import { listTeam } from "~/models/people/member/team.server"
import {
  deactivateTeacher,
  listFormerTeachers,
  reactivateTeacher,
} from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { fixClock } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { placesIn } from "../../../../tests/support/places"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { eraseStaff, previewStaff } from "./erase-staff.server"
import { continueErasure } from "./forget-in-activity.server"

const september = { from: "2026-09-01", to: "2026-09-30" }
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))

let actor: Actor
let marcus: ReturnType<typeof addMember>

beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  marcus = addMember(actor, "teacher", "Marcus Whitfield")
})

const placesOf = (...parts: string[]) => placesIn(actor.school.id, parts)
const obstacles = () => previewStaff(actor, "teacher", marcus.teacherId)?.obstacles.map(({ text }) => text)
const leave = () => expect(deactivateTeacher(actor, marcus.teacherId, new Map()).ok).toBe(true)

async function eraseWholly(noun: "teacher" | "member", id: string) {
  expect(eraseStaff(actor, noun, id)).toEqual({ ok: true })
  let steps = 0
  for (const erasure of rowsOf(erasures, { schoolId: actor.school.id }))
    while (await continueErasure(actor, erasure.id)) steps += 1
  return steps
}

/** A lesson with attendance in September, and its pay, approved and, if so, locked. */
function teachAndApprove({ isLocked = true } = {}) {
  agreePayRate(actor, marcus.teacherId, { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01" })
  const { teacherId } = marcus
  const opened = openClass(actor, {
    class: { name: "Guitar with Marcus Whitfield", kind: "group", teacherId },
    pupils: ["Milo Haddad"],
  })
  const sessionId = addSessionRow(actor, opened.classId, "2026-09-08", { teacherId })
  at("2026-09-20")
  const marks = opened.studentIds.map((studentId) => ({
    studentId,
    code: "present" as const,
    minutesLate: null,
  }))
  expect(takeRegister({ ...marcus.actor }, sessionId, { marks }).ok).toBe(true)
  at("2026-10-02")
  const { totalMinor } = findPay(actor, teacherId, september)
  expect(approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor: totalMinor }).ok).toBe(true)
  if (isLocked) expect(lockPay(actor, september)).toMatchObject({ locked: 1 })
  return { ...opened, sessionId }
}

const slips = () => rowsOf(paySlips, { schoolId: actor.school.id })

describe("a teacher", () => {
  test("is erased only once they left, with no lesson to come and no open payslip", () => {
    expect(obstacles()).toEqual([expect.stringContaining("is active")])
    expect(eraseStaff(actor, "teacher", marcus.teacherId)).toBeRefused("not-yet")
    const { classId } = teachAndApprove({ isLocked: false })
    leave()
    expect(obstacles()).toEqual([expect.stringContaining("1 payslip of this teacher is approved")])
    lockPay(actor, september)
    expect(obstacles()).toEqual([])
    addSessionRow(actor, classId, "2026-11-10", { teacherId: marcus.teacherId })
    expect(obstacles()).toEqual([expect.stringContaining("lessons to give")])
    const other = openSchool({ name: "Crescendo Academy" }).actor
    expect(previewStaff(other, "teacher", marcus.teacherId)).toBeUndefined()
    expect(eraseStaff(other, "teacher", marcus.teacherId)).toBeRefused("not-found")
    expect(eraseStaff(actor, "member", marcus.memberId)).toBeRefused("not-found")
  })

  test("leaves no name, email or file anywhere; lessons, figures and messages stay", async () => {
    const { classId, sessionId } = teachAndApprove()
    const theirs = marcus.actor
    const fileId = randomUUID()
    addRows(files, {
      ...{ id: fileId, userId: marcus.userId, schoolId: actor.school.id, purpose: "message-file" },
      ...{ contentType: "image/png", byteSize: 5, createdAt: testNow },
    })
    const talk = startConversation(theirs, {
      to: "office",
      subject: "The concert",
      body: "See you there. Marcus Whitfield",
      shown: -1,
    })
    if (!talk.ok) throw new Error(talk.reason)
    changeRows(messages, { conversationId: talk.conversationId }, { fileId, fileName: "Marcus.png" })
    changeRows(conversations, { id: talk.conversationId }, { audience: "all of Marcus Whitfield’s students" })
    addRows(calendarFeeds, { ...newRow(actor), memberId: marcus.memberId, tokenHash: randomUUID() })
    const field = newRow(actor)
    addRows(customFields, {
      ...field,
      noun: "teacher",
      name: "Nickname",
      kind: "text",
      audience: "office",
      position: 1,
    })
    addRows(customValues, {
      ...newRow(actor),
      fieldId: field.id,
      subjectId: marcus.teacherId,
      value: "Marcus W.",
    })
    addRows(timeOff, {
      ...{ ...newRow(actor), teacherId: marcus.teacherId, startsOn: "2026-09-14", endsOn: "2026-09-15" },
      reason: "Secret illness",
    })
    inAct(recordEvent)(theirs, "teacher.add", newRow(actor).id, { after: { name: "Ada Bell" } })
    const known = JSON.stringify({
      className: "Guitar with Marcus Whitfield",
      teacherName: "Marcus Whitfield",
    })
    addRows(readerUpdates, [
      { ...newRow(actor), sessionId, reader: marcus.email, known: "{}" },
      { ...newRow(actor), sessionId, reader: "ada@bell.example", known, why: "Marcus Whitfield is ill" },
    ])
    leave()
    const person = ["Marcus", marcus.email, "Secret illness"]
    const before = placesOf(...person)
    for (const place of [
      ...["teachers.name", "pay_slips.teacher_name", "events.actor_name", "events.after", "emails.data"],
      ...["messages.author_name", "messages.body", "messages.file_name", "participants.name"],
      ...["told.reader", "told.known", "told.why"],
      ...["conversations.audience", "classes.name", "custom_values.value", "time_off.reason"],
    ])
      expect(before, place).toContain(place)
    const [slip] = slips()
    expect(await eraseWholly("teacher", marcus.teacherId)).toBeGreaterThan(10)
    expect(placesOf(...person)).toEqual([])
    expect(slips()).toEqual([{ ...slip, teacherName: "Former teacher" }])
    expect(findPay(actor, marcus.teacherId, september).totalMinor).toBe(slip?.totalMinor)
    expect(rowOf(classes, { id: classId })?.name).toBe("Guitar with Former teacher")
    expect(rowOf(messages, { conversationId: talk.conversationId })).toMatchObject({
      authorName: "Former teacher",
      body: "See you there. Former teacher",
      fileId: null,
      fileName: null,
    })
    expect(rowOf(files, { id: fileId })).toBeUndefined()
    expect(rowOf(users, { id: marcus.userId })).toMatchObject({
      ...{ name: "Former teacher", email: null, passwordHash: null },
    })
    expect(rowsOf(signIns, { memberId: marcus.memberId })).toEqual([])
    expect(rowsOf(calendarFeeds, { memberId: marcus.memberId })).toEqual([])
    expect(listFormerTeachers(actor)).toEqual([])
    expect(reactivateTeacher(actor, marcus.teacherId)).toBeRefused("not-found")
    expect(eraseStaff(actor, "teacher", marcus.teacherId)).toBeRefused("not-found")
    expect(sessionId).toBeTruthy()
  })

  test("whose namesake works here keeps the other one’s name everywhere", async () => {
    teachAndApprove()
    const twin = addMember(actor, "teacher", "Marcus Whitfield")
    inAct(recordEvent)(twin.actor, "teacher.add", newRow(actor).id, { after: { name: "Ada" } })
    leave()
    await eraseWholly("teacher", marcus.teacherId)
    expect(rowOf(teachers, { id: twin.teacherId })?.name).toBe("Marcus Whitfield")
    expect(placesOf("Marcus Whitfield")).toContain("events.actor_name")
    expect(slips()[0]?.teacherName).toBe("Former teacher")
    expect(placesOf(marcus.email)).toEqual([])
  })

  test("keeps a login that another school or a family has, and only that", async () => {
    const other = openSchool({ name: "Crescendo Academy" }).actor
    const there = newRow(other)
    addRows(members, { ...there, userId: marcus.userId, role: "teacher" })
    leave()
    await eraseWholly("teacher", marcus.teacherId)
    expect(rowOf(users, { id: marcus.userId })).toMatchObject({
      ...{ name: "Marcus Whitfield", email: marcus.email },
    })
    const here = rowOf(members, { id: marcus.memberId })
    expect(here?.userId).not.toBe(marcus.userId)
    expect(here?.deactivatedAt).not.toBeNull()
    expect(listTeam(actor).map(({ name }) => name)).toEqual(["Ruth Castellano"])
    expect(placesOf("Marcus")).toEqual([])

    const judith = addMember(actor, "teacher", "Judith Lang")
    const { guardianIds } = openFamily(actor)
    const [guardianId = ""] = guardianIds
    changeRows(guardians, { id: guardianId }, { memberId: judith.memberId })
    expect(deactivateTeacher(actor, judith.teacherId, new Map()).ok).toBe(true)
    expect(previewStaff(actor, "teacher", judith.teacherId)?.stays[0]?.what).toContain("The login")
    await eraseWholly("teacher", judith.teacherId)
    expect(rowOf(members, { id: judith.memberId })).toMatchObject({
      ...{ role: "student", rights: "", deactivatedAt: null, erasedAt: null },
    })
    expect(rowOf(teachers, { id: judith.teacherId })).toMatchObject({
      ...{ name: "Former teacher", memberId: null },
    })
  })
})

describe("a member of the team", () => {
  test("is erased with their invitation; what they approved and closed stays as a former member’s", async () => {
    const iris = addMember(actor, "office", "Iris Fontaine")
    addRows(staffInvitations, {
      ...newRow(actor),
      name: "Iris F.",
      email: "iris@private.example",
      memberId: iris.memberId,
    })
    addRows(bookClosings, {
      ...{ ...newRow(actor), kind: "close", closedThrough: "2026-08-31" },
      ...{ memberId: iris.memberId, memberName: "Iris Fontaine" },
    })
    teachAndApprove({ isLocked: false })
    changeRows(
      paySlips,
      { schoolId: actor.school.id },
      { approvedBy: iris.memberId, approvedName: "Iris Fontaine" },
    )
    expect(lockPay(iris.actor, september)).toMatchObject({ locked: 1 })
    const [slip] = slips()
    expect(slip?.lockedName).toBe("Iris Fontaine")
    const rename = () => changeRows(paySlips, undefined, { lockedName: "Ada" })
    expect(rename).toThrow("frozen")
    inAct(recordEvent)(iris.actor, "teacher.add", newRow(actor).id, { after: { name: "Ada" } })
    expect(placesOf("Iris")).toContain("events.actor_name")
    expect(previewStaff(actor, "member", iris.memberId)?.obstacles).toEqual([])
    await eraseWholly("member", iris.memberId)
    expect(placesOf("Iris", "iris@private.example", iris.email)).toEqual([])
    expect(rowOf(bookClosings, { memberId: iris.memberId })).toMatchObject({
      memberName: "Former member",
    })
    expect(listTeam(actor).map(({ name }) => name)).toEqual(
      ["Marcus Whitfield", "Ruth Castellano"].sort().reverse(),
    )
  })

  test("who is the administrator can’t be erased; one who handed the account over can", () => {
    const memberId = actor.memberId ?? ""
    expect(previewStaff(actor, "member", memberId)).toBeUndefined()
    const former = addMember(actor, "admin", "Petra Olsson")
    expect(previewStaff(actor, "member", former.memberId)).toBeUndefined()
    changeRows(members, { id: former.memberId }, { deactivatedAt: testNow })
    expect(previewStaff(actor, "member", former.memberId)?.name).toBe("Petra Olsson")
    expect(eraseStaff(actor, "member", former.memberId)).toEqual({ ok: true })
  })
})
