import { describe, expect, it } from "vitest"
import { decodeText } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"
import { atOnce } from "~/utils/in-turns"
import { planFile, planText, problemsOf, rowOf, warningsOf } from "../../../../tests/support/planned-roster"
import { problemsCsv } from "../roster-import/plan-import.server"

describe("the school's own roster", () => {
  const { plan } = planFile("roster.csv")

  it("is imported whole: every student, family, guardian, teacher and weekly lesson", () => {
    expect(plan.counts).toEqual({
      students: 62,
      families: 46,
      guardians: 58,
      teachers: 5,
      classes: 54,
      schedules: 54,
      enrollments: 54,
      ready: 62,
      added: 0,
      problems: 0,
      skipped: 0,
      warnings: 36,
    })
    expect(plan.notices).toEqual([])
    expect(plan.dateOrders).toEqual({
      birthDate: { order: "mdy", sure: true },
      startDate: { order: "mdy", sure: true },
    })
  })

  it("joins siblings by their guardians' addresses, and the first guardian pays", () => {
    const family = plan.families.find((each) => each.rowNumbers.includes(2))
    expect(family).toEqual({
      key: rowOf(plan, 2).familyKey,
      name: "Okafor family",
      existingFamilyId: null,
      address: "0 High Street\nFlat 0\nSpringfield",
      guardians: [
        {
          name: "Mateo Okafor",
          relation: "Mother",
          email: "mateo.okafor@example.com",
          phone: "(555) 010-1200",
          payerShare: 10_000,
          exists: false,
        },
        {
          name: "Zoë Okafor",
          relation: "Father",
          email: "zoe.okafor2@example.net",
          phone: "+1 555-010-3300",
          payerShare: 0,
          exists: false,
        },
      ],
      rowNumbers: [2, 3],
    })
    expect(rowOf(plan, 42).familyKey).not.toBe(rowOf(plan, 2).familyKey)
  })

  it("makes Amara's piano lesson a class with its schedule and price", () => {
    const row = rowOf(plan, 2)
    expect(row.student).toEqual({
      code: "1001",
      firstName: "Amara",
      lastName: "Okafor",
      birthDate: "2008-01-01",
      status: "active",
      instrument: "Piano",
      level: "Beginner",
      email: "amara1001@example.org",
      phone: null,
      medicalNotes: null,
      emergencyContact: null,
      notes: null,
    })
    expect(plan.classes[0]).toEqual({
      key: row.enrollment?.classKey,
      name: "Amara Okafor, piano",
      kind: "private",
      instrument: "Piano",
      teacherKey: "teacher-1",
      schedule: { weekday: 1, time: "14:00", minutes: 30, startsOn: "2026-09-01" },
      price: { billing: "per_session", amountMinor: 3250 },
      rowNumbers: [2],
    })
    expect(plan.teachers[0]).toMatchObject({ key: "teacher-1", name: "Beatriz Alvarez", use: "create" })
  })

  it("makes a flat fee the price of a private class, and names the price per lesson as not imported", () => {
    const { enrollment, student } = rowOf(plan, 4)
    expect(enrollment).toEqual({
      rowNumber: 4,
      classKey: enrollment?.classKey,
      startsOn: "2026-09-02",
      billing: null,
      priceMinor: null,
    })
    expect(plan.classes.find((each) => each.key === enrollment?.classKey)?.price).toEqual({
      billing: "monthly",
      amountMinor: 14_000,
    })
    expect(student?.notes ?? "").not.toContain("45.00")
    expect(rowOf(plan, 4).warnings).toContainEqual(
      expect.objectContaining({ field: "price", code: "dropped", value: "$45.00" }),
    )
  })

  it("gives a former student no class, and keeps what the lesson was in the notes", () => {
    const felix = rowOf(plan, 8)
    expect(felix.enrollment).toBeNull()
    expect(felix.student).toMatchObject({ status: "former", instrument: "Voice", level: "Intermediate" })
    expect(felix.student?.medicalNotes).toBe("Allergic to nuts, carries an EpiPen")
    expect(felix.student?.notes).toBe(
      [
        "Teacher: Helena Novak",
        "Lesson Type: Group",
        "Lesson Day: Wednesday",
        "Lesson Time: 2:00 PM",
        "Duration (min): 45",
        "Billing: Per lesson",
        "Start Date: 09/05/2026",
      ].join("\n"),
    )
  })

  it("makes groups classes that others can join, and takes no formula for one", () => {
    expect(plan.classes.filter((each) => each.kind === "group").map((each) => each.name)).toEqual([
      "Drums group",
      "Violin group",
      "Guitar group",
      "Piano group",
    ])
    expect(rowOf(plan, 5).student?.notes).toBe("=SUM(A1:A2) copied from a sheet")
  })

  it("is skipped, not doubled, when it comes a second time", () => {
    const students = plan.rows.map(({ student }, index) => ({
      id: String(index),
      firstName: student?.firstName ?? "",
      lastName: student?.lastName ?? "",
      birthDate: student?.birthDate ?? null,
    }))
    const byCode = planFile("roster.csv", {
      known: { studentCodes: new Set(plan.rows.map((row) => row.student?.code ?? "")) },
    }).plan
    expect(byCode.counts).toMatchObject({ ready: 0, skipped: 62, families: 0, classes: 0, teachers: 0 })
    expect(rowOf(byCode, 2).skippedBecause).toBe("Student ID 1001 is already in the school.")

    const byName = planFile("roster.csv", { known: { students } }).plan
    expect(byName.counts).toMatchObject({ ready: 0, skipped: 62 })
    expect(rowOf(byName, 2).skippedBecause).toBe(
      "Amara Okafor, born January 1, 2008, is already in the school.",
    )
  })
})

describe("a roster with errors", () => {
  const file = planFile("roster-with-errors.csv")
  const { plan } = file

  it("imports its good rows and says of each bad one what is wrong", () => {
    expect(plan.counts).toEqual({
      students: 3,
      families: 3,
      guardians: 5,
      teachers: 3,
      classes: 3,
      schedules: 3,
      enrollments: 3,
      ready: 3,
      added: 0,
      problems: 8,
      skipped: 1,
      warnings: 4,
    })
    expect(plan.rows.filter((row) => row.state === "ready").map((row) => row.rowNumber)).toEqual([2, 12, 13])
    expect(problemsOf(plan)).toEqual([
      [3, "birthDate", "31/02/2012 isn’t a date on the calendar."],
      [4, "firstName", "Name is missing."],
      [5, "guardian1Email", "“not-an-address” isn’t an email address."],
      [6, "time", "“25:99” isn’t a time. Write it like 2:00 PM or 14:00."],
      [7, "minutes", "“-30” isn’t a lesson length. Enter 5 to 600 minutes."],
      [8, "price", "“$1e309” isn’t a price. Write it like 32.50."],
      [9, "billing", "“Monthly flat” has no amount. Write it like “Monthly flat $140.00”."],
      [11, "weekday", "“Someday” isn’t a day of the week."],
    ])
  })

  it("makes no twin of a row that says the same again", () => {
    expect(rowOf(plan, 10)).toMatchObject({ state: "skipped", skippedBecause: "Says the same as row 2." })
  })

  it("imports a name that is a script as the text it is, with a warning", () => {
    expect(rowOf(plan, 13).student?.firstName).toBe("<script>alert(1)</script>")
    expect(warningsOf(plan)).toContainEqual([
      13,
      "“<script>alert(1)</script> Silva” doesn’t look like a name. It’s imported exactly as written.",
    ])
  })

  it("asks about a teacher no one knows: add, leave out, or someone else", () => {
    const teachers = [{ id: "t1", name: "BEATRIZ  Álvarez" }]
    const added = planFile("roster-with-errors.csv", { known: { teachers } }).plan
    expect(added.teachers.map(({ name, use, teacherId }) => [name, use, teacherId])).toEqual([
      ["Beatriz Alvarez", "existing", "t1"],
      ["A teacher nobody knows", "create", null],
      ["Kwame Boateng", "create", null],
    ])
    expect(warningsOf(added)).toContainEqual([
      12,
      "A teacher nobody knows is not among your teachers and will be added.",
    ])

    const choose = (choice: string) =>
      planFile("roster-with-errors.csv", {
        known: { teachers },
        options: { teacherChoices: { "a teacher nobody knows": choice } },
      }).plan
    const left = choose("leave-out")
    expect(left.classes.find((each) => each.rowNumbers.includes(12))?.teacherKey).toBeNull()
    expect(rowOf(left, 12).student?.notes).toBe("Teacher: A teacher nobody knows")
    expect(choose("t1").teachers[1]).toMatchObject({ use: "existing", teacherId: "t1" })
    expect(choose("somebody else's id").teachers[1]).toMatchObject({ use: "create", teacherId: null })
  })

  it("returns its bad rows as a file that can be fixed and imported", () => {
    const csv = atOnce(problemsCsv(plan, file.headers, file.rows))
    const table = readCsv(decodeText(new TextEncoder().encode(csv)).text, ",")
    expect(table.headers).toEqual(["Row", "Problem", ...file.headers])
    expect(table.rows).toHaveLength(8)
    expect(table.problems).toEqual([])
    expect(table.rows[2]?.cells.slice(0, 5)).toEqual([
      "5",
      "“not-an-address” isn’t an email address.",
      "1004",
      "Chloé",
      "Nakamura",
    ])
    expect(table.rows[2]?.cells.at(-1)).toBe("'=SUM(A1:A2) copied from a sheet")

    const mended = planText(csv.replaceAll("not-an-address", "yara@example.com")).plan
    expect(mended.counts).toMatchObject({ ready: 1, problems: 7 })
    expect(rowOf(mended, 4).student?.notes).toBe("=SUM(A1:A2) copied from a sheet")
    expect(mended.families[0]?.guardians[0]?.email).toBe("yara@example.com")
  })
})

describe("a German roster: semicolons, Windows-1252, day first, decimal commas", () => {
  const { plan } = planFile("roster-semicolon-windows1252.csv", { options: { defaultStart: "2026-11-23" } })

  it("is imported whole", () => {
    expect(plan.counts).toEqual({
      students: 24,
      families: 24,
      guardians: 24,
      teachers: 0,
      classes: 24,
      schedules: 24,
      enrollments: 24,
      ready: 24,
      added: 0,
      problems: 0,
      skipped: 0,
      warnings: 0,
    })
    expect(plan.notices).toEqual([
      "There’s no teacher column. Choose a teacher for each class after the import.",
      "There’s no start date column. Lessons start on November 23, 2026.",
    ])
  })

  it("with its letters, dates and prices as they were meant", () => {
    expect(rowOf(plan, 5)).toMatchObject({
      student: { firstName: "Götz", lastName: "Weiß", birthDate: "2012-10-16", instrument: "Blockflöte" },
      enrollment: { billing: null, priceMinor: null, startsOn: "2026-11-23" },
    })
    expect(plan.families[0]).toMatchObject({
      name: "Müller family",
      guardians: [
        { name: "Jörg Müller", email: "familie.0@example.com", phone: "030 901800", payerShare: 10_000 },
      ],
    })
    expect(rowOf(plan, 2).student?.notes).toBe("Geschwisterrabatt 10 %")
    expect(plan.classes[0]).toMatchObject({
      name: "Lena Müller, Blockflöte",
      teacherKey: null,
      schedule: { weekday: 1, time: "14:00", minutes: 30 },
    })
  })

  it("can be given to one teacher, as in a solo studio, where lessons that overlap are named", () => {
    const solo = planFile("roster-semicolon-windows1252.csv", {
      known: { teachers: [{ id: "t1", name: "Clara Brandt" }], room: { teachers: 0, students: null } },
      options: { defaultTeacher: "t1" },
    }).plan
    expect(solo.teachers).toMatchObject([{ name: "Clara Brandt", use: "existing", teacherId: "t1" }])
    expect(solo.counts).toMatchObject({ ready: 24, teachers: 0, warnings: 0 })
  })

  it("is read month first when the person says so, and then refuses days that do not exist", () => {
    const { plan: wrong } = planFile("roster-semicolon-windows1252.csv", { options: { dateOrder: "mdy" } })
    expect(rowOf(wrong, 5).problems[0]?.message).toBe(
      "16.10.2012 isn’t a date when the month comes first, as in the rest of the column.",
    )
  })
})
