import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { occasions } from "db/schema/teaching-occasions"
import fc from "fast-check"
import { expect, test } from "vitest"
import { listFeedEvents } from "~/models/exchange/calendar-feed/calendar-feed.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { fixClock } from "~/utils/clock.server"
import { openPayingFamily } from "../../../../tests/support/family"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { answerOccasion } from "./answer-occasion.server"
import { findFamilyOccasion, findOccasion, listOccasionsOn } from "./find-occasion.server"
import { mostGuests } from "./occasion"
import {
  addOccasion,
  cancelOccasion,
  changeOccasion,
  deleteOccasion,
  publishOccasion,
} from "./occasion.server"
import { listOccasionWarnings } from "./occasion-clashes.server"
import { inviteStudents, listGuestIds, listGuests, removeGuest } from "./occasion-guests.server"
import { programText } from "./program"
import { addEntry, listProgram, moveEntry, removeEntry } from "./program.server"

// Today is Wednesday, November 18, 2026; the recital is on Saturday, December 12.

const wish = {
  kind: "recital",
  title: "Winter recital",
  date: "2026-12-12",
  startTime: "15:00",
  endTime: "16:30",
} as const

type School = Parameters<typeof addOccasion>[0]

function planned(school: School, facts: Partial<Parameters<typeof addOccasion>[1]> = {}): string {
  return orFail(addOccasion(school, { ...wish, ...facts })).occasionId
}

const mails = (school: School) =>
  rowsOf(emails, { schoolId: school.school.id, template: "occasion" }).map(({ recipient, data }) => ({
    recipient,
    ...(JSON.parse(data) as { what: string; students: string[] }),
  }))

test("an event doesn’t begin or end in the hour that clocks skip", () => {
  const school = openSchool().actor
  const night = { ...wish, date: "2027-03-14" }
  const refused = (reason: string) => ({ ok: false, reason })
  const late = { ...night, startTime: "02:30", endTime: "03:15" }
  const early = { ...night, startTime: "01:30", endTime: "02:15" }
  expect(addOccasion(school, late)).toEqual(refused("start-skipped"))
  expect(addOccasion(school, early)).toEqual(refused("end-skipped"))
  expect(changeOccasion(school, planned(school), late)).toEqual(refused("start-skipped"))
  expect(addOccasion(school, { ...night, startTime: "01:30", endTime: "03:15" })).toMatchObject({ ok: true })
})

test("an event that is in such an hour already is changed otherwise, but not to another such time", () => {
  const school = openSchool().actor
  const night = { ...wish, date: "2027-03-14", startTime: "03:30", endTime: "04:30" }
  const id = planned(school, night)
  // As one was kept before such times were refused, or before the school's zone changed.
  changeRows(occasions, { id }, { startTime: "02:30" })
  const kept = { ...night, startTime: "02:30" }
  expect(changeOccasion(school, id, { ...kept, title: "Night music" })).toMatchObject({ ok: true })
  expect(findOccasion(school, id)).toMatchObject({ title: "Night music", startTime: "02:30" })
  expect(changeOccasion(school, id, { ...kept, startTime: "02:45" })).toBeRefused("start-skipped")
})

test("families see an event once it is published, and each person gets one email for all children", () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const id = planned(school)
  expect(publishOccasion(school, id)).toBeRefused("no-guests")
  expect(inviteStudents(school, id, studentIds)).toMatchObject({
    ok: true,
    invited: 2,
    reach: { reached: [] },
  })
  expect(findFamilyOccasion(guardian.actor, studentIds, id)).toBeUndefined()
  expect(listFeedEvents(guardian.actor).events).toEqual([])
  expect(publishOccasion(school, id)).toMatchObject({ ok: true, reach: { reached: [expect.any(String)] } })
  expect(publishOccasion(school, id)).toBeRefused("not-a-draft")
  expect(mails(school)).toMatchObject([{ what: "invited", students: ["Milo", "Otis"] }])
  expect(findFamilyOccasion(guardian.actor, studentIds, id)).toMatchObject({ title: "Winter recital" })
  expect(listFeedEvents(guardian.actor).events).toMatchObject([
    { title: "Winter recital", isCancelled: false },
  ])
  expect(deleteOccasion(school, id)).toBeRefused("not-a-draft")
})

test("a new time is told to the families, other changes aren’t, and a canceled event stays in their calendars", () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const id = planned(school)
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  expect(changeOccasion(school, id, { ...wish, note: "Bring music stands." })).toMatchObject({
    ok: true,
    reach: { reached: [] },
  })
  expect(changeOccasion(school, id, { ...wish, startTime: "14:00" })).toMatchObject({
    ok: true,
    reach: { reached: [expect.any(String)] },
  })
  expect(cancelOccasion(school, id, "Snow is forecast.")).toMatchObject({
    ok: true,
    reach: { reached: [expect.any(String)] },
  })
  expect(mails(school).map(({ what }) => what)).toEqual(["invited", "changed", "canceled"])
  expect(changeOccasion(school, id, wish)).toBeRefused("is-canceled")
  const [event] = listFeedEvents(guardian.actor).events
  expect(event).toMatchObject({ title: "Canceled: Winter recital", isCancelled: true, sequence: 4 })
})

test("who is invited later is told then, and answers can change until the event begins", () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = "", milo = ""] = studentIds
  const id = planned(school)
  inviteStudents(school, id, [otis])
  publishOccasion(school, id)
  expect(inviteStudents(school, id, [otis, milo])).toMatchObject({
    ok: true,
    invited: 1,
    reach: { reached: [expect.any(String)] },
  })
  const say = (answer: "yes" | "no") => answerOccasion(guardian.actor, id, { id: otis, name: "Otis" }, answer)
  expect(say("no").ok).toBe(true)
  expect(say("yes").ok).toBe(true)
  expect(listGuests(school, id).find(({ studentId }) => studentId === otis)?.answer).toBe("yes")
  fixClock(Date.parse("2026-12-12T20:00:00Z"))
  expect(say("no")).toBeRefused("over")
  const stranger = addStudentRow(school, "Ada", "Rossi")
  expect(answerOccasion(guardian.actor, id, { id: stranger, name: "Ada" }, "yes")).toBeRefused("not-found")
})

test("another school’s students, rooms and events are none", () => {
  const { actor: school } = openSchool()
  const { actor: other } = openSchool()
  const id = planned(school)
  expect(inviteStudents(school, id, [addStudentRow(other, "Ada", "Rossi")])).toMatchObject({ invited: 0 })
  expect(addOccasion(school, { ...wish, roomId: addRoomRow(other, "Hall") })).toBeRefused("unknown-room")
  expect(addOccasion(school, { ...wish, teacherId: addTeacherRow(other, "Kwame") })).toBeRefused(
    "unknown-teacher",
  )
  expect(findOccasion(other, id)).toBeUndefined()
  expect(publishOccasion(other, id)).toBeRefused("not-found")
  expect(listOccasionsOn(other, "2026-12-01", "2026-12-31")).toEqual([])
})

test("an event holds a limited number of students, and former ones aren’t invited", () => {
  const { actor: school } = openSchool()
  const id = planned(school)
  const many = Array.from({ length: mostGuests + 1 }, (_, n) => addStudentRow(school, `S${n}`, "Lee"))
  expect(inviteStudents(school, id, many)).toBeRefused("too-many")
  expect(inviteStudents(school, id, many.slice(1))).toMatchObject({ ok: true, invited: mostGuests })
})

test("a former student who is chosen by name isn't invited, and is named", () => {
  const { actor: school } = openSchool()
  const id = planned(school)
  const [ada, milo] = [addStudentRow(school, "Ada", "Lee"), addStudentRow(school, "Milo", "Adler")]
  changeRows(students, { id: milo }, { status: "former" })
  expect(inviteStudents(school, id, [ada, milo])).toMatchObject({ invited: 1, left: ["Milo Adler"] })
  expect(listGuestIds(school, id)).toEqual([ada])
})

test("the room, the teacher and the students who have a lesson then are named", () => {
  const { actor: school } = openSchool()
  const [hall, kwame] = [addRoomRow(school, "Hall"), addTeacherRow(school, "Kwame Boateng")]
  const milo = addStudentRow(school, "Milo", "Adler")
  const classId = addClassRow(school, { teacherId: kwame, roomId: hall })
  addEnrollmentRow(school, classId, milo)
  orFail(addSession(school, { classId, date: "2026-12-12", startTime: "16:00", minutes: 30 }))
  const id = planned(school, { roomId: hall, teacherId: kwame })
  inviteStudents(school, id, [milo])
  planned(school, { title: "Rehearsal", roomId: hall, startTime: "14:00", endTime: "15:30" })
  const found = findOccasion(school, id)
  expect(found && listOccasionWarnings(school, found)).toEqual([
    "Kwame Boateng teaches Milo Adler at 4:00 PM.",
    "Hall is taken at 4:00 PM by Milo Adler with Kwame Boateng.",
    "Hall is also taken by the event Rehearsal.",
    "1 invited student has a lesson then: Milo Adler.",
  ])
  changeOccasion(school, id, {
    ...wish,
    startTime: "17:00",
    endTime: "18:00",
    roomId: hall,
    teacherId: kwame,
  })
  const later = findOccasion(school, id)
  expect(later && listOccasionWarnings(school, later)).toEqual([])
})

test("positions stay whole whatever is added, moved and removed", () => {
  const { actor: school } = openSchool()
  const milo = addStudentRow(school, "Milo", "Adler")
  const act = fc.oneof(
    fc.constant({ do: "add" as const, at: 0 }),
    fc.record({ do: fc.constantFrom("up" as const, "down" as const, "remove" as const), at: fc.nat(9) }),
  )
  inHistories(30, fc.array(act, { maxLength: 14 }), (acts) => {
    const id = planned(school)
    inviteStudents(school, id, [milo])
    let expected: string[] = []
    for (const [n, step] of acts.entries()) {
      const entries = listProgram(school, id)
      const entry = entries[step.at]
      if (step.do === "add") {
        addEntry(school, id, { piece: `Piece ${n}`, minutes: 3, performers: [milo] })
        expected = [...expected, `Piece ${n}`]
      } else if (entry && step.do === "remove") {
        removeEntry(school, id, entry.id)
        expected = expected.filter((piece) => piece !== entry.piece)
      } else if (entry && step.do !== "remove") {
        moveEntry(school, id, entry.id, step.do)
        const to = Math.min(expected.length - 1, Math.max(0, step.at + (step.do === "up" ? -1 : 1)))
        expected = expected.filter((piece) => piece !== entry.piece)
        expected.splice(to, 0, entry.piece)
      }
    }
    const program = listProgram(school, id)
    expect(program.map(({ piece }) => piece)).toEqual(expected)
    expect(program.map(({ position }) => position)).toEqual(expected.map((_, index) => index + 1))
  })
})

test("only invited students play, and an entry goes with the last of them", () => {
  const { actor: school } = openSchool()
  const [milo, ada] = [addStudentRow(school, "Milo", "Adler"), addStudentRow(school, "Ada", "Rossi")]
  const id = planned(school)
  inviteStudents(school, id, [milo])
  const play = (performers: string[]) => addEntry(school, id, { piece: "Duet", minutes: 4, performers })
  expect(play([milo, ada])).toBeRefused("not-invited")
  inviteStudents(school, id, [ada])
  expect(play([milo, ada]).ok).toBe(true)
  expect(addEntry(school, id, { piece: "Solo", performers: [ada] }).ok).toBe(true)
  expect(programText(listProgram(school, id))).toBe("2 pieces, 4 minutes, 1 without a length")
  removeGuest(school, id, ada)
  expect(listProgram(school, id)).toMatchObject([{ piece: "Duet", performers: [{ id: milo }] }])
  expect(deleteOccasion(school, id)).toEqual({ ok: true, title: "Winter recital" })
  expect(findOccasion(school, id)).toBeUndefined()
})
