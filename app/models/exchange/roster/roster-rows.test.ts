import { describe, expect, it } from "vitest"
import {
  emptySchool,
  planFile,
  planText,
  problemsOf,
  rowOf,
  warningsOf,
} from "../../../../tests/support/planned-roster"

describe("room on the plan", () => {
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
          "You have 98 of 100 students on Standard, and the rows above use the last 2. Upgrade to add Aiko Lindqvist, or mark a student as former first.",
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

const notImported =
  "Price isn’t imported: it belongs to no lesson, and people who don’t see prices read the notes."

describe("rows of one file", () => {
  it("say one thing about a price that belongs to no lesson", () => {
    const { plan } = planText('Name,Price\nAda Rossi,"€ 32,50"', { options: { currency: "USD" } })
    expect(warningsOf(plan)).toEqual([[2, notImported]])
  })

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
    expect(rowOf(plan, 3).student?.notes).toBeNull()
    expect(warningsOf(plan)).toEqual([[3, notImported]])
    expect(rowOf(plan, 4).enrollment?.startsOn).toBe("2026-11-23")
    expect(plan.counts).toMatchObject({ classes: 2, enrollments: 3, teachers: 1, warnings: 1 })
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
      [5, notImported],
      [5, "No lesson day and time: Nia Dubois is imported without a class."],
      [6, "No price. Set one for the class before its first lesson is billed."],
    ])
    expect(rowOf(plan, 5).student?.notes).toBe("Minutes: 30")
    const helped = planText("Name,Day,Time\nAda Rossi,Wed,14:00", { options: { defaultMinutes: 30 } }).plan
    expect(helped.classes[0]?.schedule.minutes).toBe(30)
  })

  it("are one family through any guardian's address, whatever its case, and join a family the school has", () => {
    const { plan } = planText(
      [
        "Name,Mother,Mother email,Mother phone,Father,Father email,Address",
        "Ada Rossi,Alma Rossi,ALMA@example.com,555-0101,,,1 Low Road",
        "Leo Rossi,A. Rossi,alma@Example.com,555-0102,Otis Park,otis@example.com,2 Low Road",
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
    expect(rowOf(plan, 3).student?.notes).toBe(
      "Address: 2 Low Road\nMother: A. Rossi\nMother phone: 555-0102",
    )
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
    expect(rowOf(plan, 3)).toMatchObject({ state: "skipped", skippedBecause: "Says the same as row 2." })
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
      "Dates like 01/02/2008 can be read two ways. In this file, the month comes first.",
    ])
    expect(rowOf(plan, 2).student?.birthDate).toBe("2008-01-02")
  })
})
