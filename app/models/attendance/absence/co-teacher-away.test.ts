import { coSubstitutes } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { calculatePay } from "~/models/money/pay/pay-lines.server"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { addCoTeacher, endCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { findClashes } from "~/models/teaching/session/clash.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { findSession, listSessionsOn } from "~/models/teaching/session/session-list.server"
import { findStranded } from "~/models/teaching/session/stranded-causes.server"
import { deactivateTeacher } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { addMember, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { type Choices, noSubstitute } from "./absence"
import { findAbsencePage } from "./absence-page.server"
import { arrangeAbsence } from "./arrange-absence.server"
import { undoArrangement } from "./undo-arrangement.server"

// Helena gives the youth choir, with Marcus beside her. Rosa sings, too. It meets on Tuesday 24 and December 1.

let school: Actor
let helena: ReturnType<typeof addMember>
let marcus: ReturnType<typeof addMember>
let rosa: ReturnType<typeof addMember>
let wren: string
let choir: string
let first: string
let second: string
const [soon, later] = ["2026-11-24", "2026-12-01"]

beforeEach(() => {
  school = openSchool().actor
  helena = addMember(school, "teacher", "Helena Novak")
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  rosa = addMember(school, "teacher", "Rosa Alvarez")
  choir = addClassRow(school, {
    name: "Youth choir",
    kind: "ensemble",
    capacity: 9,
    teacherId: helena.teacherId,
  })
  wren = addStudentRow(school, "Wren", "Adeyemi")
  addEnrollmentRow(school, choir, wren)
  ;[first, second] = [lessonOn(soon), lessonOn(later)] as [string, string]
  expect(addCoTeacher(school, choir, { teacherId: marcus.teacherId, startsOn: soon }).ok).toBe(true)
})

function lessonOn(date: string, classId = choir): string {
  return orFail(addSession(school, { classId, date, startTime: "16:30", minutes: 60 })).sessionId
}

const give = (sessionId: string, by: string | null) =>
  replaceCoTeacher(school, sessionId, { teacherId: marcus.teacherId, by })
const names = (sessionId: string) => findSession(school, sessionId)?.coTeachers?.map(({ name }) => name) ?? []
const isBusy = (teacherId: string, sessionId = first) => {
  const { startsAt = 0, endsAt = 0 } = findSession(school, sessionId) ?? {}
  return findClashes(school, { teacherId, startsAt, endsAt }).length > 0
}
const lessonsOf = ({ actor }: { actor: Actor }) => listSessionsOn(actor, soon, later).map(({ id }) => id)
const places = () => rowsOf(coSubstitutes, own(school, coSubstitutes))

describe("a co-teacher who is replaced in one lesson", () => {
  test("doesn't have it, and the substitute does: to see, to be busy, to take attendance, to be paid", () => {
    for (const { teacherId } of [helena, marcus, rosa])
      agreePayRate(school, teacherId, { kind: "per_session", amountMinor: 2500, fromDate: "2026-11-01" })
    expect(give(first, rosa.teacherId)).toEqual({ ok: true })
    expect([names(first), names(second)]).toEqual([["Rosa Alvarez"], ["Marcus Whitfield"]])
    expect([lessonsOf(marcus), lessonsOf(rosa), lessonsOf(helena)]).toEqual([
      [second],
      [first],
      [first, second],
    ])
    expect([isBusy(marcus.teacherId), isBusy(rosa.teacherId)]).toEqual([false, true])
    expect(findSeatedSession(marcus.actor, first)).toBeUndefined()
    expect(findSeatedSession(rosa.actor, second)).toBeUndefined()
    fixClock(testNow + 20 * 86_400_000)
    for (const id of [first, second])
      expect(
        takeRegister(id === first ? rosa.actor : marcus.actor, id, {
          marks: [{ studentId: wren, code: "present" }],
        }).ok,
      ).toBe(true)
    const paid = calculatePay(school, { from: "2026-11-01", to: "2026-12-31" })
    const datesOf = ({ teacherId }: { teacherId: string }) =>
      paid.get(teacherId)?.map(({ localDate }) => localDate)
    expect([datesOf(helena), datesOf(marcus), datesOf(rosa)]).toEqual([[soon, later], [later], [soon]])
    const one = calculatePay(school, { from: "2026-11-01", to: "2026-12-31" }, rosa.teacherId)
    expect([...one.keys()]).toEqual([rosa.teacherId])
    expect(give(first, null)).toMatchObject({ ok: false, reason: "has-register" })
  })

  test("can be replaced by no one, and gets their place back", () => {
    expect(give(first, null)).toEqual({ ok: true })
    expect([names(first), isBusy(marcus.teacherId), isBusy(helena.teacherId)]).toEqual([[], false, true])
    expect(give(first, marcus.teacherId)).toEqual({ ok: true })
    expect([names(first), isBusy(marcus.teacherId)]).toEqual([["Marcus Whitfield"], true])
    expect(places()).toEqual([])
  })

  test("is refused to one who is busy, away, gives it already, has left, or belongs to another school", () => {
    const stranger = addMember(openSchool({ name: "Crescendo" }).actor, "teacher", "Otto Lang")
    expect(give(first, helena.teacherId)).toMatchObject({ reason: "gives-it" })
    expect(give(first, stranger.teacherId)).toMatchObject({ reason: "unknown-teacher" })
    expect(replaceCoTeacher(school, first, { teacherId: rosa.teacherId, by: null })).toMatchObject({
      reason: "no-place",
    })
    expect(replaceCoTeacher(stranger.actor, first, { teacherId: marcus.teacherId, by: null })).toMatchObject({
      reason: "no-session",
    })
    recordTimeOff(school, rosa.teacherId, { startsOn: soon, endsOn: soon, reason: null })
    expect(give(first, rosa.teacherId)).toMatchObject({ reason: "clash", mayOverride: false })
    lessonOn(later, addClassRow(school, { name: "Voice", teacherId: rosa.teacherId }))
    expect(give(second, rosa.teacherId)).toMatchObject({ reason: "clash" })
    expect(places()).toEqual([])
  })

  test("who gets their leave strands the lesson of the substitute", () => {
    give(first, rosa.teacherId)
    recordTimeOff(school, marcus.teacherId, { startsOn: soon, endsOn: soon, reason: null })
    expect(findStranded(school)).toEqual(new Map())
    recordTimeOff(school, rosa.teacherId, { startsOn: soon, endsOn: soon, reason: null })
    expect(findStranded(school)).toEqual(new Map([[first, ["co-away"]]]))
  })

  test("leaves no substitute behind when the co-teaching ends or the substitute leaves", () => {
    give(first, rosa.teacherId)
    give(second, rosa.teacherId)
    expect(deactivateTeacher(school, rosa.teacherId, new Map()).ok).toBe(true)
    expect([names(first), names(second), places()]).toEqual([["Marcus Whitfield"], ["Marcus Whitfield"], []])
    give(second, null)
    const [row] = listCoTeachers(school, choir, soon)
    expect(endCoTeacher(school, choir, row?.id ?? "").ok).toBe(true)
    expect([places(), isBusy(marcus.teacherId)]).toEqual([[], false])
  })

  test("is always booked as often as the lesson says, whatever was decided before", () => {
    const people = [marcus.teacherId, rosa.teacherId, null]
    inHistories(25, fc.array(fc.tuple(fc.boolean(), fc.nat(2)), { maxLength: 8 }), (steps) => {
      for (const [isFirst, index] of steps) give(isFirst ? first : second, people[index] ?? null)
      for (const id of [first, second]) {
        const [place] = listCoPlaces(school, id)
        expect(findSession(school, id)?.coTeachers?.map((each) => each.id) ?? []).toEqual(
          place?.by ? [place.by] : [],
        )
        expect(
          [helena, marcus, rosa].filter(({ teacherId }) => isBusy(teacherId, id)).map((one) => one.teacherId),
        ).toEqual([helena.teacherId, ...(place?.by ? [place.by] : [])])
        expect(
          [marcus, rosa].filter((one) => lessonsOf(one).includes(id)).map((one) => one.teacherId),
        ).toEqual(place?.by ? [place.by] : [])
      }
    })
  })
})

describe("a co-teacher who is away", () => {
  let away: string
  beforeEach(() => {
    const off = { startsOn: soon, endsOn: soon, reason: "Ill" }
    const recorded = orFail(recordTimeOff(school, marcus.teacherId, off))
    away = recorded.timeOffId
  })
  const page = () => findAbsencePage(school, away)
  const arrange = (choices: Choices) =>
    orFail(arrangeAbsence(school, away, { choices, formKey: JSON.stringify(choices) }))

  test("has their lessons with others in the wizard, with who could take their place", () => {
    const [lesson] = page()?.days[0]?.lessons ?? []
    expect(lesson).toMatchObject({ id: first, beside: { names: "Helena Novak", ids: [helena.teacherId] } })
    expect(lesson?.substitutes.map(({ name }) => name)).toEqual(["Rosa Alvarez"])
  })

  test("is replaced by a substitute or by no one, and the undo brings them back", () => {
    for (const by of [rosa.teacherId, noSubstitute]) {
      const { arrangementId } = arrange({ [first]: { choice: "substitute", by } })
      expect(names(first)).toEqual(by === noSubstitute ? [] : ["Rosa Alvarez"])
      expect(findSession(school, first)?.teacherName).toBe("Helena Novak")
      expect(page()?.days).toEqual([])
      expect(undoArrangement(school, away, arrangementId)).toMatchObject({ ok: true, restored: 1, kept: [] })
      expect([names(first), isBusy(marcus.teacherId), isBusy(rosa.teacherId)]).toEqual([
        ["Marcus Whitfield"],
        true,
        false,
      ])
      expect(findStranded(school)).toEqual(new Map([[first, ["co-away"]]]))
    }
  })

  test("whose place was given to someone else since is left as it is by the undo", () => {
    const { arrangementId } = arrange({ [first]: { choice: "substitute", by: rosa.teacherId } })
    give(first, null)
    expect(undoArrangement(school, away, arrangementId)).toMatchObject({ restored: 0, kept: [{}] })
    expect(names(first)).toEqual([])
  })

  test("can have the lesson moved to a time when both are free, or canceled", () => {
    const at = page()?.days[0]?.lessons[0]?.times[0]
    expect(at?.date).not.toBe(soon)
    arrange({ [first]: { choice: "move", at: `${at?.date} ${at?.startTime}` } })
    expect([findSession(school, first)?.localDate, names(first)]).toEqual([at?.date, ["Marcus Whitfield"]])
  })
})
