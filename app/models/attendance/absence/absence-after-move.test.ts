import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { and, eq, ne } from "drizzle-orm"
import { expect, test } from "vitest"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addClassRow, addEnrollmentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { addSessionRow } from "../../../../tests/support/registers"
import { arrangeAbsence } from "./arrange-absence.server"
import { undoArrangement } from "./undo-arrangement.server"

// Otis has guitar with Marcus on Wednesday, November 25, at 4. It moves to Friday at 5 with Helena, who is away then: it is canceled
// before the emails about the move leave. Today is Wednesday, November 18, 3:10 PM.

test("a lesson that moved just now is canceled at the time its people know, and told as moved once that is undone", () => {
  fixClock(testNow)
  const { school, studentIds } = openPayingFamily()
  const teacher = (name: string) => {
    const id = addTeacherRow(school, name, "Guitar")
    const email = `${name.split(" ")[0]?.toLowerCase()}@harmony.example`
    db().update(teachers).set({ email }).where(eq(teachers.id, id)).run()
    return id
  }
  const [marcus, helena] = [teacher("Marcus Whitfield"), teacher("Helena Novak")]
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId: marcus })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  const lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  const slot = { date: "2026-11-27", startTime: "17:00", minutes: 60, roomId: null, teacherId: helena }
  expect(moveSession(school, lesson, slot).ok).toBe(true)
  const off = recordTimeOff(school, helena, { startsOn: "2026-11-27", endsOn: "2026-11-27", reason: null })
  if (!off.ok) throw new Error(off.reason)
  const told = (template: "session-changed" | "lessons-arranged") =>
    db()
      .select()
      .from(emails)
      .where(
        and(
          eq(emails.schoolId, school.school.id),
          eq(emails.template, template),
          ne(emails.state, "gathered"),
        ),
      )
      .all()
      .map(({ recipient, data }) => {
        const who = recipient.endsWith("@harmony.example") ? recipient.split("@")[0] : "family"
        return [who, ...JSON.parse(data).lessons.flat()].join(" · ")
      })
      .sort()
  const done = arrangeAbsence(school, off.timeOffId, {
    choices: { [lesson]: { choice: "cancel" } },
    formKey: "one",
  })
  if (!done.ok) throw new Error(done.reason)
  expect(told("session-changed")).toEqual([])
  const [ofFamily, ofHelena, ofMarcus, ...others] = told("lessons-arranged")
  expect(ofFamily).toMatch(/^family · Wed, Nov 25, 4:00 PM · Otis Haddad, guitar is canceled\./)
  expect(ofHelena).toMatch(/^helena · .*canceled/)
  expect(ofMarcus).toMatch(/^marcus · Wed, Nov 25, 4:00 PM · .*canceled/)
  expect(others).toEqual([])
  expect(undoArrangement(school, off.timeOffId, done.arrangementId)).toMatchObject({ ok: true, restored: 1 })
  expect(told("lessons-arranged")).toEqual([])
  const moved = "Wed, Nov 25, 4:00 PM · Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Helena Novak"
  expect(told("session-changed")).toEqual(["family", "helena", "marcus"].map((who) => `${who} · ${moved}`))
})
