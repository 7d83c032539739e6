import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { findHandOver } from "~/models/teaching/teacher-leaving/hand-over-classes.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

let office: Browser
let school: Actor
let marcus: ReturnType<typeof addMember>
let helena: string
let guitar: string
let ukulele: string

beforeAll(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  helena = addTeacherRow(school, "Helena Novak", "voice")
  const teach = (name: string, startTime: string, teacherId: string) => {
    const classId = addClassRow(school, { name, teacherId })
    makeSessions(school, addScheduleRow(school, classId, { startTime, minutes: 45 }), "2026-12-18", {
      from: "2026-11-09",
    })
    return classId
  }
  guitar = teach("Guitar", "14:45", marcus.teacherId)
  ukulele = teach("Ukulele", "17:00", marcus.teacherId)
  teach("Voice", "15:00", helena)
  addEnrollmentRow(school, guitar, addStudentRow(school, "Milo", "Haddad"))
})
beforeEach(() => fixClock(testNow))

const teacherOn = (date: string, className: string) =>
  listSessionsOn(school, date, date).find((row) => row.className === className)?.teacherId

describe("a teacher who leaves", () => {
  const path = () => `/teachers/${marcus.teacherId}/deactivate`

  test("is asked who takes over each class, reached from the teacher's page", async () => {
    expect(await office.html(`/teachers/${marcus.teacherId}`)).toContain(`href="${path()}"`)
    const text = await office.read(path())
    expect(text).toContain("Guitar, 1 student")
    expect(text).toContain("Ukulele, 0 students")
    expect(text).toContain("Marcus Whitfield can no longer log in.")
  })

  test("is replaced by those who teach the instrument first, each with the lessons they give", async () => {
    const rosa = addTeacherRow(school, "Rosa Alvarez", "Flute, Piccolo")
    const paula = addTeacherRow(school, "Paula Berg")
    const flute = addClassRow(school, { name: "Flute", instrument: "flute", teacherId: paula })
    const html = await office.html(`/teachers/${paula}/deactivate`)
    const [, options = ""] = html.split(`name="class.${flute}"`)
    expect(options).toMatch(
      /label="Teaches flute".*Rosa Alvarez, no lessons in the next 7 days.*label="Other teachers"/s,
    )
    expect(options).toMatch(/Helena Novak, 1 lesson in the next 7 days/)
    expect(options.split("</optgroup>")[0]).toContain(rosa)
  })

  test("stays where a class's new teacher is taken at its time", async () => {
    const answer = await office.submit(path(), { [`class.${guitar}`]: helena, [`class.${ukulele}`]: helena })
    expect(answer.status).toBe(409)
    const text = await textOf(answer)
    expect(text).toContain("Helena Novak teaches Voice at 3:00 PM.")
    expect(teacherOn("2026-12-02", "Ukulele")).toBe(marcus.teacherId)
  })

  test("stays when a preview is asked for lessons that have become too many for one", async () => {
    const ana = addTeacherRow(school, "Ana Lopez")
    const classId = addClassRow(school, { name: "Cello", teacherId: ana })
    const cello = `/teachers/${ana}/deactivate`
    const sends = { intent: "preview", [`class.${classId}`]: helena }
    makeSessions(school, addScheduleRow(school, classId, { startTime: "09:00" }), "2026-12-18")
    expect(await office.read(cello)).toContain("Preview who gets an email")
    expect((await office.submit(cello, sends)).status).toBe(200)
    const daily = { rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", startTime: "10:00" }
    makeSessions(school, addScheduleRow(school, classId, daily), "2027-03-12")
    const answer = await office.submit(cello, sends)
    await expect(answer).toAnswer(409, "There are now too many lessons for a preview.")
    expect(findHandOver(school, ana)).toBeUndefined()
  })

  test("gives up classes, login and the plan's spot, keeps the past, and comes back", async () => {
    const before = findPlanUsage(school).teachers.used
    const teacher = await Browser.of(marcus.userId)
    expect((await teacher.visit("/dashboard/teacher")).status).toBe(200)
    const answer = await office.submit(path(), { [`class.${guitar}`]: "", [`class.${ukulele}`]: helena })
    expect(answer.headers.get("Location")).toBe("/teachers")
    expect(findPlanUsage(school).teachers.used).toBe(before - 1)
    expect(teacherOn("2026-12-02", "Ukulele")).toBe(helena)
    expect(teacherOn("2026-12-02", "Guitar")).toBeNull()
    expect(teacherOn("2026-11-11", "Guitar")).toBe(marcus.teacherId)
    expect((await teacher.visit("/dashboard/teacher")).status).not.toBe(200)
    expect((await office.visit(`/teachers/${marcus.teacherId}/pay`)).status).toBe(200)
    expect((await office.visit(path())).status).toBe(404)
    const list = await office.read("/teachers")
    expect(list).toContain("Deactivated teachers (1)")
    const record = await office.read(`/teachers/${marcus.teacherId}`)
    expect(record).toContain("Reactivate Marcus Whitfield")
    expect(record).not.toContain("Deactivate Marcus Whitfield")
    // No form and no link that a teacher who left answers with 404.
    for (const gone of ["Edit teacher", "Record an absence", "hasn’t added teaching hours"])
      expect(record).not.toContain(gone)
    const pay = await office.read(`/teachers/${marcus.teacherId}/pay`)
    expect(pay).not.toContain("Save rate")
    expect(pay).not.toContain("Add work")
    const back = await office.submit("/teachers", { intent: "reactivate", teacherId: marcus.teacherId })
    expect(back.status).toBe(303)
    expect(findPlanUsage(school).teachers.used).toBe(before)
    expect(await office.read("/teachers")).not.toContain("Deactivated teachers")
  })

  test("is another school's or role's business nowhere", async () => {
    const other = await Browser.of(openSchool().userId)
    expect((await other.visit(path())).status).toBe(404)
    expect((await other.submit(path(), {})).status).toBe(404)
    expect((await other.submit("/teachers", { intent: "reactivate", teacherId: helena })).status).toBe(404)
    const teacher = await Browser.of(marcus.userId)
    expect((await teacher.submit(path(), {})).headers.get("Location")).toBe("/dashboard/teacher")
  })

  test("hands over to a teacher who is away on some days only with a reason", async () => {
    const ana = addTeacherRow(school, "Ana Lopez")
    const rosa = addTeacherRow(school, "Rosa Alvarez")
    const classId = addClassRow(school, { name: "Harp", teacherId: ana })
    makeSessions(school, addScheduleRow(school, classId, { startTime: "09:00" }), "2026-12-18")
    const days = { startsOn: "2026-12-01", endsOn: "2026-12-04", reason: null }
    expect(recordTimeOff(school, rosa, days).ok).toBe(true)
    const harp = `/teachers/${ana}/deactivate`
    const sends = { [`class.${classId}`]: rosa }
    const preview = await office.submit(harp, { ...sends, intent: "preview" })
    expect(preview.status).toBe(409)
    const text = await textOf(preview)
    expect(text).toContain("Wed, Dec 2: Rosa Alvarez is away from Tue, Dec 1 to Fri, Dec 4.")
    expect(text).toContain("Reason to schedule it anyway")
    const unreasoned = await office.submit(harp, { ...sends, intent: "override", overrideReason: "" })
    await expect(unreasoned).toAnswer(400, "Enter a reason.")
    expect(teacherOn("2026-12-02", "Harp")).toBe(ana)
    const done = await office.submit(harp, { ...sends, intent: "override", overrideReason: "She knows" })
    expect(done.headers.get("Location")).toBe("/teachers")
    expect(teacherOn("2026-12-02", "Harp")).toBe(rosa)
  })

  test("with a last day has the classes that no one takes over on their page until someone does", async () => {
    const ana = addTeacherRow(school, "Ana Ruiz")
    const given = addClassRow(school, { name: "Viola", teacherId: ana })
    addClassRow(school, { name: "Over by then", teacherId: ana, endedOn: "2026-12-04" })
    const left = addClassRow(school, { name: "Double bass", teacherId: ana })
    const leave = (takes: string) =>
      office.submit(`/teachers/${ana}/deactivate`, {
        ...{ lastDay: "2026-12-04", [`class.${given}`]: helena, [`class.${left}`]: takes },
      })
    await leave("")
    const theirs = async () =>
      (await office.read(`/teachers/${ana}`)).split("After that day, these have no teacher")[1]
    expect(await theirs()).toContain("Double bass")
    expect(await theirs()).not.toMatch(/Viola|Over by then/)
    await leave(helena)
    expect(await theirs()).toBeUndefined()
    const late = addClassRow(school, { name: "Taken on since", teacherId: ana })
    expect(await office.html(`/teachers/${ana}`)).toContain(`href="/classes/${late}"`)
  })
})
