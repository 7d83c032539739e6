import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { importCreations, imports } from "db/schema/exchange"
import { families, guardians, students, teachers } from "db/schema/people"
import { classes, enrollments, waitingSpots } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, min } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addFamily, findFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { planned, run, upload } from "../../../../tests/support/run-roster"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { viewColumns } from "./column-view.server"
import { listLeftOut } from "./import-parts.server"
import { planImport, writeProblems } from "./plan-import.server"
import { asSentence } from "./roster-import"
import { findImport, listImports, setMapping } from "./roster-import.server"
import { runImport } from "./run-import.server"
import { undoImport } from "./undo-import.server"
import { decodeAs, rereadImport, uploadRoster } from "./upload-roster.server"

const fileOf = (name: string) => ({ name, bytes: readFileSync(`tests/support/rosters/${name}`) })
const textFile = (text: string) => ({ name: "list.csv", bytes: new TextEncoder().encode(text) })

const owned = { families, guardians, students, teachers, classes, enrollments, sessions, bookings }

/** How many rows of each kind the school has. */
const rowCountsOf = (actor: Actor) =>
  Object.fromEntries(
    Object.entries(owned).map(([name, table]) => [
      name,
      db().select({ n: count() }).from(table).where(eq(table.schoolId, actor.school.id)).get()?.n ?? 0,
    ]),
  )

const nothing = Object.fromEntries(Object.keys(owned).map((name) => [name, 0]))

describe("the three rosters", () => {
  test("roster.csv: every student, family, teacher and class, with sessions from today on", () => {
    const { actor } = openSchool()
    const importId = upload(actor, fileOf("roster.csv"))
    expect(rowCountsOf(actor)).toEqual(nothing)
    const { plan } = planned(actor, importId)
    expect(asSentence(plan.counts)).toBe("62 students, 46 families, 5 teachers, 54 classes")
    expect(rowCountsOf(actor)).toEqual(nothing)

    const summary = run(actor, importId)
    expect(summary).toMatchObject({ students: 62, families: 46, guardians: 58, teachers: 5, classes: 54 })
    expect(rowCountsOf(actor)).toMatchObject({
      students: 62,
      families: 46,
      guardians: 58,
      teachers: 5,
      classes: 54,
      enrollments: 54,
      sessions: summary.sessions,
    })
    const first = db()
      .select({ date: min(sessions.localDate) })
      .from(sessions)
      .where(eq(sessions.schoolId, actor.school.id))
      .get()
    expect(first?.date).toBe("2026-11-18")
    expect(summary.sessions).toBeGreaterThan(54 * 12)
  })

  test("roster-with-errors.csv: the good rows go in, each bad one is explained", async () => {
    const { actor } = openSchool()
    const importId = upload(actor, fileOf("roster-with-errors.csv"))
    const { plan } = planned(actor, importId)
    const summary = run(actor, importId)
    expect(summary.students).toBe(plan.counts.ready)
    expect(rowCountsOf(actor).students).toBe(plan.counts.ready)
    expect(summary.problems).toBe(plan.counts.problems)
    const leftOut = listLeftOut(actor, importId)
    expect(leftOut).toHaveLength(plan.counts.problems)
    expect(plan.counts.problems).toBeGreaterThan(0)
    for (const row of leftOut) expect(row.problems[0]?.message).toMatch(/\.$/)
    const csv = await writeProblems(actor, importId)
    expect(csv?.fileName).toBe("roster-with-errors-problems.csv")
    expect(csv?.csv.split("\r\n")[0]).toMatch(/^\ufeffRow,Problem,Student ID/)
  })

  test("the German roster: its letters, dates and commas", () => {
    const { actor } = openSchool({ timeZone: "Europe/Berlin" })
    const importId = upload(actor, fileOf("roster-semicolon-windows1252.csv"))
    expect(findImport(actor, importId)).toMatchObject({ encoding: "windows-1252", delimiter: ";" })
    const summary = run(actor, importId)
    expect(summary.problems).toBe(0)
    const lena = rowOf(students, { schoolId: actor.school.id, firstName: "Lena" })
    expect(lena).toMatchObject({
      lastName: "Müller",
      birthDate: "2009-01-01",
      instrument: "Blockflöte",
      notes: "Geschwisterrabatt 10 %",
    })
  })
})

describe("running", () => {
  test("twice makes nothing twice", () => {
    const { actor } = openSchool()
    const importId = upload(actor, fileOf("roster.csv"))
    const { fingerprint } = planned(actor, importId)
    expect(runImport(actor, importId, fingerprint).ok).toBe(true)
    const after = rowCountsOf(actor)
    // A status that the roster names stays, also of who is in a class.
    const trials = and(eq(students.schoolId, actor.school.id), eq(students.status, "trial"))
    expect(rowsOf(students, trials)).toHaveLength(9)
    expect(runImport(actor, importId, fingerprint)).toBeRefused("already-imported")
    expect(rowCountsOf(actor)).toEqual(after)

    const again = upload(actor, fileOf("roster.csv"))
    expect(planned(actor, again).plan.counts).toMatchObject({ ready: 0, skipped: 62 })
    expect(runImport(actor, again, planned(actor, again).fingerprint)).toBeRefused("nothing-ready")
  })

  test("is refused while another import runs, which isn’t in its check", () => {
    const { actor } = openSchool()
    const [one, other] = [upload(actor, fileOf("roster.csv")), upload(actor, fileOf("roster.csv"))]
    const { fingerprint } = planned(actor, other)
    changeRows(imports, { id: one }, { state: "importing" })
    expect(runImport(actor, other, fingerprint)).toBeRefused("another-runs")
    expect(rowCountsOf(actor)).toMatchObject({ students: 0 })
  })

  test("is refused when the school changed since the dry run", () => {
    const { actor } = openSchool()
    const importId = upload(actor, fileOf("roster.csv"))
    const { fingerprint } = planned(actor, importId)
    addTeacher(actor, { name: "Ingrid Solheim" })
    const before = rowCountsOf(actor)
    expect(runImport(actor, importId, fingerprint)).toBeRefused("changed")
    expect(rowCountsOf(actor)).toEqual(before)
    expect(run(actor, importId).teachers).toBe(4)
    expect(rowCountsOf(actor).teachers).toBe(5)
  })

  test("the plan's limits hold, and the message says the number used and allowed", () => {
    const { actor } = openSchool()
    for (const name of ["Carl Ek", "Dana Wu", "Eli Roth"]) addTeacher(actor, { name })
    const { familyId } = addFamily(actor, { name: "Full family", guardians: [] })
    for (let n = 0; n < 60; n += 1)
      addStudent(actor, {
        familyId,
        firstName: `Student${n}`,
        lastName: "Full",
        status: "active",
        fromDate: "2026-09-01",
      })
    const importId = upload(actor, fileOf("roster.csv"))
    const { plan } = planned(actor, importId)
    const messages = plan.rows.flatMap(({ problems }) => problems.map(({ message }) => message))
    expect(messages.some((message) => message.startsWith("You have 3 of 5 teachers on Standard"))).toBe(true)
    run(actor, importId)
    expect(rowCountsOf(actor).teachers).toBe(5)
    expect(rowCountsOf(actor).students).toBeLessThanOrEqual(100 + plan.rows.length)
    const taking = db()
      .select({ n: count() })
      .from(students)
      .where(and(eq(students.schoolId, actor.school.id), eq(students.status, "active")))
      .get()
    expect(taking?.n).toBeLessThanOrEqual(100)
  })

  test("a family of the school is joined: gaps are filled, nothing is overwritten, nothing is lost", () => {
    const { actor } = openSchool()
    const { familyId } = addFamily(actor, {
      name: "Okafor family",
      guardians: [{ name: "M. Okafor", email: "mateo.okafor@example.com", phone: "555", payerShare: 10_000 }],
    })
    const importId = upload(actor, fileOf("roster.csv"))
    expect(run(actor, importId).families).toBe(45)
    const family = findFamily(actor, familyId)
    expect(family?.guardians).toMatchObject([
      { name: "M. Okafor", phone: "555", relation: "Mother", payerShare: 10_000 },
      { name: "Zoë Okafor", payerShare: 0 },
    ])
    const amara = rowsOf(students, { schoolId: actor.school.id, code: "1001" }, { only: ["notes"] })[0]
    expect(amara?.notes).toContain("(555) 010-1200")
    expect(amara?.notes).toContain("Mateo Okafor")
    expect(amara?.notes).toContain("High Street")

    expect(undoImport(actor, importId)).toEqual({ ok: true, isDone: true })
    expect(findFamily(actor, familyId)).toMatchObject({
      guardians: [{ name: "M. Okafor", relation: null, phone: "555" }],
      students: [],
    })
  })
})

describe("undoing an import", () => {
  test("deletes exactly what was made, once", () => {
    const { actor } = openSchool()
    addTeacher(actor, { name: "Ingrid Solheim" })
    const before = rowCountsOf(actor)
    const importId = upload(actor, fileOf("roster.csv"))
    run(actor, importId)
    expect(undoImport(actor, importId)).toEqual({ ok: true, isDone: true })
    expect(rowCountsOf(actor)).toEqual(before)
    expect(undoImport(actor, importId)).toBeRefused("not-imported")
    expect(findImport(actor, importId)?.state).toBe("undone")
    expect(rowsOf(importCreations, { importId }).length).toBeGreaterThan(100)
  })

  test("is refused once something is on it, and says what", () => {
    const { actor } = openSchool()
    const importId = upload(actor, fileOf("roster.csv"))
    run(actor, importId)
    const session = rowOf(sessions, { schoolId: actor.school.id })
    const [one, two] = rowsOf(students, { schoolId: actor.school.id })
    if (!session || !one || !two) throw new Error("nothing was imported")
    const full = rowCountsOf(actor)

    changeRows(sessions, { id: session.id }, { registerTakenAt: testNow })
    expect(obstaclesOf(actor, importId)).toEqual([
      expect.stringMatching(
        /^Lessons have attendance, an absence, a make-up credit or notes: .+, Nov \d{1,2}, 2026/,
      ),
    ])
    changeRows(sessions, { id: session.id }, { registerTakenAt: null })

    fixClock(testNow + 60_000)
    const { familyId } = addFamily(actor, { name: "New family", guardians: [] })
    addStudent(actor, {
      familyId: one.familyId,
      firstName: "Late",
      lastName: "Comer",
      status: "active",
      fromDate: "2026-11-18",
    })
    expect(obstaclesOf(actor, importId)).toEqual(["Students joined the imported families: Late Comer."])
    changeRows(students, { firstName: "Late" }, { familyId })

    const group = rowsOf(classes, { schoolId: actor.school.id, kind: "group" }).find(
      ({ id }) => enroll(actor, { classId: id, studentId: two.id, startsOn: "2026-12-01" }).ok,
    )
    expect(obstaclesOf(actor, importId)).toEqual([
      `Students were enrolled after the import: ${two.firstName} ${two.lastName} in ${group?.name}.`,
    ])
    expect(rowCountsOf(actor)).toMatchObject({ classes: full.classes, sessions: full.sessions })
  })
})

describe("what keeps an import from being undone", () => {
  test("is told by name: an enrollment that was changed, a student on a waiting list", () => {
    const { actor } = openSchool()
    const importId = upload(actor, fileOf("roster.csv"))
    run(actor, importId)
    const enrolled = db()
      .select({ id: enrollments.id, studentId: students.id, className: classes.name, classId: classes.id })
      .from(enrollments)
      .innerJoin(classes, eq(classes.id, enrollments.classId))
      .innerJoin(students, eq(students.id, enrollments.studentId))
      .where(eq(enrollments.schoolId, actor.school.id))
      .get()
    if (!enrolled) throw new Error("nothing was imported")
    const student = rowOf(students, { id: enrolled.studentId })
    const name = `${student?.firstName} ${student?.lastName}`
    fixClock(testNow + 60_000)
    const { classId, studentId } = enrolled
    inAct(recordEvent)(actor, "enrollment.drop", enrolled.id, {
      before: { endsOn: null },
      after: { classId, studentId, name, lastDay: "2026-12-18", reason: "Moved" },
    })
    expect(obstaclesOf(actor, importId)).toEqual([
      `Changed after the import: ${name} in ${enrolled.className}.`,
    ])
    addRows(waitingSpots, { ...newRow(actor), classId, studentId, state: "waiting" })
    expect(obstaclesOf(actor, importId)[0]).toBe(
      `Students are on a waiting list: ${name} for ${enrolled.className}.`,
    )
  })
})

describe("reading", () => {
  test.each([
    ["", "The file is empty."],
    ["Name\n", "The file has headings but no rows."],
    [`Name\n${"Amara\n".repeat(5001)}`, "more than the limit of 5,000"],
    [`${"a,".repeat(130)}a\n${"b,".repeat(130)}b\n`, "more than the limit of 120"],
    ["x".repeat(5 * 1024 * 1024 + 1), "larger than 5 MB"],
    ["PK\u0003\u0004 a spreadsheet", "save it as CSV"],
  ])("refuses a file that cannot be a roster (%#)", (text, message) => {
    const { actor } = openSchool()
    expect(uploadRoster(actor, textFile(text))).toEqual({
      ok: false,
      reason: "unreadable",
      message: expect.stringContaining(message),
    })
    expect(listImports(actor)).toEqual([])
  })

  test("formulas and markup are text, and unmapped columns are kept", () => {
    const { actor } = openSchool()
    const importId = upload(
      actor,
      textFile('First Name,Last Name,Locker\n=1+1,<script>alert(1)</script>,"=HYPERLINK(""x"")"\n'),
    )
    run(actor, importId)
    expect(rowOf(students, { schoolId: actor.school.id })).toMatchObject({
      firstName: "=1+1",
      lastName: "<script>alert(1)</script>",
      notes: 'Locker: =HYPERLINK("x")',
    })
  })

  test("another school finds nothing and changes nothing", async () => {
    const { actor } = openSchool()
    const stranger = openSchool({ name: "Crescendo Academy" }).actor
    const importId = upload(actor, fileOf("roster.csv"))
    const { fingerprint, roster } = planned(actor, importId)
    expect(findImport(stranger, importId)).toBeUndefined()
    expect(planImport(stranger, importId)).toBeUndefined()
    expect(await writeProblems(stranger, importId)).toBeUndefined()
    expect(setMapping(stranger, importId, roster.mapping, roster.options).ok).toBe(false)
    expect((await rereadImport(stranger, importId, { encoding: "utf-8", delimiter: ";" })).ok).toBe(false)
    expect(runImport(stranger, importId, fingerprint)).toBeRefused("not-found")
    expect(undoImport(stranger, importId)).toBeRefused("not-imported")
    expect(rowCountsOf(stranger)).toEqual(nothing)
  })

  test("a file read with the wrong letters can be read again", async () => {
    const german = decodeAs("M\u00fcller \u20ac\u201c\u0081", "windows-1252", "windows-1252")
    const misread = decodeAs("Müller “€”", "utf-8", "windows-1252")
    expect(misread).toBe("MÃ¼ller â€œâ‚¬â€\u009d")
    expect(decodeAs(misread, "windows-1252", "utf-8")).toBe("Müller “€”")
    expect(german).toBe("Müller €“\u0081")

    const { actor } = openSchool()
    const odd = upload(actor, textFile("First Name,Last Name\nLena,M\ufffdller\nJan,J\ufffdger\n"))
    const { roster, plan } = planned(actor, odd)
    const says = viewColumns(actor, roster, plan).remarks.join()
    expect(says).toContain("Some letters of this file look wrong, as in “M\ufffdller.” Choose its encoding")
    const importId = upload(actor, textFile("First Name;Last Name\nLena;Müller\n"))
    expect(await rereadImport(actor, importId, { encoding: "utf-8", delimiter: "," })).toEqual({ ok: true })
    expect(findImport(actor, importId)?.headers).toEqual(["First Name;Last Name"])
    expect(await rereadImport(actor, importId, { encoding: "utf-8", delimiter: ";" })).toEqual({ ok: true })
    expect(findImport(actor, importId)?.mapping).toEqual({ 0: "firstName", 1: "lastName" })
  })
})

function obstaclesOf(actor: Actor, importId: string): string[] {
  const before = rowCountsOf(actor)
  const answer = undoImport(actor, importId)
  expect(rowCountsOf(actor)).toEqual(before)
  if (answer.ok || answer.reason !== "built-on") throw new Error("the import was taken back")
  return answer.obstacles
}
