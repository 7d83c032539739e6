import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { beforeEach, expect, test } from "vitest"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { chooseMail } from "../../../../tests/support/wanted"
import {
  hideResults,
  listStudentResults,
  saveResults,
  showResults,
  tellResultsDue,
} from "./exam-results.server"
import { addOccasion } from "./occasion.server"
import { inviteStudents } from "./occasion-guests.server"

// Otis and Milo of one family sat an exam.

const [minute, date] = [60_000, "2026-11-14"]

let family: ReturnType<typeof openPayingFamily>
let exam: string

beforeEach(() => {
  family = openPayingFamily()
  const facts = { kind: "exam" as const, title: "Grade exams", date, startTime: "10:00", endTime: "12:00" }
  const added = addOccasion(family.school, facts)
  if (!added.ok) throw new Error(added.reason)
  exam = added.occasionId
  inviteStudents(family.school, exam, family.studentIds)
  enter(0, "92")
  enter(1, "81")
})

const enter = (at: number, grade: string) => {
  const result = {
    [family.studentIds[at] ?? ""]: { grade, outcome: "Pass", note: "Steady.\nClear.", on: date },
  }
  expect(saveResults(family.school, exam, { result }).ok).toBe(true)
}
const clear = (at: number) => {
  const result = { [family.studentIds[at] ?? ""]: { grade: "", outcome: "", note: "", on: date } }
  expect(saveResults(family.school, exam, { result }).ok).toBe(true)
}
const mailed = () =>
  rowsOf(emails, { schoolId: family.school.school.id, template: "occasion" }).map(
    ({ data }) => JSON.parse(data) as MailData["occasion"],
  )
/** What has left, and is to leave. */
const sent = () => onceTold(family.school, mailed)
const tell = () => transact(() => tellResultsDue(family.school))
const seen = () =>
  family.studentIds.flatMap((id) => listStudentResults(family.school, id, { releasedOnly: true })).length

test("a family gets one email with all its results, two minutes after they are shown", () => {
  expect(showResults(family.school, exam, 2)).toEqual({ ok: true, changed: 2, at: testNow, told: 1 })
  fixClock(testNow + 2 * minute - 1)
  tell()
  expect(mailed()).toEqual([])
  fixClock(testNow + 2 * minute)
  tell()
  expect(mailed()).toMatchObject([
    {
      what: "results",
      title: "Grade exams",
      results: [
        ["Milo", "81, Pass. Steady. Clear."],
        ["Otis", "92, Pass. Steady. Clear."],
      ],
    },
  ])
  expect(showResults(family.school, exam, 0)).toMatchObject({ ok: true, changed: 0, told: 0 })
  expect(sent()).toHaveLength(1)
})

test("more results than the page counted are shown to no one", () => {
  expect(showResults(family.school, exam, 1)).toEqual({ ok: false, reason: "other-count", hidden: 2 })
  expect([seen(), sent()]).toEqual([0, []])
})

test("an undo within two minutes hides what that act showed, without a word", () => {
  clear(0)
  showResults(family.school, exam, 1)
  fixClock(testNow + minute)
  enter(0, "92")
  const later = showResults(family.school, exam, 1)
  expect(sent()).toHaveLength(2)
  expect(hideResults(family.school, exam, later.ok ? later.at : 0)).toEqual({ ok: true, changed: 1 })
  expect([seen(), sent().map(({ results }) => results?.length)]).toEqual([1, [1]])
  expect(hideResults(family.school, exam)).toEqual({ ok: true, changed: 1 })
  expect([seen(), sent()]).toEqual([0, []])
})

test("who turned these emails off gets none, and isn’t counted", () => {
  chooseMail(family.guardian.actor, [])
  expect(showResults(family.school, exam, 2)).toMatchObject({ changed: 2, told: 0 })
  expect(sent()).toEqual([])
})

test("a result that is corrected before its email leaves is emailed as it is then, at the time it was to leave", () => {
  enter(0, "29")
  showResults(family.school, exam, 2)
  fixClock(testNow + minute)
  enter(0, "92")
  fixClock(testNow + 2 * minute)
  tell()
  expect(mailed()).toMatchObject([
    {
      results: [
        ["Milo", "81, Pass. Steady. Clear."],
        ["Otis", "92, Pass. Steady. Clear."],
      ],
    },
  ])
})

test("a result that is cleared before its email leaves is in none, and the last one discards it", () => {
  showResults(family.school, exam, 2)
  clear(0)
  expect(sent().map(({ results }) => results?.map(([name]) => name))).toEqual([["Milo"]])
  enter(0, "29")
  expect(sent()).toHaveLength(1)
  clear(1)
  expect([seen(), sent()]).toEqual([0, []])
})

test("a correction changes no email that has left, and brings no second one", () => {
  showResults(family.school, exam, 2)
  sendTold(family.school)
  enter(0, "29")
  expect(sent().map(({ results }) => results?.[1])).toEqual([["Otis", "92, Pass. Steady. Clear."]])
})

test("emails that still wait long after the two minutes are corrected, and discarded by hiding", () => {
  showResults(family.school, exam, 2)
  fixClock(testNow + 2 * minute)
  tell()
  fixClock(testNow + 60 * minute)
  enter(0, "29")
  expect(sent().map(({ results }) => results?.[1])).toEqual([["Otis", "29, Pass. Steady. Clear."]])
  expect(hideResults(family.school, exam)).toEqual({ ok: true, changed: 2 })
  expect([seen(), sent()]).toEqual([0, []])
})
