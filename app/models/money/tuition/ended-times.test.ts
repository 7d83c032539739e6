import { charges } from "db/schema/money"
import { schedules } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { startClass } from "~/models/teaching/class/class.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { listClassesOfStudent } from "~/models/teaching/class/student-classes.server"
import { priceText } from "~/models/teaching/price/price-text"
import { fixClock } from "~/utils/clock.server"
import { addClosureRow, addScheduleRow, addStudentRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { chargeMonthsDue } from "../../../../tests/support/tuition"
import { listExpectedBills } from "../charge/month-fee.server"
import { previewMonths } from "../charge/preview-months.server"

// A class of Wednesdays that costs $100 a month, from November 18 until its weekly times are over.

let actor: Actor
let otis: string
beforeEach(() => {
  fixClock(Date.parse("2026-11-18T17:00:00Z"))
  actor = openSchool().actor
  otis = addStudentRow(actor, "Otis", "Rossi")
})

type Facts = Partial<Parameters<typeof startClass>[1]>

function start(facts: Facts): string {
  const started = startClass(actor, {
    name: "Violin",
    kind: "private",
    capacity: 1,
    billing: "monthly",
    amount: 10000,
    weekdays: [3],
    everyWeeks: 1,
    rotation: [],
    startTime: "16:00",
    minutes: 45,
    startsOn: "2026-11-18",
    ends: "open",
    students: [otis],
    ...facts,
  })
  if (!started.ok) throw new Error(started.reason)
  return started.classId
}

const previewed = (facts: Facts) =>
  rehearse(() => previewMonths(actor, start(facts), [otis], { withMissed: true }).map(({ month }) => month))

/** The months that are charged until a day, as the daily job charges them. */
function chargedBy(day: string): (string | null)[] {
  for (let month = "2026-11"; month <= day.slice(0, 7); month = following(month)) {
    fixClock(Date.parse(`${month === day.slice(0, 7) ? day : `${month}-28`}T17:00:00Z`))
    chargeMonthsDue(actor)
  }
  return rowsOf(charges, { schoolId: actor.school.id }, { by: "month" }).map(({ month }) => month)
}

const following = (month: string) =>
  month.endsWith("12")
    ? "2027-01"
    : `${month.slice(0, 5)}${String(Number(month.slice(5)) + 1).padStart(2, "0")}`

test("an end in the form ends the months that are previewed, charged and expected", () => {
  const ending = { ends: "date", endsOn: "2026-12-09" } as const
  expect(previewed(ending)).toEqual(["2026-11", "2026-12"])
  const classId = start(ending)
  expect(chargedBy("2027-03-05")).toEqual(["2026-11", "2026-12"])
  expect(previewMonths(actor, classId, [otis])).toEqual([])
  expect(listExpectedBills(actor, "2027-04")).toEqual([])
})

test("so does a number of lessons", () => {
  expect(previewed({ ends: "count", count: 2 })).toEqual(["2026-11"])
  expect(previewed({ startsOn: "2027-01-13", ends: "count", count: 5 })).toEqual(["2027-01", "2027-02"])
})

test("without an end the months go on, also where a month is closed", () => {
  addClosureRow(actor, "2026-12-01", "2027-01-31")
  expect(previewed({})).toEqual(["2026-11", "2026-12", "2027-01"])
  start({})
  expect(chargedBy("2027-02-05")).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"])
})

test("a weekly time that takes over keeps the months; one that begins months later leaves out those between, also afterwards", () => {
  const classId = start({ ends: "date", endsOn: "2026-12-09" })
  addScheduleRow(actor, classId, { startsOn: "2027-03-03" })
  expect(chargedBy("2027-03-05")).toEqual(["2026-11", "2026-12", "2027-03"])
  changeRows(schedules, { classId }, { endsOn: null })
  expect(previewMonths(actor, classId, [otis]).map(({ month }) => month)).toEqual([
    "2027-03",
    "2027-04",
    "2027-05",
  ])
})

test("a class without weekly times, planned lesson by lesson, is charged every month", () => {
  start({ weekdays: [] })
  expect(chargedBy("2027-01-05")).toEqual(["2026-11", "2026-12", "2027-01"])
})

test("the class and the student name the last month beside the price", () => {
  const classId = start({ ends: "date", endsOn: "2026-12-09" })
  const found = findClass(actor, classId)
  const [ofStudent] = listClassesOfStudent(actor, otis)
  for (const { price, lastDay } of [found, ofStudent].flatMap((row) => row ?? []))
    expect(priceText(price, "USD", lastDay)).toBe("$100.00 a month until December 2026")
  expect(priceText({ billing: "per_session", amountMinor: 4500 }, "USD", "2026-12-09")).toBe(
    "$45.00 per lesson",
  )
  expect(findClass(actor, start({ startTime: "18:00" }))?.lastDay).toBeNull()
})
