import { makeUpCredits } from "db/schema/attendance"
import { tasks } from "db/schema/foundation-tasks"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { tryRulesWork } from "~/models/attendance/rule-trial/try-rules.server"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { grantCredit } from "~/models/teaching/credit/change-credit.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { openSchool, rowsOf } from "../../support/school"

// In September, Otis reported one absence 12 hours ahead, too late for the school's 24, and Milo one in time.

const hourMs = 3_600_000
const page = "/settings/rule-trials"
const rules = {
  term: "2026-07-01",
  noticeHours: "6",
  lateAllowance: "0",
  creditExpiry: "days",
  creditExpiryDays: "90",
  countsIllness: "on",
}
let opened: Awaited<ReturnType<typeof openTerm>>

async function openTerm() {
  const { actor: school } = openSchool()
  const { classId, studentIds } = openClass(school, {
    pupils: ["Otis Rossi", "Milo Haddad"],
  })
  const [otis = "", milo = ""] = studentIds
  const sessionId = addSessionRow(school, classId, "2026-09-16")
  const startsAt = Date.UTC(2026, 8, 16, 12)
  fixClock(startsAt - 30 * hourMs)
  recordNotice(school, sessionId, milo, { at: startsAt - 30 * hourMs, text: null })
  fixClock(startsAt - 10 * hourMs)
  recordNotice(school, sessionId, otis, { at: startsAt - 10 * hourMs, text: null })
  fixClock(testNow)
  takeRegister(school, sessionId, {
    marks: [
      { studentId: otis, code: "absent" },
      { studentId: milo, code: "excused" },
    ],
  })
  return { school, otis, milo, classId, office: await Browser.of(school.userId ?? "") }
}

beforeEach(async () => {
  fixClock(testNow)
  opened = await openTerm()
})

const findTaskId = () =>
  rowsOf(tasks, { schoolId: opened.school.school.id, kind: "try-rules" }, { only: ["id"] }).at(-1)?.id ?? ""
const runTask = (taskId: string) => {
  while (runNextItems(opened.school, taskId, tryRulesWork));
}

test("other rules are tried on a past term: figures, the absences behind them, a file, and no record changed", async () => {
  const { school, otis, classId } = opened
  const wish = { classId, minutes: 30, lastDay: "2027-01-31", reason: "A kindness" }
  expect(grantCredit(school, otis, wish).ok).toBe(true)
  const before = rowsOf(makeUpCredits)
  expect(await opened.office.read("/settings/policies?edit=notice")).toContain("Try rules on another term")
  expect(await opened.office.read(page)).toContain("Notice period (hours)")
  const started = await opened.office.submit(page, rules)
  expect(started.status).toBe(303)
  const taskId = findTaskId()
  expect(started.headers.get("Location")).toBe(`/tasks/${taskId}`)
  expect((await opened.office.visit(`${page}/${taskId}`)).headers.get("Location")).toBe(`/tasks/${taskId}`)
  runTask(taskId)
  expect((await opened.office.visit(`/tasks/${taskId}`)).headers.get("Location")).toBe(`${page}/${taskId}`)
  const result = await opened.office.read(`${page}/${taskId}`)
  for (const text of [
    "Credits granted",
    "Rossi",
    "Otis",
    "Reported in time",
    "1 family of 2 with absences",
    "1 credit granted by hand isn’t counted: no rule changes it.",
  ])
    expect(result).toContain(text)
  expect(result).not.toContain("Haddad")
  expect(await opened.office.read(`${page}/${taskId}?show=all`)).toContain("Haddad")
  const csv = await opened.office.html(`${page}/${taskId}/absences.csv`)
  expect(csv).toContain("Rossi,Otis Rossi,Guitar ensemble,2026-09-16,No credit,Available")
  expect(rowsOf(makeUpCredits)).toEqual(before)
})

test("a wrong number or term is refused beside its field, and another school sees nothing", async () => {
  const wrong = await opened.office.submit(page, { ...rules, noticeHours: "many" })
  expect(wrong.status).toBe(400)
  const text = await wrong.text()
  expect(text).toContain("Enter a number of hours from 0 to 720.")
  expect(text).toContain('value="many"')
  expect((await opened.office.submit(page, { ...rules, term: "2031-01-01" })).status).toBe(409)
  await opened.office.submit(page, rules)
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  for (const path of ["", "/absences.csv"])
    expect((await stranger.visit(`${page}/${findTaskId()}${path}`)).status).toBe(404)
})
