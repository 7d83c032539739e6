import { makeUpCredits } from "db/schema/attendance"
import { freedOffers, freedTimes } from "db/schema/attendance-freed-times"
import { and, eq, isNotNull } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { claimFreedTime, declineFreedTime } from "~/models/attendance/freed-time/claim-freed-time.server"
import { recordNotice, withdrawNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { expectedSeats } from "~/models/teaching/seat/seat.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { inHistories } from "../../support/histories/count"
import { addClassRow, addEnrollmentRow, addSessionRow, addStudentRow } from "../../support/lessons"
import { addMember, rowsOf } from "../../support/school"

// Nadia and Kofi are the piano group, which has room for two, on Wednesday, November 25 at 4. Otis and Milo each missed a piano
// lesson and hold a credit; Milo's ends first.

let opened: Awaited<ReturnType<typeof openGroup>>

async function openGroup() {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = "", milo = ""] = studentIds
  const beatriz = addMember(school, "teacher", "Beatriz Alvarez")
  const piano = { instrument: "Piano", teacherId: beatriz.teacherId }
  const group = addClassRow(school, { name: "Piano group", kind: "group", capacity: 2, ...piano })
  const [nadia, kofi] = [addStudentRow(school, "Nadia", "Kim"), addStudentRow(school, "Kofi", "Mensah")]
  for (const student of [nadia, kofi]) addEnrollmentRow(school, group, student)
  for (const [student, name, date] of [
    [otis, "Otis Haddad", "2026-11-12"],
    [milo, "Milo Haddad", "2026-11-10"],
  ] as const) {
    const own = addClassRow(school, { name: `${name}, piano`, ...piano })
    addEnrollmentRow(school, own, student)
    const missed = addSessionRow(school, own, date, { minutes: 30 })
    takeRegister(school, missed, { marks: [{ studentId: student, code: "excused" }] })
  }
  const added = addSession(school, { classId: group, date: "2026-11-25", startTime: "16:00", minutes: 45 })
  if (!added.ok) throw new Error(added.reason)
  return {
    ...{ school, guardian, otis, milo, nadia, kofi, lesson: added.sessionId },
    office: await Browser.of(school.userId ?? ""),
    family: await Browser.of(guardian.userId),
  }
}

beforeEach(async () => {
  opened = await openGroup()
})

const turnOn = (spots = "on") =>
  opened.office.submit("/settings/policies?edit=freed-times", { intent: "hours", hours: "12", spots })
const miss = (student: string) =>
  recordNotice(opened.school, opened.lesson, student, { at: now(), text: null })
const lesson = () => {
  const session = findSeatedSession(opened.school, opened.lesson)
  if (!session) throw new Error("The lesson is there")
  return session
}
const comes = (student: string) => withdrawNotice(opened.school, lesson(), student)
const coming = () =>
  expectedSeats(opened.school, lesson())
    .filter(({ notice }) => notice === null)
    .map(({ studentId }) => studentId)
const offers = () => rowsOf(freedOffers, { schoolId: opened.school.school.id }, { by: ["createdAt", "id"] })
const standing = () => offers().filter(({ state }) => state === "offered")
const states = () => rowsOf(freedTimes, { schoolId: opened.school.school.id }).map(({ state }) => state)
const used = () =>
  rowsOf(
    makeUpCredits,
    and(eq(makeUpCredits.schoolId, opened.school.school.id), isNotNull(makeUpCredits.usedAt)),
  ).length

test("a spot is offered only where the school wants that, in the fair order, and taken with the credit", async () => {
  await opened.office.submit("/settings/policies?edit=freed-times", { intent: "hours", hours: "12" })
  miss(opened.nadia)
  expect(offers()).toEqual([])
  comes(opened.nadia)
  expect((await turnOn()).status).toBe(303)
  expect(await opened.office.read("/attendance/freed-times")).toContain("So is the spot of a student")
  miss(opened.nadia)
  expect(standing()).toMatchObject([{ studentId: opened.milo }])
  const page = await opened.family.read("/student/schedule/freed-times")
  expect(page).toContain("Spot in Piano group with Beatriz Alvarez")
  expect(page).not.toContain("Nadia")
  const offer = standing()[0]?.id ?? ""
  await expect(opened.family.submit("/student/schedule/freed-times", { intent: "accept", offer })).toAnswer(
    303,
  )
  expect(coming().sort()).toEqual([opened.kofi, opened.milo].sort())
  expect([states(), used()]).toEqual([["claimed"], 1])
  expect(comes(opened.nadia)).toBeRefused("time-given")
  expect(await opened.office.read("/attendance/freed-times")).toContain("Nadia Kim, Piano group")
})

test("two spots are offered to two students, and who comes after all ends only the offer of their own", async () => {
  await turnOn()
  miss(opened.nadia)
  miss(opened.kofi)
  expect(standing().map(({ studentId }) => studentId)).toEqual([opened.milo, opened.otis])
  expect(comes(opened.nadia)).toEqual({ ok: true })
  expect(standing().map(({ studentId }) => studentId)).toEqual([opened.otis])
  expect(states().sort()).toEqual(["open", "withdrawn"])
  const offer = offers().find(({ studentId }) => studentId === opened.milo)?.id ?? ""
  const gone = await opened.family.submit("/student/schedule/freed-times", { intent: "accept", offer })
  expect([gone.status, used()]).toEqual([409, 0])
})

test("of two who come after all, the second is refused where a guest has either's spot", async () => {
  await turnOn()
  miss(opened.nadia)
  miss(opened.kofi)
  const offer = offers().find(({ studentId }) => studentId === opened.milo)?.id ?? ""
  await opened.family.submit("/student/schedule/freed-times", { intent: "accept", offer })
  expect([states().sort(), used()]).toEqual([["claimed", "open"], 1])
  expect(comes(opened.nadia)).toEqual({ ok: true })
  expect(comes(opened.kofi)).toBeRefused("time-given")
  expect(coming().sort()).toEqual([opened.nadia, opened.milo].sort())
})

test("whatever families do in whichever order, no more come than there is room for", async () => {
  await turnOn()
  const acts = fc.record({
    act: fc.constantFrom("miss", "comes", "accept", "decline"),
    who: fc.boolean(),
  })
  inHistories(40, fc.array(acts, { maxLength: 12 }), (steps) =>
    rehearse(() => {
      for (const { act, who } of steps) {
        const student = who ? opened.nadia : opened.kofi
        const offer = standing().at(who ? 0 : -1)
        const whose = { id: offer?.studentId ?? "", as: "guardian" as const }
        if (act === "miss") miss(student)
        if (act === "comes") comes(student)
        if (act === "accept") claimFreedTime(opened.guardian.actor, offer?.id ?? "", whose)
        if (act === "decline") declineFreedTime(opened.guardian.actor, offer?.id ?? "", whose)
        expect(coming().length).toBeLessThanOrEqual(2)
        const asked = standing().map(({ studentId }) => studentId)
        expect(new Set(asked).size).toBe(asked.length)
        expect(coming().filter((id) => id === opened.milo || id === opened.otis)).toHaveLength(used())
      }
    }),
  )
})
