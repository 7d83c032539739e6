import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { arrangeAbsence } from "~/models/attendance/absence/arrange-absence.server"
import { tellArranged } from "~/models/attendance/absence/tell-arranged.server"
import { addGuests, findGuests, removeGuest } from "~/models/attendance/guest/guests.server"
import { listFeedEvents } from "~/models/exchange/calendar-feed/calendar-feed.server"
import { chooseOwn } from "~/models/foundation/notification-preferences/choices.server"
import { type LeasedMail, leaseMail, recordMailSent } from "~/models/foundation/outbox/outbox.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { tellLessons } from "~/models/teaching/session/compose-updates.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../tests/support/clock"
import { openPayingFamily } from "../../../tests/support/family"
import { inAct } from "../../../tests/support/in-act"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../../tests/support/lessons"
import { changeRows, removeRows } from "../../../tests/support/school"
import { composeMail } from "./compose-mail.server"
import { calendarFileOf } from "./mail-paper.server"

// Otis has guitar with Marcus on Wednesday, November 25, at 4. Today is Wednesday, November 18, 3:10 PM.

const minute = 60_000
let family: ReturnType<typeof openPayingFamily>
let marcus: string
let lesson: string
let clock: number

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  marcus = addTeacherRow(school, "Marcus Whitfield")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  const classId = addClassRow(school, { name: "Guitar", kind: "private", teacherId: marcus })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  removeRows(emails)
  clock = testNow
})

const slot = { date: "2026-11-25", startTime: "16:00", minutes: 60, roomId: null }

/** The events in the files of the letters that leave in time, by whether they are to a teacher. */
async function filesAfter(waitMs = 3 * minute) {
  clock += waitMs
  fixClock(clock)
  const { school } = family
  inAct(tellLessons)(school)
  inAct(tellArranged)(school)
  const files: Record<"family" | "teacher", string[]> = { family: [], teacher: [] }
  for (let mail: LeasedMail | undefined = leaseMail(); mail; mail = leaseMail()) {
    recordMailSent(mail.id, `provider ${mail.id}`)
    const { attachments = [] } = await composeMail(mail)
    const file = attachments.find(({ filename }) => filename === "lessons.ics")
    const text = Buffer.from(file?.content ?? "", "base64")
      .toString()
      .replaceAll("\r\n ", "")
    files[mail.recipient.startsWith("marcus") ? "teacher" : "family"].push(
      ...[...text.matchAll(/^(UID|SEQUENCE|DTSTART|STATUS|SUMMARY):(.*)$/gm)].map(([line]) => line.trim()),
    )
  }
  return files
}

/** The same of a family's calendar feed. */
const inFeed = () =>
  listFeedEvents(family.guardian.actor).events.flatMap(({ uid, sequence }) => [
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
  ])
const numberIn = (lines: string[]) => Number(lines.find((line) => line.startsWith("SEQUENCE"))?.slice(9))

test("a moved, canceled and restored lesson comes as a file for the calendar, which knows it by the feed’s UID", async () => {
  const { school } = family
  expect(moveSession(school, lesson, { ...slot, startTime: "17:00", teacherId: marcus }).ok).toBe(true)
  const moved = await filesAfter()
  expect(moved.family).toEqual(expect.arrayContaining([...inFeed(), "DTSTART:20261125T220000Z"]))
  expect(moved.family).toContain("STATUS:CONFIRMED")
  expect(moved.teacher).toEqual(
    expect.arrayContaining([`UID:${lesson}@tutti`, "SUMMARY:Guitar (Otis Haddad)"]),
  )
  cancelSession(school, lesson, "Marcus is ill")
  const canceled = await filesAfter()
  expect(canceled.family).toEqual(
    expect.arrayContaining([...inFeed(), "STATUS:CANCELLED", "SUMMARY:Canceled: Otis Haddad: Guitar"]),
  )
  expect(numberIn(canceled.family)).toBeGreaterThan(numberIn(moved.family))
  expect(restoreSession(school, lesson).ok).toBe(true)
  const restored = await filesAfter()
  expect(restored.family).toEqual(expect.arrayContaining([...inFeed(), "STATUS:CONFIRMED"]))
  expect(numberIn(restored.family)).toBeGreaterThan(numberIn(canceled.family))
})

test("the daily email has those of its parts, and a teacher who no longer gives a lesson has it canceled", async () => {
  const { school, guardian } = family
  chooseOwn(guardian.actor, { changes: { email: "daily", text: "off", push: "off" } })
  const anna = addTeacherRow(school, "Anna Okafor")
  moveSession(school, lesson, { ...slot, teacherId: anna })
  const now = await filesAfter()
  expect(now.teacher).toContain("STATUS:CANCELLED")
  expect(now.family).toEqual([])
  expect((await filesAfter(97 * minute)).family).toEqual([])
  expect((await filesAfter(10 * minute)).family).toEqual(
    expect.arrayContaining([...inFeed(), "STATUS:CONFIRMED"]),
  )
})

test("a lesson that is arranged while its teacher is away comes as one, too", async () => {
  const { school } = family
  const off = recordTimeOff(school, marcus, { startsOn: "2026-11-25", endsOn: "2026-11-25", reason: null })
  if (!off.ok) throw new Error(off.reason)
  arrangeAbsence(school, off.timeOffId, {
    choices: { [lesson]: { choice: "move", at: "2026-11-27 10:00" } },
    formKey: "one",
  })
  const { family: theirs } = await filesAfter()
  expect(theirs).toEqual(expect.arrayContaining([...inFeed(), "DTSTART:20261127T150000Z"]))
})

test("a guest spot that is canceled and given again has a higher number each time, in the files as in the feed", async () => {
  const { school, studentIds } = family
  const [otis = ""] = studentIds
  const classId = addClassRow(school, { name: "Choir", kind: "group", capacity: 5, teacherId: marcus })
  const choir = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "18:00" })
  const numberInFeed = () =>
    listFeedEvents(family.guardian.actor).events.find(({ uid }) => uid.startsWith(choir))?.sequence
  const wish = { students: [otis], isFree: true }
  expect(addGuests(school, choir, wish).ok).toBe(true)
  const first = await filesAfter()
  expect(first.family).toEqual(expect.arrayContaining([`UID:${choir}-${otis}@tutti`, "STATUS:CONFIRMED"]))
  // The teacher has the lesson under its own name.
  expect(first.teacher).toEqual([])
  expect(numberIn(first.family)).toBe(numberInFeed())
  removeGuest(school, choir, findGuests(school, choir)?.guests[0]?.seatId ?? "")
  const gone = await filesAfter()
  expect(gone.family).toContain("STATUS:CANCELLED")
  expect(numberIn(gone.family)).toBeGreaterThan(numberIn(first.family))
  addGuests(school, choir, wish)
  const again = await filesAfter()
  expect(again.family).toContain("STATUS:CONFIRMED")
  expect(numberIn(again.family)).toBeGreaterThan(numberIn(gone.family))
  expect(numberIn(again.family)).toBe(numberInFeed())
})

test("what one email tells of a lesson twice is in its file once, as it became last", () => {
  const slot = {
    uid: "choir@tutti",
    className: "Choir",
    startsAt: testNow,
    endsAt: testNow + minute,
    roomName: null,
  }
  const about = (sequence: number, isCanceled: boolean) => ({
    template: "session-changed",
    data: JSON.stringify({ schoolName: "Harmony", calendar: [{ ...slot, sequence, isCanceled }] }),
    createdAt: testNow,
  })
  const linesOf = (...mails: ReturnType<typeof about>[]) =>
    Buffer.from(calendarFileOf(mails)?.content ?? "", "base64")
      .toString()
      .match(/^(UID|SEQUENCE|STATUS):.*$/gm)
      ?.map((line) => line.trim())
      .sort()
  const last = ["SEQUENCE:3", "STATUS:CONFIRMED", "UID:choir@tutti"]
  expect(linesOf(about(2, true), about(3, false))).toEqual(last)
  expect(linesOf(about(3, false), about(2, true))).toEqual(last)
})
