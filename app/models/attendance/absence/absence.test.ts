import { makeUpCredits, outcomes } from "db/schema/attendance"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { payRates } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { seats, sessions } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { newRow } from "~/models/foundation/access/own.server"
import { teachesIt } from "~/models/people/teacher/instruments"
import { redeemCredit } from "~/models/teaching/credit/redeem-credit.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { recordTimeOff, requestTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addPriceRow,
  addRoomRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import type { Choices } from "./absence"
import { findAbsencePage } from "./absence-page.server"
import { listAbsenceWork } from "./affected-lessons.server"
import { arrangeAbsence, arrangeLessonsWork } from "./arrange-absence.server"
import { undoArrangement } from "./undo-arrangement.server"

// Otis and Milo each have guitar alone with Marcus, $30.00 a lesson: Otis on Wednesday 25 at 4, Milo at 5, Otis again on
// Friday 27. Helena teaches guitar, too. Today is Wednesday, November 18, 3:10 PM.

let family: ReturnType<typeof openPayingFamily>
let marcus: string
let helena: string
let ids: { otis: string; milo: string; friday: string }
let away: string

function added(answer: { ok: boolean }): string {
  if (!("sessionId" in answer) || typeof answer.sessionId !== "string") throw new Error("No session")
  return answer.sessionId
}

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  marcus = addTeacherRow(school, "Marcus Whitfield", "Guitar")
  helena = addTeacherRow(school, "Helena Novak", "Piano, Guitar")
  addTeacherRow(school, "Ingrid Solheim", "Violin")
  changeRows(teachers, { id: marcus }, { email: "marcus@harmony.example" })
  addRows(payRates, {
    ...newRow(school),
    teacherId: helena,
    kind: "per_hour",
    amountMinor: 3600,
    fromDate: "2026-01-01",
  })
  const roomId = addRoomRow(school, "Room 1")
  const [otis = "", milo = ""] = studentIds
  const classOf = (name: string, studentId: string) => {
    const classId = addClassRow(school, { name, instrument: "Guitar", teacherId: marcus, roomId })
    bookStudent(school, addEnrollmentRow(school, classId, studentId))
    addPriceRow(school, classId, { amountMinor: 3000 })
    return classId
  }
  const [ofOtis, ofMilo] = [classOf("Guitar, Otis", otis), classOf("Guitar, Milo", milo)]
  const at = (classId: string, date: string, startTime: string) =>
    added(addSession(school, { classId, date, startTime, minutes: 30 }))
  ids = {
    otis: at(ofOtis, "2026-11-25", "16:00"),
    milo: at(ofMilo, "2026-11-25", "17:00"),
    friday: at(ofOtis, "2026-11-27", "16:00"),
  }
  const recorded = recordTimeOff(school, marcus, {
    startsOn: "2026-11-25",
    endsOn: "2026-11-27",
    reason: "Ill",
  })
  if (!recorded.ok) throw new Error(recorded.reason)
  away = recorded.timeOffId
})

const page = (choices?: Choices) => {
  const found = findAbsencePage(family.school, away, choices)
  if (!found) throw new Error("No absence")
  return found
}
const session = (id: string) => findSession(family.school, id)
const written = () =>
  rowsOf(emails, { schoolId: family.school.school.id, template: "lessons-arranged" }).map(
    ({ recipient, data }) => ({
      to: recipient.split("@")[0]?.replace(/\d.*/, ""),
      ...JSON.parse(data),
    }),
  )
const letters = () => onceTold(family.school, written)
/** In how many ms they are written. */
const dueIn = () =>
  rowsOf(jobs, { schoolId: family.school.school.id, kind: "tell-lessons" }).map(
    ({ dueAt }) => dueAt - testNow,
  )
const oneOfEach = (): Choices => ({
  [ids.otis]: { choice: "substitute", by: helena },
  [ids.milo]: { choice: "move", at: page().choices[ids.milo]?.at },
  [ids.friday]: { choice: "cancel" },
})
const arrange = (choices: Choices, formKey = "one") =>
  arrangeAbsence(family.school, away, { choices, formKey })
const creditsGiven = () =>
  rowsOf(makeUpCredits, { schoolId: family.school.school.id, revokedAt: null }).length

describe("the lessons of an absence", () => {
  test("are proposed to who teaches the instrument and is free, with what that costs", () => {
    const { days, choices, totals } = page()
    expect(days.map(({ date, lessons }) => [date, lessons.length])).toEqual([
      ["2026-11-25", 2],
      ["2026-11-27", 1],
    ])
    expect(days[0]?.lessons[0]?.substitutes.map(({ name, reasons }) => [name, reasons])).toEqual([
      ["Helena Novak", "teaches guitar, free"],
      ["Ingrid Solheim", "free"],
    ])
    const [lesson] = days[0]?.lessons ?? []
    expect(lesson?.substitutes.map(({ pay }) => pay)).toEqual([
      { kind: "amount", minor: 1800 },
      { kind: "unset" },
    ])
    expect(lesson?.teacherPay).toEqual({ kind: "unset" })
    expect(choices[ids.otis]).toMatchObject({ choice: "substitute", by: helena })
    expect(totals).toEqual({ lead: "3 substitutes.", rest: "Substitutes are paid $54.00." })
    expect(listAbsenceWork(family.school)).toMatchObject({ requests: [], absences: [{ toArrange: 3 }] })
  })

  test("get new times of their own, never while the teacher is away", () => {
    const times = page().days.flatMap(({ lessons }) => lessons.map((lesson) => lesson.times))
    for (const { date } of times.flat()) expect(date < "2026-11-25" || date > "2026-11-27").toBe(true)
    const firsts = times.map(([first]) => `${first?.date} ${first?.startTime}`)
    expect(new Set(firsts).size).toBe(3)
  })

  test("go to a day on which their class doesn’t meet anyway, even if it is farther", () => {
    changeOpening(family.school, { openDays: ["3", "5"], opensAt: "14:00", closesAt: "20:00" })
    const first = () =>
      page()
        .days.flatMap(({ lessons }) => lessons)
        .find(({ id }) => id === ids.milo)?.times[0]
    expect(first()).toMatchObject({ date: "2026-12-02", startTime: "17:00" })
    const classId = session(ids.milo)?.classId ?? ""
    added(addSession(family.school, { classId, date: "2026-12-02", startTime: "15:00", minutes: 30 }))
    expect(first()?.date).toBe("2026-12-04")
  })

  test("go last to days on which their teacher has asked to be away, and to a colleague who has", () => {
    const { school } = family
    changeOpening(school, { openDays: ["3", "5"], opensAt: "14:00", closesAt: "20:00" })
    const lesson = () =>
      page()
        .days.flatMap(({ lessons }) => lessons)
        .find(({ id }) => id === ids.milo)
    const dates = () => lesson()?.times.map(({ date, isAsked }) => [date, isAsked === true])
    expect(dates()?.[0]).toEqual(["2026-12-02", false])
    const ask = (teacherId: string, startsOn: string, endsOn = startsOn) =>
      expect(requestTimeOff(school, teacherId, { startsOn, endsOn, reason: null }).ok).toBe(true)
    ask(marcus, "2026-12-02")
    expect(dates()?.at(0)).toEqual(["2026-12-04", false])
    ask(marcus, "2026-12-03", "2026-12-20")
    expect(dates()?.every(([, isAsked]) => isAsked)).toBe(true)
    ask(helena, "2026-11-25")
    expect(lesson()?.substitutes.map(({ name, reasons }) => [name, reasons])).toEqual([
      ["Ingrid Solheim", "free"],
      ["Helena Novak", "teaches guitar, time off requested, free"],
    ])
    expect(page().choices[ids.milo]?.choice).toBe("leave")
  })

  test("are only those within the hours, and not those that have begun", () => {
    const { school } = family
    const recorded = recordTimeOff(school, helena, {
      startsOn: "2026-11-25",
      endsOn: "2026-11-25",
      fromTime: "16:15",
      reason: null,
    })
    expect(recorded.ok).toBe(true)
    expect(page().days[0]?.lessons.map(({ substitutes }) => substitutes.map(({ name }) => name))).toEqual([
      ["Ingrid Solheim"],
      ["Ingrid Solheim"],
    ])
    fixClock(Date.parse("2026-11-25T21:30:00Z"))
    expect(listAbsenceWork(school).absences.find(({ id }) => id === away)?.toArrange).toBe(2)
  })
})

test("a lesson that has attendance before it begins isn’t one to arrange", () => {
  changeRows(sessions, { id: ids.otis }, { registerTakenAt: testNow })
  expect(page().days.map(({ lessons }) => lessons.map(({ id }) => id))).toEqual([[ids.milo], [ids.friday]])
  expect(listAbsenceWork(family.school).absences).toMatchObject([{ toArrange: 2 }])
})

describe("an absence that is arranged", () => {
  test("changes each lesson as chosen, and writes one email to each person two minutes later", () => {
    const choices = oneOfEach()
    expect(arrange(choices)).toMatchObject({ ok: true, lessons: 3, taskId: null })
    expect(session(ids.otis)).toMatchObject({ teacherName: "Helena Novak", startTime: "16:00" })
    expect(session(ids.milo)?.localDate).not.toBe("2026-11-25")
    expect(session(ids.friday)).toMatchObject({
      state: "cancelled",
      cancelReason: "Marcus Whitfield is away",
    })
    const sent = letters()
    expect([written(), dueIn()]).toEqual([[], [120_000]])
    expect(sent.map(({ to, audience }) => [to, audience])).toEqual([
      ["adult", "family"],
      ["marcus", "away"],
    ])
    expect(sent[0]?.lessons.map(([when, text]: [string, string]) => `${when}: ${text}`)).toEqual([
      "Wed, Nov 25, 4:00 PM: Guitar, Otis with Helena Novak, same time and room",
      expect.stringMatching(/^Wed, Nov 25, 5:00 PM: Guitar, Milo moves to .+, Room 1$/),
      "Fri, Nov 27, 4:00 PM: Guitar, Otis is canceled. You won’t be charged for it.",
    ])
    expect(sent.map(({ movedIds }) => movedIds)).toEqual([[ids.milo], undefined])
    expect(JSON.stringify(sent)).not.toContain("Ill")
    expect(page().days).toEqual([])
  })

  test("is arranged once, however often the form is sent", () => {
    const choices = oneOfEach()
    arrange(choices)
    expect(arrange(choices)).toMatchObject({ ok: true, isRepeated: true })
    expect(letters()).toHaveLength(2)
  })

  test("changes nothing at all where one choice is no longer free", () => {
    const { school } = family
    const classId = addClassRow(school, { name: "Choir", kind: "group", capacity: 9, teacherId: helena })
    addSession(school, { classId, date: "2026-11-25", startTime: "16:00", minutes: 60 })
    const refused = arrange(oneOfEach())
    expect(refused).toMatchObject({
      ok: false,
      reason: "not-free",
      reasons: { [ids.otis]: "Helena Novak teaches Choir at 4:00 PM." },
    })
    expect(session(ids.friday)?.state).toBe("planned")
    expect(letters()).toEqual([])
  })

  test("gives credits for canceled lessons only where the attendance rules do", () => {
    arrange({ [ids.friday]: { choice: "cancel" } })
    expect(creditsGiven()).toBe(0)
    changeRows(outcomes, { schoolId: family.school.school.id, code: "cancelled" }, { issuesCredit: true })
    expect(page().days[0]?.lessons[0]?.credits).toMatchObject({ count: 1 })
    arrange({ [ids.otis]: { choice: "cancel" } }, "two")
    expect(creditsGiven()).toBe(1)
  })

  test("can’t be arranged to the past, to the teacher who is away, or with nothing chosen", () => {
    expect(arrange({ [ids.otis]: { choice: "substitute", by: marcus } })).toMatchObject({
      reasons: { [ids.otis]: "Choose a substitute." },
    })
    expect(arrange({ [ids.otis]: { choice: "move", at: "2026-11-17 16:00" } })).toMatchObject({
      reasons: { [ids.otis]: "Choose a time in the future." },
    })
    expect(arrange({ [ids.otis]: { choice: "move", at: "2026-02-30 26:00" } })).toMatchObject({
      reasons: { [ids.otis]: "Choose a new time." },
    })
    expect(arrange({ [ids.otis]: { choice: "leave" } })).toBeRefused("nothing-chosen")
    expect(arrangeAbsence(openPayingFamily().school, away, { choices: {}, formKey: "x" })).toBeRefused(
      "not-found",
    )
  })
})

describe("an arrangement that is undone", () => {
  const undo = (choices = oneOfEach()) => {
    const arranged = arrange(choices)
    if (!arranged.ok) throw new Error(arranged.reason)
    return () => undoArrangement(family.school, away, arranged.arrangementId)
  }

  test("leaves everything as it was, without a word while no email has left", () => {
    const undoIt = undo()
    expect(undoIt()).toMatchObject({ ok: true, restored: 3, kept: [] })
    expect(page().days.map(({ lessons }) => lessons.length)).toEqual([2, 1])
    expect(letters()).toEqual([])
    expect(undoIt()).toBeRefused("undone")
  })

  test("tells those who have their email", () => {
    const undoIt = undo()
    sendTold(family.school)
    undoIt()
    const told = letters().filter(({ isUndone }) => isUndone)
    expect(told.map(({ to }) => to)).toEqual(["adult", "marcus"])
    expect(told[0]?.lessons).toHaveLength(3)
    expect(told[0]?.lessons[0][1]).toMatch(/with Marcus Whitfield, as planned$/)
  })

  /** Milo has a make-up spot in Otis's lesson on Friday, which a credit paid for. */
  function bookSpot() {
    const { school, studentIds } = family
    const [otis = "", milo = ""] = studentIds
    const seat = { ...newRow(school), sessionId: ids.friday, studentId: milo, kind: "make_up" as const }
    const origin = { ...newRow(school), sessionId: ids.otis, studentId: milo, kind: "visitor" as const }
    addRows(seats, [seat, origin])
    addRows(makeUpCredits, {
      ...newRow(school),
      studentId: milo,
      originSeatId: origin.id,
      minutes: 30,
      prepaidPercent: 0,
      expiresOn: "2027-01-10",
    })
    expect(redeemCredit(school, milo, seat.id).ok).toBe(true)
    const credit = () => rowOf(makeUpCredits, { schoolId: school.school.id })
    return { school, otis, milo, credit }
  }

  test("restores a make-up spot with its credit, and leaves a lesson that was changed since", () => {
    const { milo, credit } = bookSpot()
    const undoIt = undo({ [ids.friday]: { choice: "cancel" }, [ids.milo]: { choice: "cancel" } })
    expect(credit()?.usedAt).toBeNull()
    expect(undoIt()).toMatchObject({ restored: 2 })
    expect(credit()).toMatchObject({ usedAt: testNow, expiresOn: "2027-01-10" })
    expect(session(ids.friday)?.students.map(({ id }) => id)).toContain(milo)
  })

  test("a make-up lesson that is canceled says that its credit is available again, in the preview too", () => {
    bookSpot()
    const choices: Choices = { [ids.friday]: { choice: "cancel" } }
    const again = expect.stringMatching(
      /canceled\. The make-up credit is available again, to use by .*2027\.$/,
    )
    const friday = page(choices).days.flatMap(({ lessons }) => lessons.filter(({ id }) => id === ids.friday))
    expect(friday).toMatchObject([{ reopened: [{ until: expect.stringMatching(/^2027-/) }] }])
    const shown = page(choices).letters.groups.flatMap(({ example }) => example?.lessons ?? [])
    expect(shown.map(([, text]) => text)).toContainEqual(again)
    expect(arrange(choices).ok).toBe(true)
    const [sent] = letters().filter(({ to }) => to === "adult")
    expect(sent?.lessons.map(([, text]: [string, string]) => text)).toContainEqual(again)
  })

  test("leaves a credit with its family where the lesson can’t come back", () => {
    const { school, otis, credit } = bookSpot()
    const undoIt = undo({ [ids.friday]: { choice: "cancel" } })
    const choir = addClassRow(school, { name: "Choir", kind: "group", capacity: 9 })
    bookStudent(school, addEnrollmentRow(school, choir, otis))
    added(addSession(school, { classId: choir, date: "2026-11-27", startTime: "16:00", minutes: 60 }))
    expect(undoIt()).toMatchObject({ restored: 0, kept: [{}] })
    expect(session(ids.friday)?.state).toBe("cancelled")
    expect(credit()).toMatchObject({ usedAt: null, usedSeatId: null })
  })

  test("arranges none of the lessons that its task hasn’t come to", () => {
    const arranged = arrange({ [ids.friday]: { choice: "cancel" } })
    if (!arranged.ok) throw new Error(arranged.reason)
    const { arrangementId } = arranged
    expect(undoArrangement(family.school, away, arrangementId)).toMatchObject({ restored: 1 })
    const next = { taskId: "", subjectId: ids.milo, name: "", detail: { choice: "cancel" } }
    const about = { arrangementId, timeOffId: away }
    expect(arrangeLessonsWork.carryOut(family.school, about, next)).toMatchObject({ ok: false })
    expect(session(ids.milo)?.state).toBe("planned")
  })
})

test("a list of instruments names one as people write it", () => {
  expect(teachesIt("Piano, voice and Guitar", "guitar")).toBe(true)
  expect(teachesIt("Bass guitar", "Guitar")).toBe(false)
  expect(teachesIt(null, "Guitar")).toBe(false)
})
