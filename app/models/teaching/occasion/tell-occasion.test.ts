import { emails } from "db/schema/foundation-mail"
import { students, teachers } from "db/schema/people"
import { expect, test } from "vitest"
import { findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { cancelTask, runNextItems } from "~/models/foundation/task/run-task.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { fixClock } from "~/utils/clock.server"
import { openPayingFamily } from "../../../../tests/support/family"
import { addStudentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { answerOccasion } from "./answer-occasion.server"
import { findOccasion } from "./find-occasion.server"
import {
  addOccasion,
  cancelOccasion,
  changeOccasion,
  deleteOccasion,
  publishOccasion,
  tellTheOthers,
} from "./occasion.server"
import { inviteStudents, listGuests, removeGuest } from "./occasion-guests.server"
import { addEntry, listProgram } from "./program.server"
import { countUntold, findTelling, tellOccasionWork } from "./tell-occasion.server"

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
  onceTold(school, () =>
    rowsOf(
      emails,
      { schoolId: school.school.id, template: "occasion" },
      { only: ["recipient", "state", "data"] },
    ).map(({ data, ...mail }) => ({
      ...mail,
      ...(JSON.parse(data) as { what: string; students: string[]; forTeacher?: true }),
    })),
  )

/** Students two by two with one address, invited to a draft. */
function openMany(count: number) {
  const { actor: school } = openSchool()
  const id = planned(school)
  const ids = Array.from({ length: count }, (_, n) => addStudentRow(school, `S${n}`, "Lee"))
  for (const [n, studentId] of ids.entries())
    changeRows(students, { id: studentId }, { email: `family${Math.floor(n / 2)}@families.example` })
  inviteStudents(school, id, ids)
  const found = () => {
    const occasion = findOccasion(school, id)
    if (!occasion) throw new Error("no event")
    return occasion
  }
  return { school, id, ids, found }
}

const oneByOne = { ...tellOccasionWork, atMost: 1 }

const taskOf = (result: { ok: boolean; taskId?: string | null }): string => {
  if (!result.taskId) throw new Error("no task")
  return result.taskId
}

test("families of many students are emailed as a task in steps, each person once for all children", () => {
  const { school, id, ids, found } = openMany(60)
  const taskId = taskOf(publishOccasion(school, id))
  expect(publishOccasion(school, id)).toBeRefused("not-a-draft")
  expect(mails(school)).toEqual([])
  expect(findTelling(school, id)?.id).toBe(taskId)
  expect(tellTheOthers(school, id)).toMatchObject({ ok: true, taskId })
  let steps = 0
  while (runNextItems(school, taskId, tellOccasionWork)) steps++
  expect(steps).toBeGreaterThan(11)
  const sent = mails(school)
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(30)
  expect(sent).toHaveLength(30)
  expect(sent.every(({ state, students: two }) => state === "queued" && two.length === 2)).toBe(true)
  expect(sent.flatMap(({ students: two }) => two)).toHaveLength(ids.length)
  expect(countUntold(school, found())).toBe(0)
  expect(tellTheOthers(school, id)).toMatchObject({ ok: true, reach: { reached: [] }, taskId: null })
  expect(mails(school)).toHaveLength(30)
})

test("emails that were stopped are sent to the others later, and no one is told twice", () => {
  const { school, id, found } = openMany(60)
  const taskId = taskOf(publishOccasion(school, id))
  for (let step = 0; step < 20; step++) runNextItems(school, taskId, oneByOne)
  expect(cancelTask(school, taskId).ok).toBe(true)
  while (runNextItems(school, taskId, tellOccasionWork));
  expect(mails(school)).toHaveLength(10)
  expect(mails(school).every(({ state }) => state === "queued")).toBe(true)
  expect(countUntold(school, found())).toBe(40)
  const next = taskOf(tellTheOthers(school, id))
  while (runNextItems(school, next, tellOccasionWork));
  expect(mails(school)).toHaveLength(30)
  expect(new Set(mails(school).map(({ recipient }) => recipient)).size).toBe(30)
  expect(countUntold(school, found())).toBe(0)
})

test("families who never heard of an event aren’t told that it is canceled", () => {
  const { school, id, found } = openMany(60)
  const taskId = taskOf(publishOccasion(school, id))
  runNextItems(school, taskId, { ...tellOccasionWork, atMost: 2 })
  expect(cancelTask(school, taskId).ok).toBe(true)
  while (runNextItems(school, taskId, tellOccasionWork));
  expect(mails(school).map(({ what }) => what)).toEqual(["invited"])
  expect(cancelOccasion(school, id, "Published by mistake.")).toMatchObject({
    ok: true,
    reach: { reached: [expect.any(String)] },
    taskId: null,
  })
  expect(mails(school).map(({ what }) => what)).toEqual(["invited", "canceled"])
  expect(countUntold(school, found())).toBe(0)
})

test("who is removed while emails are gathered is in none of them, and isn’t told of it", () => {
  const { school, id, ids } = openMany(60)
  const taskId = taskOf(publishOccasion(school, id))
  for (let step = 0; step < 20; step++) runNextItems(school, taskId, oneByOne)
  for (const at of [0, 2, 3])
    expect(removeGuest(school, id, ids[at] ?? "")).toMatchObject({ ok: true, told: 0 })
  while (runNextItems(school, taskId, tellOccasionWork));
  const sent = mails(school)
  expect(sent.map(({ what }) => what)).toEqual(Array(29).fill("invited"))
  expect(sent.find(({ recipient }) => recipient.startsWith("family0@"))?.students).toEqual(["S1"])
  expect(sent.some(({ recipient }) => recipient.startsWith("family1@"))).toBe(false)
  expect(removeGuest(school, id, ids[1] ?? "")).toMatchObject({ ok: true, told: 1 })
})

test("an event that is canceled while its emails are gathered invites no one, and no one is told", () => {
  const { school, id, found } = openMany(60)
  const taskId = taskOf(publishOccasion(school, id))
  for (let step = 0; step < 20; step++) runNextItems(school, taskId, oneByOne)
  expect(cancelOccasion(school, id, "Published by mistake.")).toMatchObject({
    ok: true,
    reach: { reached: [] },
    taskId: null,
  })
  while (runNextItems(school, taskId, tellOccasionWork));
  expect(mails(school)).toEqual([])
  expect(countUntold(school, found())).toBe(0)
})

test("a family with one child invited and one who knows already gets an email about each", () => {
  const { school, id } = openMany(60)
  const first = taskOf(publishOccasion(school, id))
  for (let step = 0; step < 21; step++) runNextItems(school, first, oneByOne)
  expect(cancelTask(school, first).ok).toBe(true)
  while (runNextItems(school, first, tellOccasionWork));
  const second = taskOf(changeOccasion(school, id, { ...wish, startTime: "14:00" }))
  while (runNextItems(school, second, tellOccasionWork));
  const theirs = mails(school).filter(({ recipient }) => recipient.startsWith("family10@"))
  expect(theirs.map(({ what, students: names }) => `${what} ${names}`).sort()).toEqual([
    "changed S20",
    "invited S20",
    "invited S21",
  ])
})

test("a new time that comes while emails are written is told to everyone, with the newest facts once", () => {
  const { school, id } = openMany(60)
  const first = taskOf(publishOccasion(school, id))
  for (let step = 0; step < 20; step++) runNextItems(school, first, oneByOne)
  const second = taskOf(changeOccasion(school, id, { ...wish, startTime: "14:00" }))
  while (runNextItems(school, first, tellOccasionWork));
  while (runNextItems(school, second, tellOccasionWork));
  const sent = mails(school)
  const byWhat = (what: string) => sent.filter((mail) => mail.what === what).length
  expect([byWhat("invited"), byWhat("changed")]).toEqual([30, 10])
})

test("an event that families know isn’t moved into the past, where no one would be told", () => {
  const { school, studentIds } = openPayingFamily()
  const id = planned(school)
  expect(changeOccasion(school, id, { ...wish, date: "2026-11-10" }).ok).toBe(true)
  expect(changeOccasion(school, id, wish).ok).toBe(true)
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  const past = { ...wish, date: "2026-11-10" }
  expect(changeOccasion(school, id, past)).toBeRefused("in-the-past")
  expect(findOccasion(school, id)?.localDate).toBe("2026-12-12")
  fixClock(Date.parse("2026-12-13T12:00:00Z"))
  expect(changeOccasion(school, id, { ...wish, startTime: "14:30" })).toMatchObject({
    ok: true,
    reach: { reached: [] },
  })
})

test("a family is told that a student is no longer invited, unless they declined or never knew", () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = "", milo = ""] = studentIds
  const draft = planned(school)
  inviteStudents(school, draft, [otis])
  expect(removeGuest(school, draft, otis)).toMatchObject({ ok: true, told: 0 })
  const id = planned(school)
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  answerOccasion(guardian.actor, id, { id: milo, name: "Milo" }, "no")
  expect(removeGuest(school, id, milo)).toMatchObject({ ok: true, told: 0 })
  expect(removeGuest(school, id, otis)).toMatchObject({ ok: true, told: 1 })
  expect(mails(school).at(-1)).toMatchObject({ what: "removed", students: ["Otis"] })
})

test("a student who was removed and is invited again isn’t said to be no longer invited", () => {
  const { school, studentIds } = openPayingFamily()
  const [otis = ""] = studentIds
  const id = planned(school)
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  sendTold(school)
  const sent = mails(school).length
  for (const studentId of studentIds) removeGuest(school, id, studentId)
  inviteStudents(school, id, [otis])
  const news = mails(school).slice(sent)
  expect(news.map(({ what, students: of }) => [what, of])).toEqual([
    ["invited", ["Otis"]],
    ["removed", ["Milo"]],
  ])
})

test("a student who was removed comes back with their answer and their piece, and no one reads of it", () => {
  const { school, studentIds, guardian } = openPayingFamily()
  const [otis = "", milo = ""] = studentIds
  const id = planned(school)
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  answerOccasion(guardian.actor, id, { id: otis, name: "Otis" }, "yes")
  addEntry(school, id, { piece: "Minuet", performers: [otis] })
  addEntry(school, id, { piece: "Duet", performers: studentIds })
  const before = [listGuests(school, id), listProgram(school, id)]
  const sent = mails(school).length
  const remove = () => {
    const removed = removeGuest(school, id, otis)
    return removed.ok ? removed.guestId : ""
  }
  const undo = (guestId: string) => restoreDeleted(school, findOwnDeletion(school, guestId) ?? "")
  const first = remove()
  expect(listProgram(school, id).map(({ piece }) => piece)).toEqual(["Duet"])
  expect(mails(school).slice(sent)).toMatchObject([{ what: "removed", state: "queued" }])
  expect(undo(first).ok).toBe(true)
  expect([listGuests(school, id), listProgram(school, id)]).toEqual(before)
  expect(mails(school)).toHaveLength(sent)
  expect(undo(first)).toBeRefused("not-found")

  // Once the email has left, the family reads that the student is invited.
  const second = remove()
  sendTold(school)
  expect(undo(second).ok).toBe(true)
  expect(mails(school).at(-1)).toMatchObject({ what: "invited", students: ["Otis"] })

  const third = remove()
  inviteStudents(school, id, [otis])
  expect(undo(third)).toBeRefused("still-there")
  expect(removeGuest(school, id, milo).ok).toBe(true)
})

test("who is in charge hears of it, of a new time, of someone else in charge and of the end", () => {
  const { school, studentIds } = openPayingFamily()
  const [kwame, ines] = [addTeacherRow(school, "Kwame Boateng"), addTeacherRow(school, "Ines Pohl")]
  for (const [id, email] of [
    [kwame, "kwame@school.example"],
    [ines, "ines@school.example"],
  ] as const)
    changeRows(teachers, { id }, { email })
  const id = planned(school, { teacherId: kwame })
  const led = () =>
    mails(school).flatMap(({ recipient, what, forTeacher }) => (forTeacher ? [`${recipient} ${what}`] : []))
  const [k, i] = ["kwame@school.example", "ines@school.example"]
  expect(led()).toEqual([`${k} in-charge`])
  inviteStudents(school, id, studentIds)
  publishOccasion(school, id)
  changeOccasion(school, id, { ...wish, teacherId: kwame, note: "Bring stands." })
  expect(led()).toHaveLength(1)
  changeOccasion(school, id, { ...wish, teacherId: kwame, startTime: "14:00" })
  changeOccasion(school, id, { ...wish, teacherId: ines, startTime: "14:00" })
  cancelOccasion(school, id, "Snow is forecast.")
  expect(led().slice(1)).toEqual([`${k} changed`, `${k} not-in-charge`, `${i} in-charge`, `${i} canceled`])
})

test("who is in charge hears that a draft was deleted, and that it was restored", () => {
  const { actor: school } = openSchool()
  const kwame = addTeacherRow(school, "Kwame Boateng")
  changeRows(teachers, { id: kwame }, { email: "kwame@school.example" })
  const id = planned(school, { teacherId: kwame })
  deleteOccasion(school, id)
  expect(mails(school).map(({ what }) => what)).toEqual(["in-charge", "not-in-charge"])
  expect(restoreDeleted(school, findOwnDeletion(school, id) ?? "").ok).toBe(true)
  expect(mails(school).map(({ what }) => what)).toEqual(["in-charge", "not-in-charge", "in-charge"])
})
