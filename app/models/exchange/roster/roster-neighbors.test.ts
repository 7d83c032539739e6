import { describe, expect, it } from "vitest"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import { areTurned } from "./roster-text"

// Kinds of lists that the field's folder has no example of, each tried before it was read right.

const read = async (...lines: string[]) =>
  (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))).plan
type Plan = Awaited<ReturnType<typeof read>>
const names = (plan: Plan) => plan.rows.map(({ name }) => name)
const guardiansOf = (plan: Plan) =>
  plan.families.flatMap(({ guardians }) => guardians.map(({ name, email, phone }) => [name, email, phone]))
const lessonsOf = (plan: Plan) =>
  plan.classes.map(({ instrument, teacherKey, schedule: { weekday, time, minutes }, price }) => [
    instrument,
    plan.teachers.find(({ key }) => key === teacherKey)?.name ?? null,
    weekday,
    time,
    minutes,
    price?.amountMinor ?? null,
  ])

describe("names", () => {
  it("in capitals with the last name first are told by the guardians’", async () => {
    const plan = await read(
      "STUDENT NAME,PARENT NAME,PARENT EMAIL",
      "SMITH MILO,SMITH ANNA,anna@x.example",
      "VAN DYK ADA,VAN DYK CARA,cara@x.example",
    )
    expect(names(plan)).toEqual(["MILO SMITH", "ADA VAN DYK"])
    expect(guardiansOf(plan).map(([name]) => name)).toEqual(["ANNA SMITH", "CARA VAN DYK"])
    expect(plan.notices).toContain(
      "Names are read with the last name first: students and their guardians share their first word.",
    )
  })

  it("are in their usual order where children and guardians share the last word, or nothing tells", () => {
    expect(areTurned([["Milo Smith", "Anna Smith"]])).toBe(false)
    expect(areTurned([["Anna Smith", "Anna Jones"]])).toBe(true)
    expect(areTurned([["Milo Smith", "Milo Smith"]])).toBe(false)
    expect(areTurned([["Smith, Milo", "Smith, Anna"]])).toBe(false)
    expect(
      areTurned([
        ["Anna Smith", "Anna Jones"],
        ["Ben Lowe", "Cara Lowe"],
      ]),
    ).toBe(false)
  })

  it("of two guardians with a comma between are two, each with their contact", async () => {
    const plan = await read(
      "Student,Parents,Parent emails",
      'Ada Jones,"Cara Jones, Dan Reed","cara@x.example, dan@x.example"',
    )
    expect(guardiansOf(plan)).toEqual([
      ["Cara Jones", "cara@x.example", null],
      ["Dan Reed", "dan@x.example", null],
    ])
  })

  it("of children with more in parentheses are several, and those without a last name have the family’s", async () => {
    const plan = await read(
      "Family,Kids,Mom,Email",
      'Smith,"Milo (10, piano), Ada (8, violin)",Anna,anna@x.example',
    )
    expect(names(plan)).toEqual(["Milo Smith", "Ada Smith"])
    expect(plan.rows.map(({ student }) => student?.notes)).toEqual(["Kids: (10, piano)", "Kids: (8, violin)"])
  })

  it("that are labels are no students", async () => {
    const plan = await read("Student,Milo Smith", "Parent,Anna Smith", "Email,anna@x.example")
    expect(plan.counts.students).toBe(0)
    expect(plan.rows.map(({ skippedBecause }) => skippedBecause)).toEqual([
      "“Parent” is a label. Put each student in one row, with the labels as headings.",
      "“Email” is a label. Put each student in one row, with the labels as headings.",
    ])
  })
})

describe("lessons", () => {
  it.each([
    ["Piano - Mon, 4:00 PM (30 min) - Ms. Lee", ["Piano", "Ms. Lee", 1, "16:00", 30]],
    ["Mo 15:30-16:00 bei Fr. Schmidt, Klavier", ["Klavier", "Fr. Schmidt", 1, "15:30", 30]],
    ["Violin Tue 4:30pm 45min Ms Lee", ["Violin", "Ms Lee", 2, "16:30", 45]],
  ])("are read from “%s”", async (text, expected) => {
    const plan = await read("Student,Lesson", `Ada Jones,"${text.replace(", Klavier", "")}"`)
    const [found] = lessonsOf(plan)
    expect(found?.slice(1, 5)).toEqual(expected.slice(1))
    expect(rowOf(plan, 2).student?.notes).toBeNull()
  })

  it("a text that says more than a lesson is named", async () => {
    const plan = await read("Student,Lesson", "Ada Jones,Mon 4:00 PM at the church hall with snacks")
    expect(rowOf(plan, 2).problems.map(({ value }) => value)).toEqual([
      "Mon 4:00 PM at the church hall with snacks",
    ])
  })

  it.each([
    ["Alumno,Instrumento,Horario", "Ana Ruiz,Piano,X 17:00-17:30", 3],
    ["Alumno,Instrumento,Horario", "Ana Ruiz,Piano,L 17:00-17:30", 1],
    ["Student,Instrument,Time", "Ana Ruiz,Piano,R 5:00-5:30 PM", 4],
    ["Student,Instrument,Time", "Ana Ruiz,Piano,M 5:00-5:30 PM", 1],
  ])("with a letter for the day, below %s", async (headings, row, weekday) =>
    expect(lessonsOf(await read(headings, row))[0]?.[2]).toBe(weekday),
  )

  it("a price for a term keeps no one out, and is named", async () => {
    const plan = await read(
      "Name,Fee,Day,Time,Length",
      "Milo Smith,£330 per term,Mon,16:00,30",
      "Ada Jones,£30/lesson,Tue,16:30,45",
    )
    expect(lessonsOf(plan).map((lesson) => lesson[5])).toEqual([null, 3000])
    expect(rowOf(plan, 2).warnings.map(({ message }) => message)).toContain(
      "“£330 per term” is a price for more than a month. The student is imported without it: set the price of the class after the import.",
    )
  })

  it.each([
    ["Gebühr mtl.", "62,00 €", 6200],
    ["Tarief per maand", "€ 62,50", 6250],
    ["Opłata/mc", "200 zł", 20_000],
    ["Cuota", "55 €", 5500],
  ])("an amount below “%s” is one by the month", async (heading, amount, minor) => {
    const plan = await read(`Name;Day;Time;Length;${heading}`, `Ana Ruiz;Mon;16:00;30;${amount}`)
    expect(plan.classes[0]?.price).toEqual({ billing: "monthly", amountMinor: minor })
  })

  it("of a list without headings are known by their cells, and the second name is the guardian’s", async () => {
    const plan = await read(
      "Milo Smith,Piano,Monday,4:00 PM,30,Anna Smith,anna@x.example,212-555-0101",
      "Ada Jones,Violin,Tuesday,4:30 PM,45,Cara Jones,cara@x.example,212-555-0102",
    )
    expect(lessonsOf(plan)).toEqual([
      ["Piano", null, 1, "16:00", 30, null],
      ["Violin", null, 2, "16:30", 45, null],
    ])
    expect(guardiansOf(plan)).toEqual([
      ["Anna Smith", "anna@x.example", "212-555-0101"],
      ["Cara Jones", "cara@x.example", "212-555-0102"],
    ])
  })
})

it.each([
  ["Nom,Prénom,Né(e) le", "DUPONT,Léa,04/09/2014"],
  ["Nome do aluno,Data de nascimento", "Lucas Silva,04/09/2014"],
  ["Alumno/a,F. Nac.", "Ana Ruiz,04/09/2014"],
])("a birth date below %s has its day first", async (headings, row) =>
  expect(rowOf(await read(headings, row), 2).student?.birthDate).toBe("2014-09-04"),
)
