import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { classes, enrollments } from "db/schema/teaching"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { chooseTrialPrice } from "~/models/teaching/price/price.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, openOffice, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addClassRow, addRoomRow, addScheduleRow, addStudentRow } from "../../support/lessons"
import { addMember, openSchool, rowsOf } from "../../support/school"

let office: Browser
let school: Actor
let marcus: ReturnType<typeof addMember>
let studio: string

beforeAll(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  studio = addRoomRow(school, "Studio 3")
  const guitar = addClassRow(school, { name: "Guitar", teacherId: marcus.teacherId, roomId: studio })
  makeSessions(school, addScheduleRow(school, guitar, { startTime: "14:45", minutes: 45 }), "2026-12-18", {
    from: "2026-11-09",
  })
})
beforeEach(() => fixClock(testNow))

const mailCount = () => rowsOf(emails, { schoolId: school.school.id }).length

const path = "/schedule/trial-lesson"
const trial = (more: Record<string, string> = {}) => ({
  intent: "save",
  firstName: "Nadia",
  lastName: "Kim",
  guardianName: "Grace Kim",
  guardianEmail: "grace.kim@mail.example",
  instrument: "Guitar",
  date: "2026-11-25",
  startTime: "16:00",
  minutes: "30",
  teacherId: marcus.teacherId,
  roomId: studio,
  ...more,
})

describe("a trial lesson in one step", () => {
  test("adds student, guardian and lesson, and ends on the student's page", async () => {
    const answer = await office.submit(path, trial())
    expect(answer.status).toBe(303)
    const page = await office.read(locationOf(answer))
    expect(page).toContain(
      "Trial lesson booked for Nadia Kim on Wed, Nov 25, 4:00 PM. No one gets an email about it, so let the family and the teacher know.",
    )
    expect(mailCount()).toBe(0)
    expect(page).toContain("Grace Kim")
    expect(page).toContain("One lesson no price")
    expect(page).not.toContain("Not scheduled")
    expect(await office.read("/classes?state=not-scheduled")).not.toContain("Nadia Kim")
    const [lesson] = listSessionsOn(school, "2026-11-25", "2026-11-25").filter(({ kind }) => kind === "trial")
    expect(lesson).toMatchObject({ startTime: "16:00", teacherId: marcus.teacherId, roomId: studio })
    expect(lesson?.students.map(({ name }) => name)).toEqual(["Nadia Kim"])
    expect(await office.read("/schedule?date=2026-11-25")).toContain("Nadia Kim")
    expect(listSessionsOn(school, "2026-11-26", "2026-12-31").some(({ kind }) => kind === "trial")).toBe(
      false,
    )
  })

  test("keeps its student, end and price on whatever day it moves to, and back", async () => {
    const before = listSessionsOn(school, "2026-11-20", "2026-12-31").find(({ kind }) => kind === "trial")
    const move = (date: string) =>
      office.submit(`/classes/sessions/${before?.id}/edit`, {
        command: "move",
        date,
        startTime: "16:00",
        minutes: "30",
        teacherId: marcus.teacherId,
        roomId: studio,
      })
    for (const date of ["2026-12-10", "2026-11-23", "2026-11-25"]) {
      expect((await move(date)).status).toBe(303)
      expect(await office.read(`/classes/sessions/${before?.id}`)).toContain("Nadia Kim")
      const [lesson] = listSessionsOn(school, date, date).filter(({ kind }) => kind === "trial")
      expect(lesson?.students.map(({ name }) => name)).toEqual(["Nadia Kim"])
      const found = db()
        .select({ endedOn: classes.endedOn, startsOn: enrollments.startsOn, endsOn: enrollments.endsOn })
        .from(classes)
        .innerJoin(enrollments, eq(enrollments.classId, classes.id))
        .where(eq(classes.id, before?.classId ?? ""))
        .get()
      expect(found).toEqual({ endedOn: date, startsOn: date, endsOn: date })
    }
  })

  test("names everything that is missing at once", async () => {
    const answer = await office.submit(
      path,
      trial({ firstName: "", guardianName: "", instrument: "", startTime: "" }),
    )
    expect(answer.status).toBe(400)
    const text = await textOf(answer)
    for (const message of [
      "Enter the student’s first name.",
      "Enter the guardian’s name.",
      "Enter the instrument.",
      "Enter a start time.",
    ])
      expect(text).toContain(message)
    // in the order of the fields
    expect(text).toMatch(
      /There is a problem Enter the student’s first name\. Enter the guardian’s name\. Enter the instrument\. Enter a start time\./,
    )
  })

  test("sent twice adds one, and asks whether it is someone new", async () => {
    const before = rowCount("students")
    const answer = await office.submit(path, trial({ startTime: "17:00" }))
    expect(answer.status).toBe(400)
    const text = await textOf(answer)
    expect(text).toContain("You may already have this student or guardian.")
    expect(text).toContain("Book for Nadia Kim")
    expect(rowCount("students")).toBe(before)
  })

  test("sent twice as it was says that it’s booked already, whether the student was known or not", async () => {
    const known = addStudentRow(school, "Noor", "Haddad")
    const forms = [
      trial({
        firstName: "Lina",
        lastName: "Vogel",
        guardianEmail: "vogel@mail.example",
        startTime: "10:00",
      }),
      trial({ studentId: known, firstName: "", startTime: "11:00" }),
    ]
    for (const form of forms) {
      const first = await office.submit(path, form)
      expect(first.status).toBe(303)
      const [students, sessions] = [rowCount("students"), rowCount("sessions")]
      const again = await office.submit(path, form)
      expect(again.headers.get("Location")).toBe(first.headers.get("Location"))
      expect(await office.read(locationOf(again))).toMatch(
        /already has a trial lesson on Wed, Nov 25, 1[01]:00 AM\. Nothing was booked again\./,
      )
      expect([rowCount("students"), rowCount("sessions")]).toEqual([students, sessions])
    }
  })

  test("goes on as weekly lessons with its teacher, instrument and time, which make the student active", async () => {
    const usual = addMember(school, "teacher", "Elif Demir")
    const drums = addClassRow(school, { kind: "private", instrument: "Guitar", teacherId: usual.teacherId })
    addScheduleRow(school, drums, { startTime: "09:00", minutes: 45 })
    const booked = await office.submit(
      path,
      trial({
        firstName: "Malik",
        lastName: "Stone",
        guardianName: "",
        guardianEmail: "",
        startTime: "17:30",
      }),
    )
    const page = locationOf(booked)
    const studentId = page.split("/").at(-1) ?? ""
    const record = await office.html(page)
    expect(record).toContain("Make active")
    expect(record).toContain(`href="/classes/create?student=${studentId}"`)
    const form = await office.html(`/classes/create?student=${studentId}`)
    expect(form).toMatch(new RegExp(`name="teacherId"[^]*value="${marcus.teacherId}"[^>]*selected`))
    expect(form).toMatch(/name="startTime"[^>]*value="17:30"|value="17:30"[^>]*name="startTime"/)
    const made = await office.submit(`/students/${studentId}/edit`, { intent: "status", step: "start" })
    expect(made.headers.get("Location")).toBe(page)
    expect(await office.read(page)).toContain("Status changed to Active for Malik Stone.")
    expect(await office.html(page)).not.toContain("Make active")
  })

  test("is refused whole where the teacher is taken, with times that are free and nothing typed lost", async () => {
    const before = rowCount("students")
    const answer = await office.submit(
      path,
      trial({ firstName: "Omar", lastName: "Diaz", guardianName: "", guardianEmail: "", startTime: "15:00" }),
    )
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("Marcus Whitfield teaches Guitar at 2:45 PM.")
    expect(html).toContain('value="Omar"')
    expect(html).toContain('name="place"')
    expect(rowCount("students")).toBe(before)
    const place = /name="place" value="([^"]+)"/.exec(html)?.[1] ?? ""
    const booked = await office.submit(
      path,
      trial({
        firstName: "Omar",
        lastName: "Diaz",
        guardianName: "",
        guardianEmail: "",
        startTime: "15:00",
        place,
      }),
    )
    expect(booked.status).toBe(303)
    expect(rowCount("students")).toBe(before + 1)
  })

  test("of someone new with a known name is booked over a clash that the office accepts", async () => {
    const before = rowCount("students")
    const hall = trial({ teacherId: "", startTime: "15:00" })
    expect(await textOf(await office.submit(path, hall))).toContain("You may already have this student")
    const clash = await (await office.submit(path, { ...hall, intent: "anyway" })).text()
    expect(clash).toContain("Studio 3")
    expect(clash).toContain('name="someoneNew"')
    const accepted = { ...hall, someoneNew: "yes", intent: "override", overrideReason: "Both fit" }
    expect((await office.submit(path, accepted)).status).toBe(303)
    expect(rowCount("students")).toBe(before + 1)
  })

  test("of a sibling joins the family whose guardian has the email, also over a clash", async () => {
    const families = rowCount("families")
    const sibling = trial({ firstName: "Yuna", startTime: "15:00", date: "2026-12-02" })
    const answer = await office.submit(path, sibling)
    const asked = await answer.clone().text()
    expect(await textOf(answer)).toContain("grace.kim@mail.example already belongs to the")
    const familyId = /name="familyId"[^>]* value="([^"]+)"/.exec(asked)?.[1] ?? ""
    const clash = await office.submit(path, { ...sibling, familyId, intent: "" })
    const html = await clash.clone().text()
    await expect(clash).toAnswer(400, "Marcus Whitfield teaches Guitar at 2:45 PM.")
    expect(html).toContain(`name="familyId" value="${familyId}"`)
    const booked = await office.submit(path, { ...sibling, familyId, startTime: "16:30" })
    expect(booked.status).toBe(303)
    expect(await office.read(locationOf(booked))).toContain("Grace Kim")
    expect(rowCount("families")).toBe(families)
    expect((await office.submit(path, { ...sibling, familyId: "no-such" })).status).toBe(404)
  })

  test("of a student the school knows asks no name, and costs what the school's rule says", async () => {
    const lead = addStudentRow(school, "Ada", "Rossi")
    expect(await office.read(`${path}?student=${lead}`)).toContain("For Ada Rossi")
    expect(await office.read(path)).toContain("Trial lessons are free at your school.")
    chooseTrialPrice(school, "class")
    expect(await office.read(path)).toContain("Price in USD")
    const answer = await office.submit(
      path,
      trial({
        firstName: "",
        lastName: "",
        guardianName: "",
        guardianEmail: "",
        studentId: lead,
        startTime: "18:00",
        amount: "20",
      }),
    )
    expect(answer.headers.get("Location")).toBe(`/students/${lead}`)
    chooseTrialPrice(school, "free")
  })

  test("says what is missing, and finds no other school's student", async () => {
    const bad = await office.submit(
      path,
      trial({ firstName: "", instrument: "", startTime: "25:00", minutes: "0" }),
    )
    expect(bad.status).toBe(400)
    const text = await textOf(bad)
    expect(text).toContain("Enter the instrument.")
    expect(text).toContain("Enter a start time.")
    const nameless = await office.submit(path, trial({ firstName: "" }))
    expect(await textOf(nameless)).toContain("Enter the student’s first name.")
    const other = await Browser.of(openSchool().userId)
    const lead = addStudentRow(school, "Leo", "Marsh")
    expect((await other.visit(`${path}?student=${lead}`)).status).toBe(404)
    await expect(other.submit(path, trial({ studentId: lead, teacherId: "", roomId: "" }))).toAnswer(404)
    const teacher = await Browser.of(marcus.userId)
    expect((await teacher.submit(path, trial())).headers.get("Location")).toBe("/dashboard/teacher")
  })
})
