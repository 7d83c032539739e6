import { beforeEach, expect, test } from "vitest"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { changeTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { Browser, textOf } from "../../support/app"
import { openClass } from "../../support/lessons"
import { openSchool } from "../../support/school"

// What leaving does to a monthly fee that is charged already is on the page before it happens. Today is November 18, 2026.

let office: Browser
let opened: ReturnType<typeof openClass>

beforeEach(async () => {
  const school = openSchool()
  office = await Browser.of(school.userId)
  opened = openClass(school.actor, {
    pupils: ["Otis Rossi", "Wren Adeyemi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  changeTuitionRule(school.actor, { basis: "days", lessons: 4, skipsClosures: false })
  chargeMonth(school.actor, "2026-11")
})

test("unenrolling a student, also with a last day that is over", async () => {
  const path = `/classes/${opened.classId}/students/${opened.enrollmentIds[0]}`
  const fields = { command: "drop", lastDay: "2026-11-15", reason: "Moved away", intent: "preview" }
  const text = await textOf(await office.submit(path, fields))
  expect(text).toContain("Attendance is kept, and the fees below change.")
  expect(text).toMatch(/November 2026 .*charged \$90\.00 so far.*\$45\.00/)
})

test("ending a class", async () => {
  const fields = { lastDay: "2026-11-20", reason: "The hall closes", intent: "preview" }
  const text = await textOf(await office.submit(`/classes/${opened.classId}/end`, fields))
  expect(text).toContain("The charged monthly fees of 2 students go down by $60.00 in all.")
})
