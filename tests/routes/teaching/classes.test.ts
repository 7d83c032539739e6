import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { Browser, rowCount, textOf } from "../../support/app"
import { type ChoirSchool, choirFields, openChoirSchool } from "../../support/choir"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// A class from its first day to the archive. Today is Wednesday, November 18, 2026.

let actor: Actor
let office: Browser
let teacherId: string
let roomId: string
let studentIds: string[]
let make: ChoirSchool["make"]
let made: ChoirSchool["made"]
let datesOf: ChoirSchool["datesOf"]

beforeEach(async () => {
  ;({ actor, office, teacherId, roomId, studentIds, make, made, datesOf } = await openChoirSchool())
})

const choir = () => choirFields({ teacherId, roomId })
type Fields = Record<string, string | string[]>

describe("a new class", () => {
  test("has all of its coming lessons on its own tab, and on each student's", async () => {
    expect((await make({ students: studentIds.slice(0, 1) })).status).toBe(303)
    const coming = datesOf(made())
    expect(coming.length).toBeGreaterThan(10)
    for (const address of [`/classes/${made()}/lessons`, `/students/${studentIds[0]}/lessons`]) {
      const text = await office.read(address)
      for (const { localDate } of coming) expect(text).toContain(`${formatDate(localDate, "short")}, 4:00 PM`)
    }
  })

  test("is looked at first, then made with rule, price, sessions and students", async () => {
    addClosure(actor, { name: "Winter break", startsOn: "2026-12-21", endsOn: "2027-01-03" })
    expect(await office.read("/classes")).toContain("New class")
    expect((await office.visit("/classes/create")).status).toBe(200)
    const events = rowCount("events")
    const preview = await make({ intent: "preview", students: studentIds.slice(0, 2) })
    expect(preview.status).toBe(200)
    const html = await preview.clone().text()
    const text = await textOf(preview)
    expect(text).toContain("10 lessons in the coming weeks, no clashes.")
    expect(text).toContain("With Amara Okafor, Freya Okafor.")
    expect(text).toContain("Amara Okafor: $18.00 per lesson, first on Tue, Nov 24, 4:00 PM; ")
    expect(text).toMatch(/\d+ lessons until Dec 31: \$\d+\.00\./)
    expect(text).toContain("Skips Winter break.")
    expect(text).toContain("Tue, Nov 24, 4:00 PM")
    expect(html).toContain('value="Youth choir"')
    expect(rowCount("events")).toBe(events)

    const answer = await make({ students: studentIds.slice(0, 2) })
    expect(answer.status).toBe(303)
    expect(answer.headers.get("Location")).toBe(`/classes/${made()}`)
    expect(datesOf(made())).toHaveLength(10)
    const page = await office.read(`/classes/${made()}`)
    for (const words of [
      "Tue 4:00 PM, weekly, 45 min",
      "$18.00 per lesson",
      "2 of 2",
      "Ingrid Solheim",
      "Hall",
    ])
      expect(page).toContain(words)
    expect(page).toContain("Amara Okafor")
    expect(await office.read(`/classes/${made()}/activity`)).toContain("Ruth Castellano created the class")
  })

  test("without a weekly time is not scheduled, and gets one later", async () => {
    expect((await make({ weekdays: [], startTime: "" })).status).toBe(303)
    expect(await office.read(`/classes/${made()}`)).toContain("Not scheduled")
    expect(await office.read("/classes")).toContain("Not scheduled")
    const rule = { scope: "following", weekdays: "3", startTime: "10:00", minutes: "30", from: "2026-11-18" }
    const path = `/classes/${made()}/schedule`
    const preview = await textOf(await office.submit(path, { ...rule, intent: "preview" }))
    expect(preview).toContain("in the next twelve weeks.")
    expect(datesOf(made())).toEqual([])
    expect((await office.submit(path, { ...rule, intent: "save" })).status).toBe(303)
    expect(datesOf(made())[0]).toMatchObject({ localDate: "2026-11-18", startTime: "10:00", minutes: 30 })
  })

  test("meets every second week, so many times", async () => {
    expect((await make({ everyWeeks: "2", ends: "count", count: "3" })).status).toBe(303)
    expect(datesOf(made()).map(({ localDate }) => localDate)).toEqual([
      "2026-12-01",
      "2026-12-15",
      "2026-12-29",
    ])
  })

  test("after so many lessons has as many that take place, closures left out", async () => {
    addClosure(actor, { name: "Concert week", startsOn: "2026-11-30", endsOn: "2026-12-06" })
    expect((await make({ ends: "count", count: "4" })).status).toBe(303)
    expect(datesOf(made()).map(({ localDate }) => localDate)).toEqual([
      "2026-11-24",
      "2026-12-08",
      "2026-12-15",
      "2026-12-22",
    ])
  })

  test("finds a student who leaves on a day for a later start", async () => {
    expect((await make({ students: studentIds.slice(0, 2) })).status).toBe(303)
    changeRows(enrollments, { studentId: studentIds[0] ?? "" }, { endsOn: "2026-12-15" })
    const at = `/classes/${made()}/students`
    const offered = await (await office.submit(at, { intent: "find", search: "Okafor" })).text()
    expect(offered).toContain(`value="${studentIds[0]}"`)
    expect(offered).not.toContain(`value="${studentIds[1]}"`)
    const again = await office.submit(at, {
      intent: "enroll",
      students: studentIds[0] ?? "",
      startsOn: "2027-01-12",
    })
    expect(again.status).toBe(303)
    const stays = rowsOf(enrollments, { studentId: studentIds[0] ?? "" })
    expect(stays.map(({ startsOn }) => startsOn)).toContain("2027-01-12")
  })

  test("that clashes is refused by name with free times; a room yields to a reason, a teacher never", async () => {
    expect((await make()).status).toBe(303)
    const other = { name: "Brass trio", startTime: "16:30" }
    const refused = await make(other)
    expect(refused.status).toBe(409)
    const text = await textOf(refused)
    expect(text).toContain("Tue, Nov 24: Ingrid Solheim teaches Youth choir at 4:00 PM.")
    expect(text).toContain("Tue, Nov 24: Hall is taken at 4:00 PM by Youth choir")
    expect(text).toContain("Free in that week:")
    // Enter creates the class as typed; a press previews it at that time.
    const html = await (await make(other)).text()
    const [, place = "", label = ""] = /name="place" value="([^"]+)"[^>]*>([^<]+)</.exec(html) ?? []
    expect(label).toMatch(/^\w+days, \d+:\d\d [AP]M$/)
    expect(html.indexOf('name="intent" value="save"')).toBeLessThan(html.indexOf('name="place"'))
    const preview = await make({ ...other, place })
    expect(preview.status).toBe(200)
    const startTime = place.split(" ")[1]
    expect(await preview.text()).toMatch(
      new RegExp(`<input(?=[^>]*name="startTime")(?=[^>]*value="${startTime}")`),
    )
    expect(text).not.toContain("Schedule it anyway")
    expect(made("Brass trio")).toBe("")
    const room = await make({ ...other, teacherId: "" })
    expect(await textOf(room)).toContain("Schedule it anyway")
    expect((await make({ ...other, teacherId: "", intent: "override", overrideReason: "" })).status).toBe(400)
    const kept = { ...other, teacherId: "", intent: "override", overrideReason: "The hall is large" }
    expect((await make(kept)).status).toBe(303)
    expect(await office.read("/schedule?date=2026-11-24")).not.toContain("both have Hall")
  })

  test("of two at once for one room one is made", async () => {
    const answers = await Promise.all([
      make({ name: "One", teacherId: "" }),
      make({ name: "Two", teacherId: "" }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  })

  test("is refused with what is wrong, and nothing typed is lost", async () => {
    const answer = await make({
      name: "",
      capacity: "0",
      amount: "a lot",
      weekdays: [],
      minutes: "700",
      instrument: "<b>Voice</b>",
    })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    const text = await textOf(answer)
    for (const message of [
      "Enter a name.",
      "Enter a number of spots from 1 to 500.",
      "Enter an amount, for example 32.50.",
      "Enter a length from 5 to 600 minutes.",
    ])
      expect(text).toContain(message)
    expect(html).toContain('value="a lot"')
    expect(html).not.toContain("<b>Voice</b>")
    expect(await textOf(await make({ weekdays: [] }))).toContain("Choose at least one weekday.")
    expect(await textOf(await make({ startTime: "" }))).toContain("Enter a start time.")
    expect(await textOf(await make({ students: studentIds }))).toContain(
      "You selected 3 students. Enter at least 3 spots.",
    )
    expect(await textOf(await make({ ends: "date", endsOn: "2026-11-01" }))).toContain(
      "Enter a last day on or after the first day.",
    )
    expect((await make({ teacherId: "unknown" })).status).toBe(409)
    expect((await make({ students: ["unknown"] })).status).toBe(409)
    expect(rowCount("classes")).toBe(
      rowsOf(classes).filter(({ schoolId }) => schoolId !== actor.school.id).length,
    )
  })
})

describe("the roster", () => {
  let classId: string
  beforeEach(async () => {
    await make()
    classId = made()
  })
  const enroll = (fields: Fields) =>
    office.submit(`/classes/${classId}/students`, { startsOn: "2026-11-18", intent: "save", ...fields })
  const enrolled = () => rowsOf(enrollments, { classId })

  const isBooked = (sessionId: string, studentId: string) =>
    rowsOf(bookings, { sessionId, resourceId: studentId }).length > 0

  test("shows the price first, then takes several at once, and no more than fit", async () => {
    const text = await textOf(await enroll({ students: studentIds.slice(0, 2), intent: "preview" }))
    expect(text).toContain("Amara Okafor: $18.00 per lesson, first on Tue, Nov 24, 4:00 PM")
    expect(text).toContain("6 lessons until Dec 31: $108.00")
    expect(enrolled()).toEqual([])
    await expect(enroll({ students: studentIds })).toAnswer(409, "This class has 2 spots")
    expect(enrolled()).toEqual([])
    expect((await enroll({ students: studentIds.slice(0, 2), amount: "15" })).status).toBe(303)
    expect(enrolled().map(({ priceMinor }) => priceMinor)).toEqual([1500, 1500])
    expect(await textOf(await enroll({ students: studentIds[0] ?? "" }))).toContain(
      "is already in this class on some of those dates",
    )
  })

  test("of two at once for the last spot one gets it", async () => {
    await enroll({ students: studentIds[0] ?? "" })
    const answers = await Promise.all([
      enroll({ students: studentIds[1] ?? "" }),
      enroll({ students: studentIds[2] ?? "" }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(enrolled()).toHaveLength(2)
  })

  test("finds students and keeps those ticked", async () => {
    const found = await enroll({ search: "mil", students: studentIds[0] ?? "", intent: "find" })
    expect(found.status).toBe(200)
    const html = await found.text()
    expect(html).toMatch(
      new RegExp(`checked="" value="${studentIds[0]}"|value="${studentIds[0]}" checked=""`),
    )
    expect(html).toContain(`value="${studentIds[2]}"`)
    expect((await enroll({ students: [] })).status).toBe(400)
    expect((await enroll({ students: studentIds[0] ?? "", startsOn: "soon" })).status).toBe(400)
    expect((await enroll({ students: "unknown" })).status).toBe(409)
  })

  test("names whom a student's other lesson keeps away, unless there is a reason", async () => {
    await enroll({ students: studentIds[0] ?? "" })
    await make({ name: "Trio", teacherId: "", roomId: "", capacity: "5" })
    const path = `/classes/${made("Trio")}/students`
    const fields = { startsOn: "2026-11-18", students: studentIds[0] ?? "" }
    const refused = await office.submit(path, { ...fields, intent: "save" })
    await expect(refused).toAnswer(409, "Tue, Nov 24: Amara Okafor has Youth choir at 4:00 PM")
    const kept = { ...fields, intent: "override", overrideReason: "Comes to every second one" }
    expect((await office.submit(path, kept)).status).toBe(303)
  })

  test("asks what becomes of a paused student before enrolling them, and resumes them from the first day", async () => {
    const [wren = ""] = studentIds
    changeRows(students, { id: wren }, { status: "paused" })
    expect(await textOf(await enroll({ students: wren, intent: "preview" }))).toContain("is paused.")
    const asked = await enroll({ students: wren })
    await expect(asked).toAnswer(
      409,
      "Lessons of this class are booked all the same. Choose whether to resume.",
    )
    expect(enrolled()).toEqual([])
    expect((await enroll({ students: wren, paused: "resume" })).status).toBe(303)
    expect(enrolled()).toHaveLength(1)
    const status = rowOf(students, { id: wren })?.status
    expect(status).toBe("active")
  })

  test("unenrolls a student with day and reason, the effect shown first, or moves them", async () => {
    await enroll({ students: studentIds.slice(0, 2) })
    await make({ name: "Trio", teacherId: "", roomId: "", startTime: "18:00" })
    const [amara, freya] = enrolled()
    const path = `/classes/${classId}/students/${amara?.id}`
    expect(await office.read(path)).toContain("Amara Okafor")
    const drop = { command: "drop", lastDay: "2026-11-30", reason: "Moves away" }
    expect(await textOf(await office.submit(path, { ...drop, intent: "preview" }))).toContain(
      "11 lessons are freed up.",
    )
    expect(enrolled()[0]?.endsOn).toBeNull()
    expect((await office.submit(path, { ...drop, reason: "" })).status).toBe(400)
    expect(await textOf(await office.submit(path, { ...drop, lastDay: "2026-11-01" }))).toContain(
      "Choose a date on or after their first day.",
    )
    expect((await office.submit(path, drop)).status).toBe(303)
    expect(enrolled()[0]).toMatchObject({ endsOn: "2026-11-30", endReason: "Moves away" })
    expect((await office.submit(path, drop)).status).toBe(400)

    const other = `/classes/${classId}/students/${freya?.id}`
    const move = { command: "move", toClassId: made("Trio"), from: "2026-12-01", reason: "Fits better" }
    expect((await office.submit(other, { ...move, toClassId: "unknown" })).status).toBe(400)
    expect(enrolled()[1]?.endsOn).toBeNull()
    expect((await office.submit(other, move)).status).toBe(303)
    expect(enrolled()[1]?.endsOn).toBe("2026-11-30")
    const there = await office.read(`/classes/${made("Trio")}/students`)
    expect(there).toContain("Freya Okafor")
  })

  test("cancels an enrollment that begins later, brings it back, and keeps one with a reported absence", async () => {
    await enroll({ students: studentIds[0] ?? "", startsOn: "2026-12-08" })
    const [amara] = enrolled()
    const path = `/classes/${classId}/students/${amara?.id}`
    const booked = () => datesOf(classId).filter(({ id }) => isBooked(id, studentIds[0] ?? ""))
    const before = booked()
    expect(before[0]?.localDate).toBe("2026-12-08")
    const page = await office.html(path)
    expect(page).toContain("A day before the first one cancels the enrollment.")
    expect(page).toContain('value="2026-11-18"')
    const drop = { command: "drop", lastDay: "2026-12-07", reason: "By mistake" }
    expect(await textOf(await office.submit(path, { ...drop, intent: "preview" }))).toContain(
      `${before.length} lessons are freed up.`,
    )
    expect(enrolled()).toHaveLength(1)
    expect((await office.submit(path, drop)).status).toBe(303)
    expect([enrolled(), booked()]).toEqual([[], []])
    const students = `/classes/${classId}/students`
    expect((await office.submit(path, drop)).headers.get("Location")).toBe(students)
    expect(await office.read(students)).toContain("Enrollment of Amara Okafor canceled.")

    await office.submit("/undo-deletion", { record: amara?.id ?? "", back: students })
    expect(enrolled()).toMatchObject([{ id: amara?.id, startsOn: "2026-12-08", endReason: null }])
    expect(booked().map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    recordNotice(actor, before[0]?.id ?? "", studentIds[0] ?? "", { at: now(), text: "Ill" })
    const refused = await office.submit(path, drop)
    expect(refused.status).toBe(400)
    const text = await textOf(refused)
    expect(text).toContain("Choose a date on or after their first day.")
    expect(text).not.toContain("Choose a date after their first day.")
    expect(enrolled()).toMatchObject([{ startsOn: "2026-12-08", endsOn: null, endReason: null }])
  })

  test("moves a student who starts later on their first day, too", async () => {
    await enroll({ students: studentIds[0] ?? "", startsOn: "2026-12-08" })
    await make({ name: "Trio", teacherId: "", roomId: "", startTime: "18:00" })
    const path = `/classes/${classId}/students/${enrolled()[0]?.id}`
    const move = { command: "move", toClassId: made("Trio"), from: "2026-12-08", reason: "Wrong class" }
    expect((await office.submit(path, move)).headers.get("Location")).toBe(
      `/classes/${made("Trio")}/students`,
    )
    expect(enrolled()).toEqual([])
    expect(await office.read(`/classes/${made("Trio")}/students`)).toContain("Amara Okafor")
  })
})

test("another school, or a teacher, sees and changes nothing", async () => {
  await make({ students: studentIds[0] ?? "" })
  const id = made()
  const enrollment = rowOf(enrollments, { classId: id })?.id
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  const teacher = await Browser.of(addMember(actor, "teacher", "Theo Petrović").userId)
  const events = rowCount("events")
  for (const path of ["", "/students", `/students/${enrollment}`, "/schedule", "/edit", "/end"]) {
    expect((await stranger.visit(`/classes/${id}${path}`)).status, path).toBe(404)
    if (path) expect((await stranger.submit(`/classes/${id}${path}`, choir())).status, path).toBe(404)
    expect((await teacher.visit(`/classes/${id}${path}`)).headers.get("Location")).toBe("/dashboard/teacher")
  }
  expect((await stranger.visit(`/classes/create?from=${id}`)).status).toBe(404)
  expect((await stranger.submit("/classes/legacy", { classId: id })).status).toBe(404)
  expect(rowCount("events")).toBe(events)
})

test("a teacher alone gives lessons", async () => {
  const solo = openSchool({ kind: "solo" })
  const browser = await Browser.of(solo.userId)
  expect(await browser.read("/classes/create")).toContain("New lesson")
  expect(await browser.read("/classes/legacy")).toContain("Ended lessons")
  const teacherLabel = /<label[^>]*>Teacher<\/label>/
  expect(await browser.html("/classes/create")).not.toMatch(teacherLabel)
  const office = await Browser.of(openSchool().userId)
  expect(await office.html("/classes/create")).toMatch(teacherLabel)
})
