import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { tellLessons } from "./compose-updates.server"
import { moveSession } from "./move-session.server"
import { setOnlineLink } from "./online-link.server"
import { replaceCoTeacher } from "./replace-co-teacher.server"
import type { Slot } from "./slot.server"

// Otis has guitar with Marcus on Wednesdays at 4, alone. Today is Wednesday, November 18, 3:10 PM.

let family: ReturnType<typeof openPayingFamily>
let marcus: string
let lesson: string
let guitar: string

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  const email = (name: string) => `${name}@harmony.example`
  marcus = addTeacherRow(school, "Marcus Whitfield")
  changeRows(teachers, { id: marcus }, { email: email("marcus") })
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId: marcus })
  guitar = classId
  for (const id of studentIds.slice(0, 1)) addEnrollmentRow(school, classId, id)
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
})

const slot = { date: "2026-11-25", startTime: "16:00", minutes: 60, roomId: null }
const move = (to: Partial<Slot>, back = false) => {
  const kept = { keptReason: null, keptDespite: null }
  const moved = moveSession(
    family.school,
    lesson,
    { ...slot, teacherId: marcus, ...to },
    back ? { back: kept } : {},
  )
  expect(moved.ok).toBe(true)
}
const written = () =>
  rowsOf(emails, { schoolId: family.school.school.id, template: "session-changed" }, { by: "createdAt" })
/** The letters that have left, and those that wait. */
const mails = () => onceTold(family.school, written)
const told = () =>
  mails().map(({ recipient, data }) => [
    recipient.startsWith("marcus") ? "marcus" : "family",
    ...(JSON.parse(data) as MailData["session-changed"]).lessons.flat(),
  ])
const leave = () => sendTold(family.school)

const was = "Wed, Nov 25, 4:00 PM"
const friday = "Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Marcus Whitfield"

test("a moved lesson is told two minutes later, and its student is named once", () => {
  move({ date: "2026-11-27", startTime: "17:00" })
  fixClock(testNow + 119_999)
  tellLessons(family.school)
  expect(written()).toEqual([])
  fixClock(testNow + 120_000)
  inAct(tellLessons)(family.school)
  expect(written().map(({ state }) => state)).toEqual(["queued", "queued"])
  expect(told()).toEqual([
    ["family", was, friday],
    ["marcus", was, friday],
  ])
})

test("moved back before its emails leave, it is told to no one", () => {
  move({ date: "2026-11-27", startTime: "17:00" })
  move({}, true)
  expect(told()).toEqual([])
  // Saved where it is, it has nothing to tell either.
  move({})
  expect(told()).toEqual([])
})

test("moved on before its emails leave, it is one email from the first time to the last", () => {
  move({ startTime: "15:00" })
  move({ date: "2026-11-27", startTime: "17:00" })
  expect(told()).toEqual([
    ["family", was, friday],
    ["marcus", was, friday],
  ])
  // The last step alone is undone: they are told of the first.
  move({ startTime: "15:00" }, true)
  expect(told().map(([, ...text]) => text.join())).toEqual(
    Array(2).fill(`${was},Otis Haddad, guitar, now Wed, Nov 25, 3:00 PM with Marcus Whitfield`),
  )
})

test("a lesson that gets another link is told with it, taken back in time to no one, and with a move in one line", () => {
  const link = (onlineLink: string | null) =>
    expect(setOnlineLink(family.school, lesson, onlineLink).ok).toBe(true)
  const as = (text: string) => [
    ["family", was, `Otis Haddad, guitar${text}`],
    ["marcus", was, `Otis Haddad, guitar${text}`],
  ]
  link("https://meet.example/guitar")
  link(null)
  expect(told()).toEqual([])
  link("https://meet.example/guitar")
  expect(told()).toEqual(as(" with Marcus Whitfield, now online at https://meet.example/guitar"))
  const [letter] = mails()
  expect(JSON.parse(letter?.data ?? "{}")).toMatchObject({ change: "changed" })
  leave()
  move({ startTime: "17:00" })
  link(null)
  expect(told()).toEqual([
    ...as(" with Marcus Whitfield, now online at https://meet.example/guitar"),
    ...as(", now Wed, Nov 25, 5:00 PM with Marcus Whitfield, no longer online"),
  ])
})

test("who has read of a move is told that it is back, and who gave it only meanwhile nothing of what came before", () => {
  const helena = addTeacherRow(family.school, "Helena Novak")
  changeRows(teachers, { id: helena }, { email: "helena@harmony.example" })
  move({ date: "2026-11-27", startTime: "17:00" })
  leave()
  const moved = told()
  move({}, true)
  const back = ["Fri, Nov 27, 5:00 PM", `Otis Haddad, guitar, now ${was} with Marcus Whitfield`]
  expect(told()).toEqual([...moved, ["family", ...back], ["marcus", ...back]])
  move({ teacherId: helena })
  move({}, true)
  expect(told()).toEqual([...moved, ["family", ...back], ["marcus", ...back]])
})

test("a lesson that lasts longer says how long", () => {
  move({ minutes: 75 })
  expect(told()[0]).toEqual([
    "family",
    was,
    `Otis Haddad, guitar, now ${was} for 75 minutes with Marcus Whitfield`,
  ])
})

describe("a lesson that keeps its time", () => {
  const kinds = () => mails().map(({ data }) => (JSON.parse(data) as MailData["session-changed"]).change)
  const give = (teacherId: string, by: string | null) =>
    expect(replaceCoTeacher(family.school, lesson, { teacherId, by })).toEqual({ ok: true })

  test("is told by what changes: another teacher, another room, or both", () => {
    const helena = addTeacherRow(family.school, "Helena Novak")
    const hall = addRoomRow(family.school, "Hall")
    move({ teacherId: helena })
    expect([kinds(), told()[0]]).toEqual([
      ["taught", "taught"],
      ["family", was, "Otis Haddad, guitar, now with Helena Novak"],
    ])
    move({ teacherId: helena, roomId: hall })
    expect([kinds(), told()[0]]).toEqual([
      ["taught-and-placed", "taught-and-placed"],
      ["family", was, "Otis Haddad, guitar, now with Helena Novak, in Hall"],
    ])
    move({ roomId: hall })
    expect([kinds(), told()[0]]).toEqual([
      ["placed", "placed"],
      ["family", was, "Otis Haddad, guitar with Marcus Whitfield, now in Hall"],
    ])
    move({ teacherId: null, roomId: hall })
    move({ teacherId: null })
    expect(told()[0]).toEqual(["family", was, "Otis Haddad, guitar, now without a teacher"])
    expect(JSON.parse(mails()[0]?.data ?? "{}")).not.toHaveProperty("lessonId")
  })

  test("changes of who gives it are one email after two minutes, with the last state", () => {
    const [helena, anna, ben] = ["Helena Novak", "Anna Lind", "Ben Ode"].map((name) =>
      addTeacherRow(family.school, name),
    )
    addRows(classTeachers, {
      ...newRow(family.school),
      classId: guitar,
      teacherId: helena ?? "",
      startsOn: "2026-11-01",
    })
    give(helena ?? "", anna ?? "")
    expect([written(), mails().length]).toEqual([[], 2])
    give(helena ?? "", ben ?? "")
    expect([kinds(), told()]).toEqual([
      ["taught", "taught"],
      [
        ["family", was, "Otis Haddad, guitar, now with Marcus Whitfield and Ben Ode"],
        ["marcus", was, "Otis Haddad, guitar, now with Marcus Whitfield and Ben Ode"],
      ],
    ])
    // Moved too, it's still one email.
    move({ date: "2026-11-27", startTime: "17:00" })
    expect(told().map(([, , text]) => text)).toEqual(
      Array(2).fill("Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Marcus Whitfield and Ben Ode"),
    )
    move({}, true)
    give(helena ?? "", helena ?? "")
    expect(told()).toEqual([])
  })
})

test("sent a second time, a move changes nothing, and neither does one to where the lesson is", () => {
  const revision = () =>
    db().select({ n: sessions.revision }).from(sessions).where(eq(sessions.id, lesson)).get()?.n
  const again = (to: Partial<Slot>) =>
    moveSession(family.school, lesson, { ...slot, teacherId: marcus, ...to })
  expect(again({})).toMatchObject({ ok: true, isUnchanged: true })
  expect([revision(), told()]).toEqual([0, []])
  const to = { date: "2026-11-27", startTime: "17:00" }
  move(to)
  leave()
  expect(again(to)).toMatchObject({ ok: true, isUnchanged: true })
  expect([revision(), told().length]).toEqual([1, 2])
})
