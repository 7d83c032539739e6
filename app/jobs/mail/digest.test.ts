import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { chooseOwn } from "~/models/foundation/notification-preferences/choices.server"
import { noteDelivered } from "~/models/foundation/outbox/delivery.server"
import { takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import {
  type LeasedMail,
  leaseMail,
  pullForwardMail,
  queueMail,
  recordMailSent,
} from "~/models/foundation/outbox/outbox.server"
import { wordLetter } from "~/models/foundation/outbox/wording.server"
import { changeGuardians, listGuardians } from "~/models/people/family/family.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { tellLessons } from "~/models/teaching/session/compose-updates.server"
import { letterTexts } from "~/texts/foundation/letters"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../tests/support/clock"
import { openPayingFamily } from "../../../tests/support/family"
import { inAct } from "../../../tests/support/in-act"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../../tests/support/lessons"
import { changeRows, removeRows, rowOf, rowsOf } from "../../../tests/support/school"
import { composeMail } from "./compose-mail.server"

// A guardian gets notes, messages and changes once a day, at 5 PM. It is 3:10 PM.

const minute = 60_000
const at5pm = testNow + 110 * minute
let family: ReturnType<typeof openPayingFamily>
let to = ""

beforeEach(() => {
  family = openPayingFamily()
  removeRows(emails)
  to = rowOf(guardians, { id: family.guardianIds[0] ?? "" })?.email ?? ""
  chooseOwn(family.guardian.actor, {
    changes: { email: "daily", text: "off", push: "off" },
    messages: { email: "daily", push: "off" },
  })
})

const message = (subject: string, { heldFor }: { heldFor?: string } = {}) =>
  inAct(queueMail)({
    template: "new-message",
    schoolId: family.school.school.id,
    recipient: to,
    ...(heldFor ? { heldFor, dueAt: testNow } : {}),
    data: {
      schoolName: "Harmony School of Music",
      recipientName: "Nadia Haddad",
      authorName: "Marcus",
      subject,
      body: "See you soon.",
      conversationId: "018f0000-0000-7000-8000-000000000000",
      hasPages: true,
      answerTo: null,
    },
  })
const rows = () => rowsOf(emails, { recipient: to }, { by: ["createdAt", "id"] })
const states = () => rows().map(({ template, state }) => `${template} ${state}`)

function lease(): LeasedMail | undefined {
  const mail = leaseMail()
  if (mail) recordMailSent(mail.id, `provider ${mail.id}`)
  return mail
}

test("a daily email says its subject and opening as the school wrote them", async () => {
  const words = { subject: "News of {school}", body: "Dear {recipient}, this is new:" }
  const standard = { subject: letterTexts.daily.subject, body: letterTexts.daily.body }
  expect(wordLetter(family.school, "daily", words, standard)).toBe(true)
  message("Strings")
  expect(leaseMail()).toBeUndefined()
  fixClock(at5pm)
  const mail = leaseMail()
  if (!mail) throw new Error("No daily email")
  const { subject, text } = await composeMail(mail)
  expect(subject).toBe("News of Harmony School of Music")
  expect(text).toMatch(/Dear .*, this is new:/)
  expect(text).toContain("Strings")
  expect(text).not.toContain("since your last daily email")
})

test("what is chosen once a day leaves in one email at its hour, and nothing is in both", async () => {
  message("Strings")
  message("Recital")
  expect(lease()).toBeUndefined()
  expect(states()).toEqual(["new-message gathered", "new-message gathered"])
  fixClock(at5pm - 1)
  expect(leaseMail()).toBeUndefined()
  fixClock(at5pm)
  const mail = leaseMail()
  expect(mail?.template).toBe("digest")
  if (!mail) return
  const { subject, text, html, headers } = await composeMail(mail)
  expect(subject).toBe("Harmony School of Music: 2 updates")
  expect(text).toMatch(/MESSAGES\n\nStrings\nMarcus wrote:\nSee you soon\.\nRead and reply: .*\n\nRecital/)
  expect(html).toContain("<b>Recital</b>")
  expect(headers["List-Unsubscribe"]).toMatch(/^<.*\/unsubscribe\/.*\.daily\..*>$/)
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click")
  // Killed before it was said to have left, its parts haven't either; the same email goes again under its key.
  expect(states()).toEqual(["new-message gathered", "new-message gathered", "digest queued"])
  fixClock(at5pm + 3 * minute)
  expect(leaseMail()?.id).toBe(mail.id)
  recordMailSent(mail.id, "provider 1")
  expect(states()).toEqual(["new-message sent", "new-message sent", "digest sent"])
  noteDelivered(mail.id)
  expect(rows().map(({ outcome }) => outcome)).toEqual(["delivered", "delivered", "delivered"])
  fixClock(at5pm + 24 * 60 * minute)
  expect(leaseMail()).toBeUndefined()
})

test("what is undone before its hour is taken out, and an empty one isn’t sent", () => {
  message("Strings", { heldFor: "an act" })
  message("Recital", { heldFor: "another act" })
  expect(lease()).toBeUndefined()
  expect(inAct(takeMailBack)(family.school.school.id, "an act")).toBe(1)
  expect(states()).toEqual(["new-message gathered"])
  inAct(takeMailBack)(family.school.school.id, "another act")
  fixClock(at5pm)
  expect(leaseMail()).toBeUndefined()
  expect(rows()).toEqual([])
})

test("who turned it all off since gets none; who wants it at once again gets what waited", () => {
  message("Strings")
  lease()
  chooseOwn(family.guardian.actor, { messages: { email: "off" } })
  fixClock(at5pm)
  expect(leaseMail()).toBeUndefined()
  expect(rows()).toEqual([])
})

test("a lesson that is canceled and restored before the hour is in none; one that begins soon is told at once", () => {
  const { school, studentIds } = family
  const teacherId = addTeacherRow(school, "Marcus Whitfield")
  const classId = addClassRow(school, { name: "Guitar", kind: "group", capacity: 4, teacherId })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  const later = addSessionRow(school, classId, "2026-11-25", { teacherId, startTime: "16:00" })
  const today = addSessionRow(school, classId, "2026-11-18", { teacherId, startTime: "18:00" })
  const changes = () => rowsOf(emails, { recipient: to, template: "session-changed" })
  cancelSession(school, later, "Marcus is ill")
  fixClock(testNow + 3 * minute)
  inAct(tellLessons)(school)
  expect(changes()).toEqual([])
  expect(restoreSession(school, later).ok).toBe(true)
  fixClock(testNow + 6 * minute)
  inAct(tellLessons)(school)
  expect(changes()).toEqual([])
  cancelSession(school, later, "The hall is flooded")
  fixClock(testNow + 9 * minute)
  inAct(tellLessons)(school)
  expect(changes()).toEqual([])
  fixClock(at5pm - 10 * minute)
  inAct(tellLessons)(school)
  expect(changes()).toHaveLength(1)
  expect(lease()).toBeUndefined()
  fixClock(at5pm)
  expect(lease()?.template).toBe("digest")
  cancelSession(school, today, "The hall is flooded")
  fixClock(at5pm + 3 * minute)
  inAct(tellLessons)(school)
  expect(lease()?.template).toBe("session-changed")
})

test("at night an email that can wait does, and one about a lesson this morning doesn’t", () => {
  chooseOwn(family.guardian.actor, { messages: { email: "now" } })
  fixClock(testNow + 7 * 60 * minute)
  message("Strings")
  expect(leaseMail()).toBeUndefined()
  const [row] = rows()
  expect([row?.state, (row?.dueAt ?? 0) - testNow]).toEqual(["queued", 950 * minute])
  inAct(queueMail)({
    template: "session-changed",
    schoolId: family.school.school.id,
    recipient: to,
    soonestAt: testNow + 17 * 60 * minute,
    data: {
      schoolName: "Harmony School of Music",
      recipientName: "Nadia Haddad",
      change: "cancelled",
      lessons: [["Thu, Nov 19, 8:00 AM", "Otis: Guitar"]],
      reason: null,
      forTeacher: false,
    },
  })
  expect(lease()?.template).toBe("session-changed")
  expect(leaseMail()).toBeUndefined()
  fixClock(testNow + 950 * minute)
  expect(lease()?.template).toBe("new-message")
})

test("one whose try ended unknown is given up with all that is in it", () => {
  message("Strings")
  expect(leaseMail()).toBeUndefined()
  fixClock(at5pm)
  expect(leaseMail()?.template).toBe("digest")
  fixClock(at5pm + 21 * 60 * minute)
  expect(leaseMail()).toBeUndefined()
  expect(states()).toEqual(["new-message failed", "digest dead"])
  expect(rows()[0]?.lastError).toBe("daily email given up")
})

test("what was gathered while the clock was ahead waits for today’s, not for that day’s", () => {
  fixClock(testNow + 30 * 24 * 60 * minute)
  message("Strings")
  expect(leaseMail()).toBeUndefined()
  fixClock(testNow)
  expect([pullForwardMail(), states()]).toEqual([1, ["new-message queued"]])
  expect(leaseMail()).toBeUndefined()
  expect(rows().map(({ state, dueAt }) => [state, dueAt])).toEqual([["gathered", at5pm]])
})

test("what its reader turns off while it waits for the morning isn’t sent", () => {
  chooseOwn(family.guardian.actor, { messages: { email: "now" } })
  fixClock(testNow + 7 * 60 * minute)
  message("Strings")
  expect(leaseMail()).toBeUndefined()
  expect(states()).toEqual(["new-message queued"])
  chooseOwn(family.guardian.actor, { messages: { email: "off" } })
  fixClock(testNow + 950 * minute)
  expect(leaseMail()).toBeUndefined()
  expect(rows()).toEqual([])
})

test("what waits goes to a reader’s new address, and stays where someone else is reached at the old one", () => {
  const { school, studentIds, familyId } = family
  const teacherId = addTeacherRow(school, "Marcus Whitfield")
  const classId = addClassRow(school, { name: "Guitar", kind: "group", capacity: 4, teacherId })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  cancelSession(
    school,
    addSessionRow(school, classId, "2026-11-25", { teacherId, startTime: "16:00" }),
    "Ill",
  )
  message("Strings")
  expect(leaseMail()).toBeUndefined()
  const readAt = (email: string) => {
    const entries = listGuardians(school, [familyId]).map(({ id, name, payerShare, seesMoney, ...each }) => ({
      ...{ id, name, payerShare, seesMoney, remove: false },
      email: id === family.guardianIds[0] ? email : (each.email ?? undefined),
    }))
    expect(inAct(changeGuardians)(school, familyId, entries).ok).toBe(true)
  }
  const old = to
  to = "new@haddad.example"
  readAt(to)
  expect(states()).toEqual(["new-message gathered"])
  fixClock(at5pm - 10 * minute)
  inAct(tellLessons)(school)
  expect(states()).toEqual(["new-message gathered", "session-changed queued"])
  expect(rowsOf(emails, { recipient: old })).toEqual([])
  changeRows(students, { id: studentIds[0] ?? "" }, { email: to })
  readAt(old)
  expect(states()).toHaveLength(2)
})
