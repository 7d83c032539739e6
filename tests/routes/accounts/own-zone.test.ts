import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { findUser, forgetUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { startTask } from "~/models/foundation/task/run-task.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { tellEnding } from "~/models/teaching/class/ending-letters.server"
import { askFamilies } from "~/models/teaching/roll-over/remind-renewals.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { queueUpdatesOfKey } from "~/models/teaching/session/reader-updates.server"
import { offerSpot } from "~/models/teaching/waiting-list/offer-spot.server"
import { joinWaitingList, listWaiting } from "~/models/teaching/waiting-list/waiting-list.server"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { inAct } from "../../support/in-act"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
} from "../../support/lessons"
import { addMember, addRows, changeRows, removeRows, rowOf, rowsOf } from "../../support/school"
import { onceTold, sendTold } from "../../support/told"

// Someone of a family who is in another time zone than the school.

const page = "/settings/profile"
const choose = (by: Browser, timeZone: string) => by.submit(page, { intent: "zone", timeZone })

const listChanges = (school: Actor) =>
  onceTold(school, () =>
    rowsOf(
      emails,
      { schoolId: school.school.id, template: "session-changed" },
      { by: ["createdAt", "id"] },
    ).map(({ recipient, data }) => ({ recipient, data: JSON.parse(data) as MailData["session-changed"] })),
  )

async function openLesson() {
  const { school, studentIds, guardian } = openPayingFamily()
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar" })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  const otis = studentIds[0] ?? ""
  const sessionId = addSessionRow(school, classId, "2026-11-25", { startTime: "16:00" })
  return { school, guardian, sessionId, otis, browser: await Browser.of(guardian.userId) }
}

test("reads their own time beside the school’s at home, in the list and on the lesson’s page", async () => {
  const { browser, sessionId, otis } = await openLesson()
  expect(await browser.read(page)).toContain("Your school’s, America/New York")
  const month = "/student/schedule?view=month&date=2026-11-25"
  const places = [`/student/dashboard?child=${otis}`, "/student/schedule", `/student/schedule/${sessionId}`]
  for (const at of places) expect(await browser.read(at), at).not.toContain(" in Berlin")
  expect((await choose(browser, "Europe/Berlin")).status).toBe(303)
  expect(await browser.read(page)).toContain("Time zone Europe/Berlin")
  for (const at of places) {
    const text = await browser.read(at)
    expect(text, at).toContain("10:00 PM in Berlin")
    expect(text, at).toContain("4:00 to 5:00 PM")
  }
  expect(await browser.read(month)).toContain("4:00 PM (10:00 PM in Berlin)")
  await choose(browser, "")
  for (const at of [...places, month]) expect(await browser.read(at), at).not.toContain(" in Berlin")
})

test("reads it in emails about lessons; who has none reads the school’s", async () => {
  const { browser, school, guardian, sessionId } = await openLesson()
  const email = findUser(guardian.userId)?.email ?? ""
  const ada = addMember(school, "teacher", "Ada Quill")
  changeRows(sessions, { id: sessionId }, { teacherId: ada.teacherId })
  changeRows(teachers, { id: ada.teacherId }, { email: "ada@otis.example" })
  await choose(browser, "Europe/Berlin")
  const teacher = await Browser.of(ada.userId)
  expect(await teacher.read(page)).toContain("Emails about your lessons show your own time")
  await choose(teacher, "Asia/Tokyo")
  const to = { date: "2026-11-26", startTime: "10:00", teacherId: ada.teacherId, roomId: null }
  expect(moveSession(school, sessionId, to).ok).toBe(true)
  const mails = listChanges(school)
  const mailTo = (recipient: string) =>
    mails.find((mail) => mail.recipient === recipient)?.data.lessons[0]?.join(": ")
  expect(mailTo(email)).toContain("Wed, Nov 25, 4:00 PM (10:00 PM in Berlin)")
  expect(mailTo(email)).toContain("now Thu, Nov 26, 10:00 AM (4:00 PM in Berlin)")
  expect(mailTo("ada@otis.example")).toContain("now Thu, Nov 26, 10:00 AM (Fri, Nov 27, 12:00 AM in Tokyo)")
  await choose(browser, "")
  await choose(teacher, "")
  expect(moveSession(school, sessionId, { ...to, startTime: "11:00" }).ok).toBe(true)
  for (const { data } of listChanges(school).slice(mails.length))
    expect(JSON.stringify(data)).not.toContain(" in ")
})

test("reads it beside the weekly times of an offer, a new term and a class that ends", async () => {
  const { browser, school, guardian, otis } = await openLesson()
  await choose(browser, "Europe/Berlin")
  const email = findUser(guardian.userId)?.email ?? ""
  const times = "Wed 4:00 PM, weekly (most weeks 10:00 PM in Berlin)"
  const classId = addClassRow(school, { name: "Youth choir", kind: "group", capacity: 1 })
  const inside = addEnrollmentRow(school, classId, addStudentRow(school, "Ada", "Quill"))
  const scheduleId = addScheduleRow(school, classId)
  addScheduleRow(school, classId, { rrule: "FREQ=WEEKLY;BYDAY=FR" })
  expect(joinWaitingList(school, classId, [otis])).toEqual({ ok: true })
  removeRows(enrollments, { id: inside })
  expect(offerSpot(school, classId, listWaiting(school, classId)[0]?.id ?? "").ok).toBe(true)
  addEnrollmentRow(school, classId, otis)
  const taskId = startTask(school, { kind: "roll-over-classes", about: {}, items: [] })
  const spring = { termName: "Spring", startsOn: "2027-01-04", answerBy: "2026-12-20" }
  const asked = { ...newRow(school), taskId, classId, studentId: otis, ...spring }
  addRows(renewals, asked)
  inAct(askFamilies)(school, taskId, [asked])
  inAct(queueUpdatesOfKey)(school, taskId)
  const ended = endWithUndo(school, classId, {
    scheduleId,
    lastDay: "2026-12-02",
    reason: "Too few",
  } as never)
  expect(tellEnding(school, classId, ended.ok ? ended.endingId : "")?.reached).toHaveLength(1)
  sendTold(school)
  const dataOf = (template: "place-offered" | "next-term" | "class-ended") =>
    rowOf(emails, { schoolId: school.school.id, template, recipient: email })?.data
  expect(dataOf("place-offered")).toContain(times)
  expect(dataOf("next-term")).toContain(times)
  expect(dataOf("class-ended")).toContain(`"part":"${times}"`)
  expect(dataOf("class-ended")).toContain("Fri 4:00 PM, weekly (most weeks 10:00 PM in Berlin)")
})

test("can’t choose what is no zone; erasing a login forgets it", async () => {
  const { browser, guardian } = await openLesson()
  await expect(choose(browser, "Middle/Earth")).toAnswer(400, "Choose a time zone.")
  await choose(browser, "Europe/Berlin")
  forgetUser(guardian.userId, "Former guardian")
  expect(findUser(guardian.userId)?.timeZone).toBeNull()
})
