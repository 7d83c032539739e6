import { makeUpCredits } from "db/schema/attendance"
import { waivers } from "db/schema/money-waivers"
import { studentStatusChanges, students, teachers } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { Browser, locationOf, openOffice, rowCount, textOf } from "../../support/app"
import { addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// What happens to a student: coming, pausing, leaving; a lesson made up; a lesson waived.

let actor: Actor
let office: Browser
let classId: string
let amara: string
let ravi: string

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const opened = openClass(actor, {
    class: { capacity: 2 },
    pupils: ["Amara Fraser", "Ravi Lindqvist"],
  })
  classId = opened.classId
  ;[amara = "", ravi = ""] = opened.studentIds
})

const step = (studentId: string, fields: Record<string, string>) =>
  office.submit(`/students/${studentId}/edit`, { intent: "status", ...fields })
const statusOf = (id: string) => rowOf(students, { id })?.status

describe("a student's status", () => {
  test("pause, resume and end leave rows with day and reason; the end leaves the classes", async () => {
    const page = await office.read(`/students/${amara}/edit`)
    expect(page).toContain("Amara becomes a former student today and is unenrolled from Guitar ensemble")
    expect(page).toContain("Save any changes above before you change the status.")
    expect(await office.read(`/students/${amara}`)).not.toContain("becomes a former student")
    expect((await step(amara, { step: "pause" })).status).toBe(400)
    expect(await textOf(await step(amara, { step: "end", reason: "x" }))).toContain(
      "That reason is too short. Use at least 3 characters.",
    )
    expect(await textOf(await step(amara, { step: "end", reason: " " }))).toContain("Enter a reason.")
    expect((await step(amara, { step: "pause", reason: "Broken arm" })).status).toBe(303)
    expect(statusOf(amara)).toBe("paused")
    expect(await office.read(`/students/${amara}`)).toContain("Paused from Nov 18, 2026 Broken arm")
    expect((await step(amara, { step: "pause", reason: "Twice" })).status).toBe(409)
    expect((await step(amara, { step: "resume" })).status).toBe(303)
    expect((await step(amara, { step: "end", reason: "Moves away" })).status).toBe(303)
    expect(statusOf(amara)).toBe("former")
    expect(
      rowsOf(studentStatusChanges, { studentId: amara }).map(({ status, fromDate, reason }) => [
        status,
        fromDate,
        reason,
      ]),
    ).toEqual([
      ["paused", "2026-11-18", "Broken arm"],
      ["active", "2026-11-18", null],
      ["former", "2026-11-18", "Moves away"],
    ])
    const stay = rowOf(enrollments, { studentId: amara })
    expect(stay).toMatchObject({ endsOn: "2026-11-18", endReason: "Moves away" })
    expect(await office.read(`/students/${amara}/activity`)).toContain(
      "changed the status to former: Moves away",
    )
  })

  test("a pause gives up the spots when asked", async () => {
    await step(ravi, { step: "pause", reason: "A year abroad", leaveClasses: "on" })
    const stay = rowOf(enrollments, { studentId: ravi })
    expect(stay?.endsOn).toBe("2026-11-18")
  })

  test("a step that left no class is undone by one button: the status is what it was, and only once", async () => {
    const { familyId } = addFamily(actor, { name: "Okafor", guardians: [] })
    const facts = { familyId, lastName: "Okafor", fromDate: "2026-11-10" }
    const undo = (studentId: string, of: string) => step(studentId, { intent: "undo-status", step: of })
    const said = async (id: string) => office.read(`/students/${id}`)
    for (const was of ["lead", "trial"] as const) {
      const added = addStudent(actor, { ...facts, firstName: was, status: was })
      const id = added.ok ? added.studentId : ""
      for (const [of, reason] of [["start"], ["end", "Not for them"]] as const) {
        await step(id, { step: of, ...(reason ? { reason } : {}) })
        const page = await office.html(`/students/${id}`)
        expect(page).toMatch(new RegExp(`name="intent" value="undo-status".*value="${of}"`, "s"))
        await undo(id, of)
        expect([was, of, statusOf(id)]).toEqual([was, of, was])
        expect(await said(id)).toContain(`Undone. ${was} Okafor is ${was} again.`)
        await undo(id, of)
        expect(await said(id)).toContain("Not undone. The status has changed.")
        expect(statusOf(id)).toBe(was)
      }
      expect((await undo(id, "away")).status).toBe(400)
    }
  })

  test("of two who come back at once for the last spot one does", async () => {
    const { familyId } = addFamily(actor, { name: "Choir", guardians: [] })
    const facts = { familyId, lastName: "", fromDate: "2026-11-18" }
    for (let place = 0; place < 97; place += 1)
      addStudent(actor, { ...facts, firstName: `S${place}`, status: "active" })
    const lead = addStudent(actor, { ...facts, firstName: "Lea", status: "lead" })
    const former = addStudent(actor, { ...facts, firstName: "Otis", status: "former" })
    if (!lead.ok || !former.ok) throw new Error("not added")
    const answers = await Promise.all([
      step(lead.studentId, { step: "start" }),
      step(former.studentId, { step: "return" }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused && (await textOf(refused))).toContain("You have 100 of 100 students on Standard.")
  })

  test("is changed by the school's own office only, in steps that exist", async () => {
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    const teacher = await Browser.of(addMember(actor, "teacher", "Theo Petrović").userId)
    const end = { intent: "status", step: "end", reason: "Gone" }
    expect((await stranger.submit(`/students/${amara}/edit`, end)).status).toBe(404)
    expect((await teacher.submit(`/students/${amara}/edit`, end)).headers.get("Location")).toBe(
      "/dashboard/teacher",
    )
    expect((await step(amara, { step: "dance" })).status).toBe(400)
    expect((await step(amara, { step: "end", reason: "x".repeat(201) })).status).toBe(400)
    expect(statusOf(amara)).toBe("active")
  })
})

describe("a lesson made up", () => {
  let offered: string
  beforeEach(() => {
    const missed = addSessionRow(actor, classId, "2026-11-17")
    const marked = takeRegister(actor, missed, {
      marks: [
        { studentId: amara, code: "excused", minutesLate: null },
        { studentId: ravi, code: "excused", minutesLate: null },
      ],
    })
    if (!marked.ok) throw new Error(marked.reason)
    changeRows(students, { schoolId: actor.school.id }, { instrument: "Guitar" })
    const other = openClass(actor, { class: { name: "Guitar club", capacity: 1 }, pupils: [] })
    const teacherId = addTeacherRow(actor, "Ana Lopez")
    offered = addSessionRow(actor, other.classId, "2026-11-20", { startTime: "17:00", teacherId })
  })
  const credits = (studentId: string) => rowsOf(makeUpCredits, { studentId })
  const book = (studentId: string, session = offered) =>
    office.submit(`/students/${studentId}/make-up`, { offer: session })

  const listSeats = () => rowsOf(seats, { sessionId: offered })

  test("is booked once into an offered session with the oldest credit, however often the form is sent", async () => {
    const page = await office.html(`/students/${amara}`)
    expect(page).toContain(`href="/students/${amara}/make-up"`)
    const offers = await office.read(`/students/${amara}/make-up`)
    expect(offers).toContain("Friday, November 20 5:00 to 6:00 PM, Guitar club with Ana Lopez: 1 spot left")
    expect((await book(amara)).status).toBe(303)
    expect(credits(amara)[0]?.usedSeatId).not.toBeNull()
    const seat = rowOf(seats, { sessionId: offered, studentId: amara })
    expect(seat?.kind).toBe("make_up")
    expect(await office.read(`/classes/sessions/${offered}`)).toContain("Amara Fraser")
    const [booked, spent] = [listSeats(), credits(amara)]
    expect((await book(amara)).status).toBe(303)
    expect([listSeats(), credits(amara)]).toEqual([booked, spent])
  })

  test("says who gets an email of it, and that the family doesn’t", async () => {
    const said = async (answer: Response) => office.read(locationOf(answer))
    expect(await said(await book(amara))).toContain(
      "1 make-up credit used for Guitar club. No one gets an email about it, so let the family know.",
    )
    changeRows(teachers, { name: "Ana Lopez" }, { email: "ana@harmony.example" })
    await office.submit(`/students/${amara}/absence`, {
      intent: "undo-absence",
      lessons: "",
      makeUp: offered,
    })
    expect(await said(await book(amara))).toContain(
      ". Ana Lopez gets an email. The family doesn’t, so let them know.",
    )
  })

  test("is undone by one button, with the credit, also where the form was sent twice", async () => {
    await book(amara)
    await book(amara)
    const html = await office.html(`/students/${amara}`)
    expect(html).toContain(`name="makeUp" value="${offered}"`)
    const undo = { intent: "undo-absence", lessons: "", makeUp: offered }
    expect((await office.submit(`/students/${amara}/absence`, undo)).status).toBe(303)
    expect(listSeats()).toEqual([])
    expect(credits(amara)[0]).toMatchObject({ usedSeatId: null, usedAt: null })
    expect(await office.read(`/students/${amara}`)).toContain(
      "Make-up lesson of Amara Fraser canceled. The credit is available again.",
    )
  })

  test("of two at once for the last spot one gets it, and the other keeps the credit", async () => {
    const answers = await Promise.all([book(amara), book(ravi)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect([...credits(amara), ...credits(ravi)].filter(({ usedAt }) => usedAt !== null)).toHaveLength(1)
    expect(rowsOf(seats, { sessionId: offered })).toHaveLength(1)
  })

  test("gives the credit back when the school calls the session off", async () => {
    await book(amara)
    const place = await office.read(`/classes/sessions/${offered}/edit`)
    expect(place).toContain("1 make-up credit spent on it is available again.")
    await office.submit(`/classes/sessions/${offered}/edit`, { command: "cancel", reason: "Teacher ill" })
    expect(credits(amara)[0]).toMatchObject({ usedSeatId: null, usedAt: null })
    expect(rowsOf(seats, { sessionId: offered })).toEqual([])
  })

  test("needs a credit, a free hour and a session of the school", async () => {
    addSessionRow(actor, classId, "2026-11-20", { startTime: "17:30" })
    expect((await book(amara, "unknown")).status).toBe(404)
    expect((await office.submit("/students/nobody/make-up", { offer: offered })).status).toBe(404)
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    expect((await stranger.visit(`/students/${amara}/make-up`)).status).toBe(404)
    expect((await stranger.submit(`/students/${amara}/make-up`, { offer: offered })).status).toBe(404)
    changeRows(makeUpCredits, undefined, { expiresOn: "2026-11-19" })
    await expect(book(amara)).toAnswer(409, "No credit is valid on that date.")
    expect(rowsOf(seats, { sessionId: offered })).toEqual([])
  })
})

describe("a lesson waived", () => {
  let seatId: string
  beforeEach(() => {
    const session = addSessionRow(actor, classId, "2026-11-17")
    const marked = takeRegister(actor, session, {
      marks: [
        { studentId: amara, code: "present", minutesLate: null },
        { studentId: ravi, code: "present", minutesLate: null },
      ],
    })
    if (!marked.ok) throw new Error(marked.reason)
    seatId = listUnbilledCharges(actor)[0]?.seatId ?? ""
  })
  const waive = (reason: string) => office.submit(`/billing/lessons/${seatId}/waiver`, { reason })

  test("with a reason is not billed any more", async () => {
    expect(await office.html("/billing/unbilled")).toContain(`/billing/lessons/${seatId}/waiver`)
    expect(await office.read(`/billing/lessons/${seatId}/waiver`)).toContain("$18.00 won’t be billed.")
    expect(await textOf(await waive(""))).toContain("Enter a reason.")
    expect((await waive("x".repeat(201))).status).toBe(400)
    expect((await waive("Power cut")).status).toBe(303)
    expect(rowOf(waivers, { seatId })?.reason).toBe("Power cut")
    expect(listUnbilledCharges(actor)).toHaveLength(1)
    expect((await waive("Power cut")).status).toBe(409)
    expect(await office.read(`/billing/lessons/${seatId}/waiver`)).toContain("already waived")
  })

  test("of another school, or by a teacher, is not", async () => {
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    const teacher = await Browser.of(addMember(actor, "teacher", "Theo Petrović").userId)
    const before = rowCount("waivers")
    const path = `/billing/lessons/${seatId}/waiver`
    expect((await stranger.visit(path)).status).toBe(404)
    expect((await stranger.submit(path, { reason: "Power cut" })).status).toBe(404)
    expect((await teacher.submit(path, { reason: "Power cut" })).headers.get("Location")).toBe(
      "/dashboard/teacher",
    )
    expect(rowCount("waivers")).toBe(before)
  })
})
