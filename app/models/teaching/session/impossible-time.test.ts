import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { NewClassForm, RuleForm } from "~/models/teaching/class/class-form"
import { slotMessages } from "~/texts/teaching/refusals"
import { addClassRow } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { bookTrial } from "../trial-lesson/book-trial.server"
import { addSession, moveSession } from "./move-session.server"
import { findSession } from "./session-list.server"
import { checkMove } from "./slot-check.server"
import { endsByMidnight } from "./within-day"

// The school is in New York, where clocks go from 2 to 3 AM on March 14, 2027.

let actor: Actor
let classId: string

beforeEach(() => {
  actor = openSchool().actor
  classId = addClassRow(actor, { name: "Guitar" })
})

const slot = (date: string, startTime: string) => ({ date, startTime, teacherId: null, roomId: null })
const add = (date: string, startTime: string, minutes: number) =>
  addSession(actor, { classId, date, startTime, minutes })
const told = (answer: ReturnType<typeof moveSession> | ReturnType<typeof addSession>) =>
  answer.ok ? {} : slotMessages(answer).messages
function lesson() {
  return orFail(add("2027-03-10", "16:00", 45)).sessionId
}

test("a lesson past midnight is neither added nor moved there, and one that ends at midnight is", () => {
  const id = lesson()
  expect(told(add("2027-03-12", "23:45", 30))).toEqual({ startTime: endsByMidnight })
  expect(told(moveSession(actor, id, slot("2027-03-12", "23:30")))).toEqual({ startTime: endsByMidnight })
  expect(findSession(actor, id)?.startTime).toBe("16:00")
  const session = findSession(actor, id)
  if (!session) throw new Error("No lesson")
  const dragged = { ...slot("2027-03-10", "16:00"), minutes: 9 * 60 }
  expect(checkMove(actor, session, dragged).refusal).toContain("ends by midnight")
  expect(moveSession(actor, id, slot("2027-03-12", "23:15")).ok).toBe(true)
  expect(moveSession(actor, id, { ...slot("2027-03-12", "23:15"), minutes: 60 }).ok).toBe(false)
})

test("a time that the clocks skip doesn’t exist on that day alone", () => {
  const message = "The clocks change then: 2:15 AM doesn’t exist on Mar 14. Choose another time."
  expect(told(add("2027-03-14", "02:15", 30))).toEqual({ startTime: message })
  expect(told(moveSession(actor, lesson(), slot("2027-03-14", "02:15")))).toEqual({ startTime: message })
  expect(add("2027-03-14", "03:15", 30).ok).toBe(true)
  expect(add("2027-03-15", "02:15", 30).ok).toBe(true)
})

test("a day that no one plans for yet is refused beside the date", () => {
  const message = "Enter a date within the next 5 years."
  expect(told(add("2126-12-05", "16:00", 30))).toEqual({ date: message })
  expect(told(moveSession(actor, lesson(), slot("2036-12-05", "16:00")))).toEqual({ date: message })
  expect(add("2031-11-18", "16:00", 30).ok).toBe(true)
})

test("a day more than a year ago is refused beside the date, for a trial, too", () => {
  const message = "That date is more than a year ago. Enter a later one."
  expect(told(add("2020-12-05", "16:00", 30))).toEqual({ date: message })
  expect(told(moveSession(actor, lesson(), slot("2020-12-05", "16:00")))).toEqual({ date: message })
  const trial = { firstName: "Nadia", instrument: "Guitar", startTime: "16:00", minutes: 30 }
  const booked = bookTrial(actor, { ...trial, date: "2020-12-05" })
  expect(!booked.ok && booked.reason === "impossible-time" && slotMessages(booked).messages).toEqual({
    date: message,
  })
  expect(bookTrial(actor, { ...trial, date: "2026-11-04" }).ok).toBe(true)
  expect(add("2025-12-05", "16:00", 30).ok).toBe(true)
})

test("a weekly time past midnight is refused beside its start, rotating times too", () => {
  const rule = { weekdays: ["2"], startTime: "23:30", minutes: "45", startsOn: "2027-01-05" }
  const problems = (form: {
    success: boolean
    error?: { issues: { path: PropertyKey[]; message: string }[] }
  }) => form.error?.issues.map(({ path, message }) => [path.join(), message]) ?? []
  const past = [["startTime", endsByMidnight]]
  const facts = { name: "Guitar", kind: "private", capacity: "1" }
  expect(problems(RuleForm.safeParse(rule))).toEqual(past)
  expect(problems(NewClassForm.safeParse({ ...facts, ...rule }))).toEqual(past)
  expect(problems(RuleForm.safeParse({ ...rule, startTime: "16:00", rotation: ["23:30"] }))).toEqual(past)
  expect(problems(RuleForm.safeParse({ ...rule, startTime: "23:15" }))).toEqual([])
})
