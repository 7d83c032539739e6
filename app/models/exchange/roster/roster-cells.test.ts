import { describe, expect, it, test } from "vitest"
import { readCsv, readCsvInTurns } from "~/utils/csv.server"
import { planRoster } from "../../../../tests/support/planned-roster"
import { guessMapping } from "./roster-fields"
import type { RosterInput } from "./roster-plan"
import { TeacherRoll, teacherName } from "./roster-teachers"
import { parseLessonTime, parseMinutes } from "./roster-times"

// What people have in the cells of their lists, besides what our own columns would hold.

function plan(csv: string, options: Partial<RosterInput["options"]> = {}) {
  const { headers, rows } = readCsv(csv, ",")
  const mapping = guessMapping(
    headers,
    rows.map(({ cells }) => cells),
  )
  const known = {
    studentCodes: new Set<string>(),
    students: [],
    guardianEmails: new Map<string, string>(),
    teachers: [],
    room: { teachers: null, students: null },
  }
  const today = "2026-11-20"
  const given = { dateOrder: "detect", defaultStart: "2026-11-23", today, ...options } as const
  return { mapping, ...planRoster({ headers, rows, mapping, options: given, known }) }
}

const warningsOf = ({ rows }: ReturnType<typeof plan>) => rows.flatMap(({ warnings }) => warnings)

describe("day and time in one cell", () => {
  it("is no long text, which would take minutes to look through", () => {
    for (const text of ["1".repeat(60_000), `1${" ".repeat(60_000)}x`, `Mo ${"1".repeat(49_000)}`])
      expect(parseLessonTime(text).ok).toBe(false)
  })

  it.each([
    ["Mo 15:30–16:15", 1, "15:30", 45],
    ["Mon 3:30–4:15 PM", 1, "15:30", 45],
    ["Tue 4pm-4:45pm", 2, "16:00", 45],
    ["Tuesday 4-4:45pm", 2, "16:00", 45],
    ["Fri 11:30-12:15pm", 5, "11:30", 45],
    ["mardi de 14h30 à 15h15", 2, "14:30", 45],
    ["Donnerstag, 15.30 - 16.15 Uhr", 4, "15:30", 45],
    ["miércoles 17:00 a 17:30", 3, "17:00", 30],
    ["Wed 4:00 PM, 45 min", 3, "16:00", 45],
    ["Wed. 4:00 PM (45 min)", 3, "16:00", 45],
    ["15:30-16:15", null, "15:30", 45],
    ["15:30 Mon", 1, "15:30", null],
    ["Sa 9:00", 6, "09:00", null],
  ])("%s", (cell, weekday, time, minutes) => {
    expect(parseLessonTime(cell)).toMatchObject({ ok: true, value: { weekday, time, minutes } })
  })

  it.each(["Mo 16:15–15:30", "Someday 15:30", "Mo 15:30–16:15–17:00", "soon", "25:99-26:00", ""])(
    "%j is none",
    (cell) => expect(parseLessonTime(cell).ok).toBe(false),
  )

  it.each(["Lesson Time", "Day", "Créneau", "Whatever"])("is found under the heading %s", (heading) => {
    const made = plan(
      `Name,${heading},Teacher\nAda Rossi,Mo 15:30–16:15,Ina Berg\nBo Lund,Tue 4pm-4:45pm,Ina Berg\n`,
    )
    expect(made.counts).toMatchObject({ ready: 2, classes: 2 })
    expect(made.classes.map(({ schedule }) => [schedule.weekday, schedule.time, schedule.minutes])).toEqual([
      [1, "15:30", 45],
      [2, "16:00", 45],
    ])
  })

  it("that says another length than the length's column: that column decides, and the row says so", () => {
    const made = plan("Name,Day,Duration\nAda Rossi,Mo 15:30–16:15,30\n")
    expect(made.classes[0]?.schedule.minutes).toBe(30)
    expect(warningsOf(made).map(({ message }) => message)).toContainEqual(
      expect.stringContaining("don’t agree"),
    )
    expect(made.rows[0]?.student?.notes).toContain("Mo 15:30–16:15")
  })
})

it.each([
  ["1.5", 90],
  ["0,75", 45],
  ["1:30", 90],
  ["0:45", 45],
  ["1h30", 90],
  ["1 h 15 min", 75],
  ["45", 45],
])("a length of %s is %i minutes", (cell, minutes) => {
  expect(parseMinutes(cell)).toMatchObject({ ok: true, value: minutes })
})

describe("amounts in another currency than the school's", () => {
  const priced = (price: string, currency: string) =>
    warningsOf(
      plan(`Name,Day,Time,Duration,Price\nAda Rossi,Mon,14:00,30,"${price}"\n`, { currency }),
    ).filter(({ field }) => field === "price")
  it.each([
    ["$35.00", "EUR"],
    ["$1,035.50", "EUR"],
    ["35.00 USD", "EUR"],
    ["€ 42,50", "USD"],
    ["£20", "EUR"],
    ["US$30", "CAD"],
  ])("%s warns a school of %s", (price, currency) => {
    expect(priced(price, currency)).toMatchObject([{ code: "unusual", value: price }])
  })
  it.each([
    ["$35.00", "USD"],
    ["$35.00", "CAD"],
    ["42,50 €", "EUR"],
    ["42.50", "EUR"],
    ["R$ 30", "BRL"],
  ])("%s does not warn a school of %s", (price, currency) => expect(priced(price, currency)).toEqual([]))
})

it("a teacher is one person, whatever title and order the name has", () => {
  const made = plan(
    'Name,Teacher,Day,Time,Duration\nA B,Rachel Green,Mon,14:00,30\nC D,"Green, Rachel",Mon,15:00,30\nE F,Ms. Rachel Green,Mon,16:00,30\nG H,Mr. Bob Stone,Mon,14:00,30\nI J,Ms. Green,Mon,14:00,30\n',
  )
  expect(made.teachers.map(({ name, rowNumbers }) => [name, rowNumbers.length])).toEqual([
    ["Rachel Green", 3],
    ["Bob Stone", 1],
    ["Ms. Green", 1],
  ])
  expect(teacherName("Prof. Dr. Eva Maria Lang")).toBe("Eva Maria Lang")
})

test("an initial or a last name alone proposes the one teacher whom it can mean", () => {
  const known = ["Beatriz Alvarez", "Marcus Whitfield", "Marta Novak", "Helena Novak"].map((name) => ({
    id: name,
    name,
  }))
  const roll = new TeacherRoll(known, {}, null)
  const names = [
    "B. Alvarez",
    "Ms. Alvarez",
    "Marcus",
    "M. Novak",
    "Novak",
    "C. Alvarez",
    "Mar",
    "Yuki Tanaka",
  ]
  expect(names.map((name) => roll.find(name, 2).likelyId)).toEqual([
    ...["Beatriz Alvarez", "Beatriz Alvarez", "Marcus Whitfield", "Marta Novak"],
    ...[undefined, undefined, undefined, undefined],
  ])
  expect(roll.teachers[0]).toMatchObject({ use: "create", teacherId: null })
})

describe("families", () => {
  it("have the name the file gives them, and adults without a name have it, too", () => {
    const made = plan(
      'First Name,Last Name,Family Name,Parent Email\nAda,Stone,"Stone, Bob",parent29@mail.example\n',
    )
    expect(made.mapping).toMatchObject({ 1: "lastName", 2: "household" })
    expect(made.families[0]).toMatchObject({ name: "Stone, Bob", guardians: [{ name: "Stone, Bob" }] })
    expect(plan("First Name,Family Name\nAda,Stone\n").mapping).toMatchObject({ 1: "lastName" })
  })

  it("are joined by a family name with another cell in common, not by the name alone", () => {
    const made = plan(
      "First Name,Last Name,Household,Address\nAda,Stone,Stone,1 High St\nBo,Stone,Stone,1 High St\nCy,Stone,Stone,9 Low Rd\n",
    )
    expect(made.families.map(({ rowNumbers }) => rowNumbers)).toEqual([[2, 3], [4]])
  })

  it("are joined by an address that rows share, in whichever of two email columns", () => {
    const made = plan(
      "First Name,Last Name,Email,Email\nAda,Stone,stone@mail.example,ada@mail.example\nBo,Stone,stone@mail.example,bo@mail.example\nCy,Wu,wu@mail.example,\n",
    )
    expect(made.mapping).toMatchObject({ 2: "guardian1Email", 3: "studentEmail" })
    expect(made.families.map(({ rowNumbers }) => rowNumbers)).toEqual([[2, 3], [4]])
  })

  it("are joined by students' own shared address, with a word about it", () => {
    const made = plan("First Name,Student Email\nAda,home@mail.example\nBo,home@mail.example\n")
    expect(made.families).toHaveLength(1)
    expect(warningsOf(made)[0]?.message).toContain("the same email address as Ada")
  })
})

describe("a cell that can't be read", () => {
  const csv =
    "Name,Day,Time,Duration,Price,Birthday\nAda Rossi,Mon,14:00,30,=35+1,31/02/2012\nBo Lund,Mon,25:99,30,20,\n,Mon,15:00,30,20,\n"
  it("keeps its row out", () => expect(plan(csv).counts).toMatchObject({ ready: 0, problems: 3 }))

  it("or goes to the notes of a student who is imported without it, but never for want of a name", () => {
    const made = plan(csv, { unreadable: "keep-in-notes" })
    expect(made.counts).toMatchObject({ ready: 2, problems: 1, classes: 1 })
    expect(made.rows[0]?.student).toMatchObject({ birthDate: null })
    expect(made.rows[0]?.student?.notes).not.toContain("35+1")
    expect(made.rows[0]?.student?.notes).toContain("Birthday: 31/02/2012")
    expect(made.rows[1]?.student?.notes).toContain("Time: 25:99")
    expect(
      warningsOf(made)
        .filter(({ code }) => code === "dropped")
        .map(({ value }) => value),
    ).toEqual(["31/02/2012", "=35+1", "25:99", "20"])
  })

  it("of three million letters costs its own row and no other", async () => {
    const huge = `Name,Notes\nAda Rossi,x\nBo Lund,"${"y".repeat(3_000_000)}"\nCy Wu,z\n`
    const made = plan(huge)
    expect(made.rows.map(({ state }) => state)).toEqual(["ready", "problem", "ready"])
    expect(made.rows[1]?.problems[0]?.message).toContain("3,000,007 characters")
    expect(await readCsvInTurns(huge, ",")).toEqual(readCsv(huge, ","))
  })
})

it("columns about lessons without a day and time are said to make none", () => {
  const { notices } = plan("Name,Teacher,Price\nAda Rossi,Ina Berg,30\n")
  expect(notices.join(" ")).toContain("so no classes or lessons will be created")
  expect(notices.join(" ")).toContain(
    "The other lesson columns (Teacher) are kept in the students’ notes. Prices (Price) aren’t imported without a lesson.",
  )
})

describe("medical notes", () => {
  it.each(["Medical", "Allergies", "Medical Notes", "Allergien", "Santé"])("have a field: %s", (heading) => {
    expect(plan(`Name,${heading}\nAda Rossi,Peanuts\n`).rows[0]?.student).toMatchObject({
      medicalNotes: "Peanuts",
    })
  })

  it("are found in the notes; the rest stays there", () => {
    const made = plan('Name,Notes\nFreya Okafor,"Allergic to nuts, carries an EpiPen. Sibling discount."\n')
    expect(made.rows[0]?.student).toMatchObject({
      medicalNotes: "Allergic to nuts, carries an EpiPen.",
      notes: "Sibling discount.",
    })
    expect(warningsOf(made)).toMatchObject([{ code: "medical" }])
  })
})

it("warnings quote the file's own text", () => {
  const made = plan("Name,Teacher,Day,Time,Duration\nAda Rossi,Ina,Mon,14h00,30\nBo Lund,Ina,Mon,14h00,30\n")
  expect(
    warningsOf(made)
      .filter(({ code }) => code === "clash")
      .map(({ value }) => value),
  ).toEqual(["14h00", "14h00"])
})

describe("dates that can be read two ways", () => {
  const ambiguous = "Name,Birthday,Start Date\nAda Rossi,04/05/2012,\nBo Lund,01/02/2013,\n"
  const birthdaysOf = (csv: string, options: Partial<RosterInput["options"]>) =>
    plan(csv, options).rows.map(({ student }) => student?.birthDate)

  it("are read as the school writes dates, which is said", () => {
    expect(birthdaysOf(ambiguous, { schoolOrder: "dmy" })).toEqual(["2012-05-04", "2013-02-01"])
    expect(birthdaysOf(ambiguous, { schoolOrder: "mdy" })).toEqual(["2012-04-05", "2013-01-02"])
    expect(birthdaysOf(ambiguous, { schoolOrder: "ymd" })).toEqual(["2012-04-05", "2013-01-02"])
    expect(plan(ambiguous, { schoolOrder: "dmy" }).notices).toContain(
      "Dates like 01/02/2008 can be read two ways. In this file, the day comes first, as your school writes dates.",
    )
  })

  it("are read as the file shows elsewhere, or as was chosen, whatever the school writes", () => {
    const told = ambiguous.replace("01/02/2013", "01/22/2013")
    expect(birthdaysOf(told, { schoolOrder: "dmy" })).toEqual(["2012-04-05", "2013-01-22"])
    const byStart = ambiguous.replace("04/05/2012,", "04/05/2012,09/30/2026")
    expect(birthdaysOf(byStart, { schoolOrder: "dmy" })[0]).toBe("2012-04-05")
    expect(birthdaysOf(ambiguous, { schoolOrder: "dmy", dateOrder: "mdy" })[0]).toBe("2012-04-05")
    expect(plan(told, { schoolOrder: "dmy" }).notices.join()).not.toContain("two ways")
  })
})
