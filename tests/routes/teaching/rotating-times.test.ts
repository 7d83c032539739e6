import { schedules } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { type ChoirSchool, openChoirSchool } from "../../support/choir"
import { rowsOf } from "../../support/school"

// A time that rotates, from the class's schedule. Today is Wednesday, November 18, 2026; the choir meets on Tuesdays at 4.

let school: ChoirSchool
let path: string

beforeEach(async () => {
  school = await openChoirSchool()
  await school.make({ students: school.studentIds.slice(0, 2) })
  path = `/classes/${school.made()}/schedule`
})

const form = {
  scope: "following",
  from: "2026-11-19",
  weekdays: "4",
  everyWeeks: "1",
  startTime: "09:00",
  minutes: "30",
  "rotation[0]": "10:00",
  "rotation[1]": "",
  "rotation[2]": "11:00",
}
const rules = () => rowsOf(schedules, { classId: school.made() })

test("the office enters the start of each week, looks at the first dates and adds them together", async () => {
  expect(await school.office.read(path)).toContain("Rotating times")
  const looked = await school.office.submit(path, { ...form, intent: "preview" })
  expect(looked.status).toBe(200)
  expect(await looked.text()).toContain('value="11:00"')
  expect(rules()).toHaveLength(1)
  await expect(school.office.submit(path, { ...form, intent: "save" })).toAnswer(303)
  expect(
    rules()
      .slice(1)
      .map(({ rrule, startTime, startsOn }) => [rrule, startTime, startsOn]),
  ).toEqual([
    ["FREQ=WEEKLY;INTERVAL=3;BYDAY=TH", "09:00", "2026-11-19"],
    ["FREQ=WEEKLY;INTERVAL=3;BYDAY=TH", "10:00", "2026-11-23"],
    ["FREQ=WEEKLY;INTERVAL=3;BYDAY=TH", "11:00", "2026-11-30"],
  ])
  const thursdays = school
    .datesOf(school.made())
    .filter(({ startTime }) => startTime < "12:00")
    .map(({ localDate, startTime }) => `${localDate} ${startTime}`)
  expect(thursdays.slice(0, 4)).toEqual([
    "2026-11-19 09:00",
    "2026-11-26 10:00",
    "2026-12-03 11:00",
    "2026-12-10 09:00",
  ])
})

test("a wrong time, or another rhythm besides, is refused beside its field and nothing is lost", async () => {
  const wrong = await school.office.submit(path, { ...form, "rotation[0]": "25:00", intent: "save" })
  await expect(wrong).toAnswer(400, "Enter a start time.")
  const both = await school.office.submit(path, { ...form, everyWeeks: "2", intent: "save" })
  await expect(both).toAnswer(400, "rotating times take turns week by week")
  expect(await school.office.html(path)).toContain("rotation[4]")
  expect(rules()).toHaveLength(1)
})

test("a new class is given a time that rotates, as many lessons as asked for", async () => {
  const fields = {
    name: "Theory",
    weekdays: "4",
    startTime: "09:00",
    startsOn: "2026-11-19",
    everyWeeks: "1",
  }
  const refused = await school.make({ ...fields, everyWeeks: "2", "rotation[0]": "10:00" })
  await expect(refused).toAnswer(400, "rotating times take turns week by week")
  const made = await school.make({ ...fields, "rotation[0]": "10:00", ends: "count", count: "5" })
  expect(made.status).toBe(303)
  expect(
    school.datesOf(school.made("Theory")).map(({ localDate, startTime }) => `${localDate} ${startTime}`),
  ).toEqual([
    "2026-11-19 09:00",
    "2026-11-26 10:00",
    "2026-12-03 09:00",
    "2026-12-10 10:00",
    "2026-12-17 09:00",
  ])
})
