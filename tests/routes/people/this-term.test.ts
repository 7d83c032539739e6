import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addTerm } from "~/models/foundation/term/term.server"
import { Browser, openOffice } from "../../support/app"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember } from "../../support/school"

// “This term” in a record is the school’s own term that today is in, and the half-year for a school that names none.

let actor: Actor
let office: Browser
let teacher: Browser
let classId: string
let amara: string

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  teacher = await Browser.of(marcus.userId)
  const opened = openClass(actor, { class: { teacherId: marcus.teacherId }, pupils: ["Amara Fraser"] })
  classId = opened.classId
  ;[amara = ""] = opened.studentIds
  for (const [day, code] of [
    ["2026-09-09", "absent"],
    ["2026-09-23", "present"],
    ["2026-10-14", "absent"],
    ["2026-11-11", "present"],
  ] as const)
    expect(
      takeRegister(actor, addSessionRow(actor, classId, day, { teacherId: marcus.teacherId }), {
        marks: [{ studentId: amara, code }],
      }).ok,
    ).toBe(true)
})

/** What every page that counts a term says of Amara and the class. */
const said = async () => {
  const today = addSessionRow(actor, classId, "2026-11-18", { startTime: "09:00" })
  return {
    student: /attended this term, \d of \d/.exec(await office.read(`/students/${amara}`))?.[0],
    lessons: /\d lessons? this term/.exec(await office.read(`/students/${amara}/lessons`))?.[0],
    class: /attended since .*?, \d of \d/.exec(await office.read(`/classes/${classId}`))?.[0],
    billing: /Charged since .*? \d{4}/.exec(await office.read(`/classes/${classId}/billing`))?.[0],
    teacher: /\d of \d attended this term/.exec(
      await teacher.read(`/dashboard/teacher/students/${amara}`),
    )?.[0],
    register: /\d of \d since \w+ \d+/.exec(await office.read(`/classes/sessions/${today}`))?.[0],
    report: /name="fromDate"[^>]*value="([\d-]+)"|value="([\d-]+)"[^>]*name="fromDate"/
      .exec(await office.html(`/students/${amara}/skills?view=reports`))
      ?.slice(1)
      .find(Boolean),
  }
}

test("without terms it is the half-year", async () => {
  expect(await said()).toEqual({
    student: "attended this term, 2 of 4",
    lessons: "4 lessons this term",
    class: "attended since Jul 1, 2 of 4",
    billing: "Charged since Jul 1, 2026",
    teacher: "2 of 4 attended this term",
    register: "2 of 4 since Jul 1",
    report: "2026-07-01",
  })
})

test("in a term of the school’s it is that term, in every record", async () => {
  addTerm(actor, { name: "Summer", startsOn: "2026-06-15", endsOn: "2026-09-18" })
  addTerm(actor, { name: "Fall", startsOn: "2026-10-01", endsOn: "2026-12-18" })
  expect(await said()).toEqual({
    student: "attended this term, 1 of 2",
    lessons: "2 lessons this term",
    class: "attended since Oct 1, 1 of 2",
    billing: "Charged since Oct 1, 2026",
    teacher: "1 of 2 attended this term",
    register: "1 of 2 since Oct 1",
    report: "2026-10-01",
  })
})

test("between two terms it is the half-year again", async () => {
  addTerm(actor, { name: "Summer", startsOn: "2026-06-15", endsOn: "2026-09-18" })
  addTerm(actor, { name: "Winter", startsOn: "2026-12-01", endsOn: "2027-02-26" })
  expect((await said()).student).toBe("attended this term, 2 of 4")
})
