import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { expect, test } from "vitest"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { settleStranded } from "../lessons-to-settle/settle-lessons.server"
import type { Chosen } from "./absence"
import { findAbsencePage } from "./absence-page.server"
import { arrangeAbsence } from "./arrange-absence.server"
import { undoArrangement } from "./undo-arrangement.server"

// Otis has guitar with Marcus on Wednesday, November 25, at 4. It moves to Friday at 5 with Helena, who is away then: it is canceled,
// moved again or given to Anna before the emails about the move leave. Today is Wednesday, November 18, 3:10 PM.

const moved = "Wed, Nov 25, 4:00 PM · Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Helena Novak"

function openMovedLesson() {
  fixClock(testNow)
  const { school, studentIds } = openPayingFamily()
  const teacher = (name: string) => {
    const id = addTeacherRow(school, name, "Guitar")
    const email = `${name.split(" ")[0]?.toLowerCase()}@harmony.example`
    changeRows(teachers, { id }, { email })
    return id
  }
  const [marcus, helena, anna] = [
    teacher("Marcus Whitfield"),
    teacher("Helena Novak"),
    teacher("Anna Okafor"),
  ]
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId: marcus })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  const lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  const slot = { date: "2026-11-27", startTime: "17:00", minutes: 60, roomId: null, teacherId: helena }
  expect(moveSession(school, lesson, slot).ok).toBe(true)
  const off = recordTimeOff(school, helena, { startsOn: "2026-11-27", endsOn: "2026-11-27", reason: null })
  if (!off.ok) throw new Error(off.reason)
  const { timeOffId } = off
  /** What is on its way. */
  const told = (template: "session-changed" | "lessons-arranged") =>
    onceTold(school, () =>
      rowsOf(emails, { schoolId: school.school.id, template })
        .map(({ recipient, data }) => {
          const who = recipient.endsWith("@harmony.example") ? recipient.split("@")[0] : "family"
          return [who, ...JSON.parse(data).lessons.flat()].join(" · ")
        })
        .sort(),
    )
  const arrange = (chosen: Chosen) => {
    const done = arrangeAbsence(school, timeOffId, { choices: { [lesson]: chosen }, formKey: "one" })
    if (!done.ok) throw new Error(JSON.stringify(done))
    return done.arrangementId
  }
  const undo = (arrangementId: string) =>
    expect(undoArrangement(school, timeOffId, arrangementId)).toMatchObject({ ok: true, restored: 1 })
  const preview = (chosen: Chosen) =>
    findAbsencePage(school, timeOffId, { [lesson]: chosen })?.letters.groups.flatMap(
      ({ example }) => example?.lessons.map((fact) => fact.join(" · ")) ?? [],
    )
  const send = () => sendTold(school)
  return { lesson, helena, anna, marcus, school, told, arrange, undo, preview, send }
}

test("a lesson that moved just now is canceled at the time its people know, and told as moved once that is undone", () => {
  const { told, arrange, undo, preview } = openMovedLesson()
  expect(preview({ choice: "cancel" })).toEqual([
    expect.stringMatching(/^Wed, Nov 25, 4:00 PM · Otis Haddad, guitar is canceled\./),
  ])
  const arrangementId = arrange({ choice: "cancel" })
  expect(told("session-changed")).toEqual([])
  const [ofFamily, ofHelena, ofMarcus, ...others] = told("lessons-arranged")
  expect(ofFamily).toMatch(/^family · Wed, Nov 25, 4:00 PM · Otis Haddad, guitar is canceled\./)
  expect(ofHelena).toMatch(/^helena · .*canceled/)
  expect(ofMarcus).toMatch(/^marcus · Wed, Nov 25, 4:00 PM · .*canceled/)
  expect(others).toEqual([])
  undo(arrangementId)
  expect(told("lessons-arranged")).toEqual([])
  expect(told("session-changed")).toEqual(["family", "helena", "marcus"].map((who) => `${who} · ${moved}`))
})

test("one that moves again is told in one email, from the time its people know to the last", () => {
  const { told, arrange, undo } = openMovedLesson()
  const again = { choice: "move", at: "2026-11-30 10:00" } as const
  const arrangementId = arrange(again)
  const family = "Wed, Nov 25, 4:00 PM · Otis Haddad, guitar moves to Mon, Nov 30, 10:00 AM with Helena Novak"
  expect(told("lessons-arranged")).toEqual([
    `family · ${family}`,
    "helena · Wed, Nov 25, 4:00 PM · Otis Haddad, moved to Mon, Nov 30, 10:00 AM",
  ])
  expect(told("session-changed")).toEqual([
    "marcus · Wed, Nov 25, 4:00 PM · Otis Haddad, guitar, now Mon, Nov 30, 10:00 AM with Helena Novak",
  ])
  undo(arrangementId)
  expect(told("lessons-arranged")).toEqual([])
  expect(told("session-changed")).toEqual(["family", "helena", "marcus"].map((who) => `${who} · ${moved}`))
})

test("a substitute after a move is told in one email, and its undo says where the lesson is", () => {
  const { told, arrange, undo, preview, send, anna } = openMovedLesson()
  const family = "Wed, Nov 25, 4:00 PM · Otis Haddad, guitar moves to Fri, Nov 27, 5:00 PM with Anna Okafor"
  const chosen = { choice: "substitute", by: anna } as const
  expect(preview(chosen)).toEqual([family])
  const arrangementId = arrange(chosen)
  expect(told("lessons-arranged")).toEqual([
    "anna · Fri, Nov 27, 5:00 PM · Otis Haddad",
    `family · ${family}`,
    "helena · Wed, Nov 25, 4:00 PM · Otis Haddad, moved to Fri, Nov 27, 5:00 PM, taught by Anna Okafor",
  ])
  expect(told("session-changed")).toEqual([
    "marcus · Wed, Nov 25, 4:00 PM · Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Anna Okafor",
  ])
  send()
  undo(arrangementId)
  expect(
    told("session-changed")
      .filter((letter) => letter.startsWith("family"))
      .at(-1),
  ).toBe("family · Fri, Nov 27, 5:00 PM · Otis Haddad, guitar, now with Helena Novak")
})

test("one that is settled from the list of what can't stay is told in one email, too", () => {
  const { told, lesson, school } = openMovedLesson()
  const settled = settleStranded(
    school,
    new Map([[lesson, { act: "time", date: "2026-11-30", startTime: "10:00" }]]),
    "",
  )
  expect(settled).toMatchObject({ ok: true, settled: 1 })
  const now = "Wed, Nov 25, 4:00 PM · Otis Haddad, guitar, now Mon, Nov 30, 10:00 AM with Helena Novak"
  expect(told("session-changed")).toEqual(["family", "helena", "marcus"].map((who) => `${who} · ${now}`))
})

test("one that moves back to the time its people know is told to no one", () => {
  const { told, marcus, lesson, school } = openMovedLesson()
  const back = { date: "2026-11-25", startTime: "16:00", minutes: 60, roomId: null, teacherId: marcus }
  expect(moveSession(school, lesson, back).ok).toBe(true)
  expect(moveSession(school, lesson, { ...back, date: "2026-11-26" }).ok).toBe(true)
  expect(told("session-changed")).toHaveLength(2)
  const off = recordTimeOff(school, marcus, { startsOn: "2026-11-26", endsOn: "2026-11-26", reason: null })
  if (!off.ok) throw new Error(off.reason)
  const choices = { [lesson]: { choice: "move", at: "2026-11-25 16:00" } as const }
  expect(arrangeAbsence(school, off.timeOffId, { choices, formKey: "two" }).ok).toBe(true)
  expect(told("session-changed")).toEqual([])
  expect(told("lessons-arranged")).toEqual([])
})
