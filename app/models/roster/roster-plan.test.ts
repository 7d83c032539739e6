import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { decodeText, detectDelimiter } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"
import { atOnce } from "~/utils/in-turns"
import { guessMapping } from "./roster-fields"
import { planRoster, type RosterInput, type RosterPlan } from "./roster-plan"
import { problemsCsv } from "./roster-problems.server"

const emptySchool: RosterInput["known"] = {
  studentCodes: new Set(),
  students: [],
  guardianEmails: new Map(),
  teachers: [],
  room: { teachers: 5, students: 100, plan: { name: "Standard", teacherLimit: 5, studentLimit: 100 } },
}
const options: RosterInput["options"] = {
  dateOrder: "detect",
  defaultStart: "2026-11-23",
  today: "2026-11-20",
}

type Changes = { known?: Partial<RosterInput["known"]>; options?: Partial<RosterInput["options"]> }

function planText(text: string, changes: Changes = {}) {
  const { headers, rows } = readCsv(text, detectDelimiter(text))
  const mapping = guessMapping(
    headers,
    rows.map((row) => row.cells),
  )
  const input = {
    headers,
    rows,
    mapping,
    options: { ...options, ...changes.options },
    known: { ...emptySchool, ...changes.known },
  }
  return { ...input, plan: planRoster(input) }
}

function planFile(file: string, changes: Changes = {}) {
  return planText(decodeText(readFileSync(`tests/support/rosters/${file}`)).text, changes)
}

const rowOf = (plan: RosterPlan, rowNumber: number) => {
  const row = plan.rows.find((each) => each.rowNumber === rowNumber)
  if (!row) throw new Error(`No row ${rowNumber}`)
  return row
}
const problemsOf = (plan: RosterPlan) =>
  plan.rows.flatMap((row) => row.problems.map((problem) => [row.rowNumber, problem.field, problem.message]))
const warningsOf = (plan: RosterPlan) =>
  plan.rows.flatMap((row) => row.warnings.map((warning) => [row.rowNumber, warning.message]))

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
      problems: 0,
      skipped: 0,
      warnings: 13,
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

  it("makes a flat fee the price of a private class, and keeps the price per lesson in the notes", () => {
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
    expect(student?.notes).toContain("45.00")
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
        "Rate: $18.00",
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
      problems: 9,
      skipped: 0,
      warnings: 4,
    })
    expect(plan.rows.filter((row) => row.state === "ready").map((row) => row.rowNumber)).toEqual([2, 12, 13])
    expect(problemsOf(plan)).toEqual([
      [3, "birthDate", "31/02/2012 is not a day of the calendar."],
      [4, "firstName", "Name is missing."],
      [5, "guardian1Email", "“not-an-address” is not an e-mail address."],
      [6, "time", "“25:99” is not a time. Write it like 2:00 PM or 14:00."],
      [7, "minutes", "“-30” is not a lesson length. A lesson lasts 5 to 600 minutes."],
      [8, "price", "“$1e309” is not a price. Write it like 32.50."],
      [9, "billing", "“Monthly flat” has no amount. Write it like “Monthly flat $140.00”."],
      [10, "studentCode", "Student ID 1001 is also in row 2. Only the first is imported."],
      [11, "weekday", "“Someday” is not a day of the week."],
    ])
  })

  it("imports a name that is a script as the text it is, with a warning", () => {
    expect(rowOf(plan, 13).student?.firstName).toBe("<script>alert(1)</script>")
    expect(warningsOf(plan)).toContainEqual([
      13,
      "“<script>alert(1)</script> Silva” is unusual for a name. It is imported as text, exactly as written.",
    ])
  })

  it("asks about a teacher nobody knows: add, leave out, or somebody else", () => {
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

  it("gives its bad rows back as a file that can be mended and imported", () => {
    const csv = atOnce(problemsCsv(plan, file.headers, file.rows))
    const table = readCsv(decodeText(new TextEncoder().encode(csv)).text, ",")
    expect(table.headers).toEqual(["Row", "Problem", ...file.headers])
    expect(table.rows).toHaveLength(9)
    expect(table.problems).toEqual([])
    expect(table.rows[2]?.cells.slice(0, 5)).toEqual([
      "5",
      "“not-an-address” is not an e-mail address.",
      "1004",
      "Chloé",
      "Nakamura",
    ])
    expect(table.rows[2]?.cells.at(-1)).toBe("'=SUM(A1:A2) copied from a sheet")

    const mended = planText(csv.replaceAll("not-an-address", "yara@example.com")).plan
    expect(mended.counts).toMatchObject({ ready: 2, problems: 7 })
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
      problems: 0,
      skipped: 0,
      warnings: 0,
    })
    expect(plan.notices).toEqual([
      "No column names the teachers: choose one for each class after the import.",
      "No column holds start dates: lessons start on November 23, 2026.",
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
      "16.10.2012 is not a day when the month comes first, as in the rest of the column.",
    )
  })
})

describe("places on the plan", () => {
  it("run out row by row, with the numbers and what to do", () => {
    const { plan } = planFile("roster.csv", { known: { room: { ...emptySchool.room, students: 2 } } })
    expect(plan.counts).toMatchObject({ ready: 10, problems: 52 })
    expect(plan.rows.filter((row) => row.state === "ready" && row.student?.status !== "former")).toHaveLength(
      2,
    )
    expect(rowOf(plan, 4).problems).toEqual([
      {
        field: null,
        code: "student-limit",
        message:
          "You have 98 of 100 students on Standard, and the rows above take the last 2. Upgrade to add Aiko Lindqvist, or mark a student as former first.",
        value: "Aiko Lindqvist",
      },
    ])
  })

  it("for teachers too, and a row kept out for its teacher takes no student's place", () => {
    const known = { room: { ...emptySchool.room, teachers: 0 } }
    const { plan } = planFile("roster.csv", { known })
    expect(plan.counts).toMatchObject({ ready: 8, problems: 54, teachers: 0, classes: 0 })
    expect(rowOf(plan, 2).problems[0]?.message).toBe(
      "You have 5 of 5 teachers on Standard. Upgrade to add Beatriz Alvarez, choose one of your teachers instead, or leave the name out.",
    )
    const teacherChoices = Object.fromEntries(plan.teachers.map(({ name }) => [name, "leave-out"]))
    expect(planFile("roster.csv", { known, options: { teacherChoices } }).plan.counts).toMatchObject({
      ready: 62,
      teachers: 0,
      classes: 54,
    })
    const tight = planFile("roster.csv", {
      known: { room: { teachers: 1, students: 54 } },
    }).plan
    expect(tight.teachers.map(({ use }) => use)).toEqual([
      "create",
      "no-room",
      "no-room",
      "no-room",
      "no-room",
    ])
  })

  it("are endless without a limit", () => {
    const { plan } = planFile("roster.csv", { known: { room: { teachers: null, students: null } } })
    expect(plan.counts.ready).toBe(62)
  })
})

describe("rows of one file", () => {
  it("share a group when teacher, instrument, day, time and length are the same", () => {
    const { plan } = planText(
      [
        "Name,Instrument,Teacher,Type,Day,Time,Minutes,Price,Billing,Start date",
        "Ada Rossi,Voice,Helena Novak,Group,Wed,14:00,45,18,Per lesson,2026-09-14",
        "Leo Park,voice,helena novák,Gruppe,Wednesday,2:00 PM,45,20,Monthly 60,2026-09-07",
        "Mia Cohen,Voice,Helena Novak,Group,Thu,14:00,45,18,,",
      ].join("\n"),
    )
    expect(plan.classes.map(({ name, rowNumbers }) => [name, rowNumbers])).toEqual([
      ["Voice group, Wed 2:00 PM", [2, 3]],
      ["Voice group, Thu 2:00 PM", [4]],
    ])
    expect(plan.classes[0]?.schedule.startsOn).toBe("2026-09-07")
    expect(rowOf(plan, 3).enrollment).toMatchObject({ billing: "monthly", priceMinor: 6000 })
    expect(rowOf(plan, 3).student?.notes).toBe("Price: 20")
    expect(rowOf(plan, 4).enrollment?.startsOn).toBe("2026-11-23")
    expect(plan.counts).toMatchObject({ classes: 2, enrollments: 3, teachers: 1, warnings: 0 })
  })

  it("name both lessons when a teacher would have two at once, and still come in", () => {
    const { plan } = planText(
      [
        "Name,Teacher,Day,Time,Minutes",
        "Ada Rossi,Helena Novak,Wed,14:00,45",
        "Leo Park,Helena Novak,Wed,14:30,30",
        "Mia Cohen,Helena Novak,Wed,15:00,30",
        "Nia Dubois,Marcus Whitfield,Wed,14:00,45",
      ].join("\n"),
    )
    expect(warningsOf(plan)).toEqual([
      [2, "Helena Novak has two lessons at once on Wednesdays: this one and row 3 (Leo Park, 2:30 PM)."],
      [3, "Helena Novak has two lessons at once on Wednesdays: this one and row 2 (Ada Rossi, 2:00 PM)."],
    ])
    expect(plan.counts.ready).toBe(4)
  })

  it("need a lesson whole or not at all", () => {
    const { plan } = planText(
      [
        "Name,Day,Time,Minutes,Price",
        "Ada Rossi,Wed,,,18",
        "Leo Park,,14:00,30,18",
        "Mia Cohen,Wed,14:00,,18",
        "Nia Dubois,,,30,18",
        "Kai Fraser,Wed,14:00,30,",
      ].join("\n"),
    )
    expect(problemsOf(plan)).toEqual([
      [2, "time", "The lesson has a day, but no time and no length."],
      [3, "weekday", "The lesson has a time and a length, but no day."],
      [4, "minutes", "The lesson has a day and a time, but no length."],
    ])
    expect(warningsOf(plan)).toEqual([
      [5, "No lesson day and time: Nia Dubois is imported without a class."],
      [6, "No price. Set one for the class before its first lesson is billed."],
    ])
    expect(rowOf(plan, 5).student?.notes).toBe("Minutes: 30\nPrice: 18")
    const helped = planText("Name,Day,Time\nAda Rossi,Wed,14:00", { options: { defaultMinutes: 30 } }).plan
    expect(helped.classes[0]?.schedule.minutes).toBe(30)
  })

  it("are one family through any guardian's address, whatever its case, and join a family the school has", () => {
    const { plan } = planText(
      [
        "Name,Mother,Mother email,Mother phone,Father,Father email,Address",
        "Ada Rossi,Alma Rossi,ALMA@example.com,1,,,1 Low Road",
        "Leo Rossi,A. Rossi,alma@Example.com,2,Otis Park,otis@example.com,2 Low Road",
        "Mia Park,,,,Otis Park,Otis@example.com,",
        "Kai Fraser,Leila Fraser,leila@example.com,,,,",
        "Nia Dubois,,,,,,",
        "Noor Dubois,,,,,,",
      ].join("\n"),
      { known: { guardianEmails: new Map([["leila@example.com", "fraser"]]) } },
    )
    expect(
      plan.families.map(({ name, rowNumbers, existingFamilyId }) => [name, rowNumbers, existingFamilyId]),
    ).toEqual([
      ["Rossi family", [2, 3, 4], null],
      ["Fraser family", [5], "fraser"],
      ["Dubois family", [6], null],
      ["Dubois family", [7], null],
    ])
    expect(plan.families[0]?.guardians.map(({ name, payerShare }) => [name, payerShare])).toEqual([
      ["Alma Rossi", 10_000],
      ["Otis Park", 0],
    ])
    expect(plan.families[1]?.guardians[0]).toMatchObject({ exists: true, payerShare: 0 })
    expect(rowOf(plan, 3).student?.notes).toBe("Address: 2 Low Road\nMother: A. Rossi\nMother phone: 2")
    expect(plan.counts).toMatchObject({ families: 3, guardians: 2 })
  })

  it("are told apart, or not, by name and birth date", () => {
    const { plan } = planText(
      [
        "Name,Birthday",
        "Ada Rossi,2012-05-04",
        "ADA ROSSI,2012-05-04",
        "Ada Rossi,2014-05-04",
        "Leo Park,",
        "Leo Park,",
      ].join("\n"),
    )
    expect(problemsOf(plan)).toEqual([
      [3, "birthDate", "ADA ROSSI with the same birth date is also in row 2. Only the first is imported."],
    ])
    expect(warningsOf(plan)).toEqual([
      [6, "Leo Park is also in row 5. Both are imported; is it the same person?"],
    ])
  })

  it("with cells too few or too many stay out, and say so", () => {
    const { plan } = planText("First name,Last name,Notes\nAda,Rossi,a,b\nLeo,Park\nMia,Cohen,x\n")
    expect(plan.counts).toMatchObject({ ready: 1, problems: 2 })
    expect(rowOf(plan, 2).problems[0]).toMatchObject({ code: "cell-count", field: null })
    expect(rowOf(plan, 3).problems[0]?.message).toContain("2 cells for 3 headings")
  })

  it("say what becomes of dates that can be read both ways", () => {
    const { plan } = planText("Name,Birthday\nAda Rossi,01/02/2008")
    expect(plan.notices).toEqual([
      "Dates such as 01/02/2008 can be read two ways. Here the month comes first.",
    ])
    expect(rowOf(plan, 2).student?.birthDate).toBe("2008-01-02")
  })
})
