import { describe, expect, it } from "vitest"
import { addressText } from "~/utils/postal-address"
import { cardsOf, tableOf } from "~/utils/sheet-rows"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import { isPersonalNumber } from "./roster-amounts"
import { guessGrid, readGrid } from "./roster-grid"
import { guessLayout } from "./roster-layout"
import { areTurned } from "./roster-text"

// Kinds of lists that the field's folder has no example of, each tried before it was read right.

const read = async (...lines: string[]) =>
  (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))).plan
/** The same, where the layout with a line for each value is chosen. */
const readLines = async (...lines: string[]) => {
  const sheets = [{ name: "", length: lines.length, isRead: true, headings: [], shape: "cards" as const }]
  return (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`), { layout: { sheets } })).plan
}
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
    const neither = { children: false, adults: false }
    expect(areTurned([["Milo Smith", "Anna Smith"]])).toEqual(neither)
    expect(areTurned([["Anna Smith", "Anna Jones"]])).toEqual({ children: true, adults: true })
    expect(areTurned([["Milo Smith", "Milo Smith"]])).toEqual(neither)
    expect(areTurned([["Smith, Milo", "Smith, Anna"]])).toEqual(neither)
    expect(
      areTurned([
        ["Anna Smith", "Anna Jones"],
        ["Ben Lowe", "Cara Lowe"],
      ]),
    ).toEqual(neither)
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
    const plan = await read("Name,Instrument", "Milo Smith,Piano", "Parent,Anna Smith")
    expect(plan.rows.map(({ skippedBecause }) => skippedBecause)).toEqual([
      null,
      "“Parent” is a label. Put each student in one row, with the labels as headings.",
    ])
  })
})

describe("a list with a line for each value", () => {
  const read2 = [
    ["Milo Smith", [["Anna Smith", "anna@x.example", null]]],
    ["Ada Jones", [["Cara Jones", "cara@x.example", "212-555-0101"]]],
  ]
  it.each([
    [
      "in one cell, an empty line between persons",
      "Student: Milo Smith|Parent: Anna Smith|Email: anna@x.example||Student: Ada Jones|Parent: Cara Jones|Email: cara@x.example|Phone: 212-555-0101",
    ],
    [
      "in two cells, no empty line",
      "Our students||Student,Milo Smith|Parent,Anna Smith|Email,anna@x.example|Student,Ada Jones|Parent,Cara Jones|Email,cara@x.example|Phone,212-555-0101",
    ],
    [
      "below a name that stands alone",
      "Milo Smith|Mother: Anna Smith|Email: anna@x.example||Ada Jones|Mother: Cara Jones|Email: cara@x.example|Phone: 212-555-0101",
    ],
    [
      "with an empty line between the lines of a person",
      "Student: Milo Smith||Parent: Anna Smith|Email: anna@x.example||Student: Ada Jones|Parent: Cara Jones||Email: cara@x.example|Phone: 212-555-0101",
    ],
    [
      "in German",
      "Name;Milo Smith|Eltern;Anna Smith|E-Mail;anna@x.example|;|Name;Ada Jones|Eltern;Cara Jones|E-Mail;cara@x.example|Telefon;212-555-0101",
    ],
  ])("is read %s", async (_, lines) => {
    const plan = await readLines(...lines.split("|"))
    expect(
      plan.rows
        .filter(({ isNoStudent }) => !isNoStudent)
        .map(({ name, familyKey }) => [
          name,
          plan.families
            .find(({ key }) => key === familyKey)
            ?.guardians.map(({ name, email, phone }) => [name, email, phone]),
        ]),
    ).toEqual(read2)
  })

  it("keeps a value of more lines, and a label that comes twice", async () => {
    const plan = await readLines(
      "Student: Milo Smith",
      "Address: 1 High St",
      "Utica, NY 13501",
      "Email: anna@x.example",
      "Email: two@x.example",
      "",
      "Student: Ada Jones",
      "Shoe size: 34",
    )
    expect(addressText(plan.families[0]?.address)).toBe("1 High St\nUtica, NY 13501")
    expect(plan.rows.map(({ student }) => student?.notes)).toEqual(["Email: two@x.example", "Shoe size: 34"])
    expect(plan.unused.map(({ header }) => header)).toEqual(["Email"])
  })
})

describe("lines of labels", () => {
  it("are read so only where that is chosen, and the check says that they may be", async () => {
    const bytes = new TextEncoder().encode(
      "Student: Milo Smith\nEmail: anna@x.example\n\nStudent: Ada Jones\nEmail: b@x.example\n",
    )
    const { layout, hidden } = await planField(bytes)
    expect(layout.sheets[0]?.shape).toBeUndefined()
    expect(hidden.join()).toContain("choose “A line for each value” as the layout.")
  })

  it("begin a person with each label of a student’s name, also behind others, and join no strangers", async () => {
    const byTeacher = await readLines(
      "Teacher: Ms. Lee",
      "",
      "Student: Milo Smith",
      "Email: a@x.example",
      "Student: Ada Jones",
      "",
      "Teacher: Mr. Stone",
      "",
      "Student: Ben Low",
    )
    expect(byTeacher.rows.map(({ name, skippedBecause }) => skippedBecause ?? name)).toEqual([
      "“Ms. Lee” is the teacher of the rows below it.",
      "Milo Smith",
      "Ada Jones",
      "“Mr. Stone” is the teacher of the rows below it.",
      "Ben Low",
    ])
    const led = await readLines(
      "Phone: 212-555-0101",
      "Student: Milo Smith",
      "Phone: 212-555-0102",
      "Student: Ada Jones",
    )
    expect(led.rows.map(({ name, student }) => [name, student?.phone])).toEqual([
      ["Milo Smith", "212-555-0101"],
      ["Ada Jones", "212-555-0102"],
    ])
  })

  it("name what is above them, and keep what stands under a name as details", async () => {
    const plan = await readLines(
      "Spring list",
      "",
      "Milo Smith",
      "plays by ear",
      "Mother: Anna Smith",
      "",
      "Parents",
      "",
      "Ada Jones",
      "Mother: Cara Jones",
    )
    expect(
      plan.rows.map(({ name, skippedBecause, student }) => [skippedBecause ?? name, student?.notes]),
    ).toEqual([
      ["“Spring list” is in no student’s lines.", undefined],
      ["Milo Smith", "Details: plays by ear\nParents"],
      ["Ada Jones", null],
    ])
  })

  it("have an end, and are soon read", async () => {
    const began = performance.now()
    const many = ["Student,a", ...Array.from({ length: 19_999 }, () => "Email,x")]
    await read(...many)
    const records = many.slice(0, 300).map((line) => line.split(","))
    expect(cardsOf(records).rows).toEqual([])
    expect(cardsOf(many.map((line) => line.split(","))).rows).toEqual([])
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

it("names of people in the notes are named, those of things aren’t", async () => {
  const plan = await read(
    "First Name,Last Name,Person1FirstName,Sitter name,Nickname,Book name",
    "Kim,Stone,Ava,Una Fox,Kimmy,Suzuki",
    "Ida,Low,Ben,Joy May,Idy,Faber",
  )
  expect(plan.unused.map(({ header, looks, uses }) => [header, looks, uses[0]])).toEqual([
    ["Person1FirstName", "name", "guardian1Name"],
    ["Sitter name", "name", "guardian1Name"],
  ])
})

describe("a timetable", () => {
  const timetable = (...cells: string[]) =>
    read("Time,Mon,Tue", ...cells.map((cell, at) => `${at + 9}:00,"${cell}",Zoe Fox`))
  const namesIn = async (...cells: string[]) => {
    const plan = await timetable(...cells)
    return plan.rows.filter(({ name }) => name && name !== "Zoe Fox").map(({ name }) => name)
  }

  it("keeps whole names: with initials and small words, and like an instrument", async () => {
    expect(
      await namesIn(
        "Anna E Smith",
        "Ana Silva e Souza",
        "José Ortega y Gasset",
        "Viola Davis",
        "Emma Horn",
        "Ana Ruiz y Eva Gil",
      ),
    ).toEqual([
      "Anna E Smith",
      "Ana Silva e Souza",
      "José Ortega y Gasset",
      "Viola Davis",
      "Emma Horn",
      "Ana Ruiz",
      "Eva Gil",
    ])
  })

  it("has no student in a cell that says why there is none, or is long", async () => {
    const began = performance.now()
    expect(await namesIn("Cancelled", "sub", "Absent", "Band", "Milo Smith")).toEqual(["Milo Smith"])
    await timetable(
      "Milo Smith",
      "Nia Obi",
      "1 ".repeat(40_000),
      `x${" 1".repeat(40_000)}`,
      "(".repeat(100_000),
    )
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it("keeps a length in the notes as minutes", async () => {
    const plan = await read(
      "Time,Ms. Lee,Mr. Stone",
      "15:00,Milo Fox,Ada Low",
      "15:30,Nia Obi,",
      "16:00,Max Orr,Eva Gil",
    )
    expect(plan.rows[0]?.student?.notes).toBe("Teacher: Ms. Lee\nTime: 15:00\nLength: 30 min")
  })

  it("goes on below headings that come again", async () => {
    const plan = await read(
      "Time,Room 1,Room 2",
      "15:00,Milo Smith,Ada Jones",
      "15:30,Nia Obi,Ben Low",
      "16:00,Max Orr,",
      "Time,Room 3,Room 4",
      "15:00,Ida Fox,",
      "15:30,,Eva Gil",
    )
    expect(plan.rows.map(({ name }) => name).sort()).toEqual([
      "Ada Jones",
      "Ben Low",
      "Eva Gil",
      "Ida Fox",
      "Max Orr",
      "Milo Smith",
      "Nia Obi",
    ])
  })

  it("has the day of a pair of times and names over its times", async () => {
    const plan = await read(
      "Monday,,Tuesday,",
      "15:00,Milo Smith,15:15,Ada Jones",
      "15:30,Nia Obi,15:45,Ben Low",
      "16:00,,16:15,Eva Gil",
    )
    expect(
      lessonsOf(plan)
        .map(([, , day, time]) => `${day} ${time}`)
        .sort(),
    ).toEqual(["1 15:00", "1 15:30", "2 15:15", "2 15:45", "2 16:15"])
  })

  it("has two students of one first name in one row, and asks at the same hour of two teachers", async () => {
    const plan = await read(
      "Monday,,",
      "Time,Ms. Lee,Mr. Stone",
      "15:00,Milo,Milo",
      "15:30,Ada,Ben",
      "16:00,Eva,Nia",
    )
    expect(plan.rows.filter(({ student }) => student?.firstName === "Milo")).toHaveLength(2)
    expect(plan.questions.map(({ text }) => text).join()).toContain("are both Milo, with different lessons")
  })

  it("gives way to a list of students beside it, and leaves hidden rows out", async () => {
    const grid = [
      "Time,Mon,Tue",
      "15:00,Milo Smith,Ada Jones",
      "15:30,Nia Obi,Ben Low",
      "16:00,,Max Orr",
    ].map((line) => line.split(","))
    const list = ["Name,Email", "Milo Smith,m@x.example"].map((line) => line.split(","))
    const { sheets } = guessLayout(
      [...grid, ...list],
      [
        { name: "Week", length: 4 },
        { name: "Students", length: 2 },
      ],
    )
    expect(sheets.map(({ isRead }) => isRead)).toEqual([false, true])
    const alone = { name: "", length: 4, isRead: true, headings: [1], shape: "grid" as const }
    const table = tableOf(
      grid,
      { sheets: [{ ...alone, hiddenRows: [3], leavesOutHidden: true }] },
      true,
      readGrid,
    )
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(["Milo Smith", "Ada Jones", "Max Orr"])
  })

  it.each([
    ["Monday,15:00,Milo Smith,Anna Lee|Monday,15:30,Ada Jones,Anna Lee|Tuesday,15:00,Ben Low,Carl Orr"],
    ["Lesson time,Musician,Mentor|15:00,Milo Smith,Anna Lee|15:30,Ada Jones,Anna Lee|16:00,Ben Low,Carl Orr"],
    ["Time,Musician,Mentor|15:00,Milo Smith,Anna Lee|15:30,Ada Jones,Anna Lee|16:00,Ben Low,Carl Orr"],
    ["15:00,Milo Smith,Anna Lee|15:30,Ada Jones,Anna Lee|16:00,Ben Low,Carl Orr"],
    ["Milo Smith,Monday,Tuesday|Ada Jones,Wednesday,Friday|Ben Low,Monday,Friday"],
    ["Milo Smith,Mon,15:00,Wed,15:30|Ada Jones,Tue,15:00,Thu,16:30|Ben Low,Mon,16:00,Fri,17:00"],
    ["Milo Smith,15:00,Monday|Ada Jones,15:30,Monday|Ben Low,16:00,Friday"],
    ["Musician,Monday,Tuesday|Milo Smith,15:00,|Ada Jones,,16:00|Ben Low,15:30,16:30"],
    [
      "Day,Slot,Who,With|Mon,15:00,Milo Smith,Anna Lee|Mon,15:30,Ada Jones,Anna Lee|Tue,15:00,Ben Low,Carl Orr",
    ],
    ["Tag,Zeit,Wer,Bei|Mo,15:00,Lena Vogt,Eva Kern|Mo,15:30,Jonas Beck,Eva Kern|Di,15:00,Mia Roth,Uwe Lang"],
    ["Student,Mon,Tue,Wed|Milo Smith,15:00,,|Ada Jones,,16:00,|Ben Low,,,17:00"],
    [
      "Day,Time,Student,Teacher|Mon,15:00,Milo Smith,Ms. Lee|Tue,15:30,Ada Jones,Mr. Stone|Wed,16:00,Ben Low,Ms. Lee",
    ],
  ])("is no list with days and times in its columns: %s", (lines) =>
    expect(guessGrid(lines.split("|").map((line) => line.split(",")))).toEqual([]),
  )

  const rowsOf = (plan: Plan) =>
    plan.rows.map(({ name, enrollment, skippedBecause }) => {
      const its = plan.classes.find(({ key }) => key === enrollment?.classKey)
      const teacher = plan.teachers.find(({ key }) => key === its?.teacherKey)?.name ?? null
      const { weekday, time, minutes } = its?.schedule ?? {}
      return its
        ? [name, its.instrument, teacher, weekday, time, minutes].join(" ")
        : (skippedBecause ?? name)
    })

  it("with a column for each day is lessons: each name in a cell a student, and every other cell named", async () => {
    const plan = await read(
      "Autumn timetable,,,",
      "Time,Monday,Tuesday,Wednesday",
      "15:00,Milo Smith,Ada Jones,-",
      "15:30,Milo Smith,Lunch,Ben Low (violin)",
      '16:00,Nia Obi,"Ann Roy\nPiano, 45 min",Max & Eva Orr',
      "Closed in June,,,",
    )
    expect(rowsOf(plan).sort()).toEqual([
      "Ada Jones   2 15:00 30",
      "Ann Roy Piano  2 16:00 45",
      "Ben Low violin  3 15:30 30",
      "Eva Orr   3 16:00 30",
      "Max Orr   3 16:00 30",
      "Milo Smith   1 15:00 60",
      "Nia Obi   1 16:00 30",
      "“Closed in June” is beside the times, where no student is.",
      "“Lunch” is no student’s name.",
    ])
    const group = plan.classes.find(({ kind }) => kind === "group")
    expect(plan.rows.filter(({ enrollment }) => enrollment?.classKey === group?.key)).toHaveLength(2)
    expect(plan.questions.map(({ text }) => text)).toContain(
      "This timetable doesn’t say how long lessons are. Do they last until the next row, such as 60 minutes in row 3 (column B)?",
    )
  })

  it.each([
    [
      "in German, with ranges",
      [
        "Stundenplan Frau Schmidt;;",
        ";Mo;Di",
        "14.00-14.30;Lena Vogt;",
        "14.30-15.00;frei;Jonas Beck - Klavier",
      ],
      [
        "Jonas Beck Klavier Frau Schmidt 2 14:30 30",
        "Lena Vogt  Frau Schmidt 1 14:00 30",
        "“frei” is no student’s name.",
      ],
    ],
    [
      "with teachers, the day in front",
      [
        "Day,Time,Ms. Lee,Mr. Stone",
        "Mon,4:00 PM,Milo Smith,",
        ",4:30 PM,Nia Obi,Ada Jones",
        "Tue,4:00 PM,,Ben Low",
      ],
      [
        "Ada Jones  Mr. Stone 1 16:30 30",
        "Ben Low  Mr. Stone 2 16:00 30",
        "Milo Smith  Ms. Lee 1 16:00 30",
        "Nia Obi  Ms. Lee 1 16:30 30",
      ],
    ],
    [
      "with rooms, the day above",
      [
        "Monday,,",
        "Time,Room 1,Room 2",
        "3:00 PM,Milo Smith,Ada Jones",
        "3:30 PM,Nia Obi,Band",
        "4:00 PM,,Ben Low",
      ],
      [
        "Ada Jones   1 15:00 30",
        "Ben Low   1 16:00 30",
        "Milo Smith   1 15:00 30",
        "Nia Obi   1 15:30 30",
        "“Band” is no student’s name.",
      ],
    ],
    [
      "with the times in the cells",
      ["Monday,Tuesday", "3:00-3:30pm Milo Smith,4:15pm Ada Jones 45 min", "3:45-4:15pm Nia Obi (cello),"],
      ["Ada Jones   2 16:15 45", "Milo Smith   1 15:00 30", "Nia Obi cello  1 15:45 30"],
    ],
    [
      "with the days down the side",
      [",15:00,15:30,16:00", "Monday,Milo Smith,,Ada Jones", "Tuesday,,Ben Low,"],
      ["Ada Jones   1 16:00 30", "Ben Low   2 15:30 30", "Milo Smith   1 15:00 30"],
    ],
    [
      "with days over teachers",
      [
        "Time,Monday,,Tuesday,",
        ",Ms. Lee,Mr. Stone,Ms. Lee,Mr. Stone",
        "16:00,Milo Smith,Ada Jones,,Ben Low",
        "16:30,,Nia Obi,Ida Low,",
      ],
      [
        "Ada Jones  Mr. Stone 1 16:00 30",
        "Ben Low  Mr. Stone 2 16:00 30",
        "Ida Low  Ms. Lee 2 16:30 30",
        "Milo Smith  Ms. Lee 1 16:00 30",
        "Nia Obi  Mr. Stone 1 16:30 30",
      ],
    ],
    [
      "of each teacher below the other",
      [
        "Ms. Lee,,",
        "Time,Mon,Tue",
        "16:00,Milo Smith,Ada Jones",
        "16:30,Nia Obi,",
        "Mr. Stone,,",
        "Time,Mon,Tue",
        "16:00,Ben Low,",
        "16:30,,Ida Low",
      ],
      [
        "Ada Jones  Ms. Lee 2 16:00 30",
        "Ben Low  Mr. Stone 1 16:00 30",
        "Ida Low  Mr. Stone 2 16:30 30",
        "Milo Smith  Ms. Lee 1 16:00 30",
        "Nia Obi  Ms. Lee 1 16:30 30",
      ],
    ],
  ])("%s", async (_, lines, expected) => {
    expect(rowsOf(await read(...lines)).sort()).toEqual(expected)
  })

  it("has one student for a name that comes again, and asks", async () => {
    const plan = await read(
      "Time,Mon,Tue",
      "15:00-15:30,Milo Smith,Ada Jones",
      "15:30-16:00,Ben Low,Milo Smith",
    )
    expect(plan.counts).toMatchObject({ students: 3, added: 1, enrollments: 4 })
    expect(plan.questions.map(({ text }) => text)).toEqual([
      "Rows 2 (column B) and 3 (column C) are both Milo Smith, with different lessons. Are they the same student?",
    ])
  })

  it("is none where students are in the rows", async () => {
    const plan = await read("Name,Mon,Tue,Wed", "Milo Smith,x,,", "Ada Jones,,16:00,")
    expect(names(plan)).toEqual(["Milo Smith", "Ada Jones"])
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
    ["Tuition/mo.", "$180.00", 18_000],
    ["Kontingent pr. md.", "kr. 425,00", 42_500],
    ["Aylık Ücret", "1.250,00 TL", 125_000],
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

describe("whose a column is", () => {
  it("a primary email is the first guardian’s though it’s behind the second, a secondary one the second’s", async () =>
    expect(
      guardiansOf(
        await read(
          "Student,Mom,Mom cell,Dad,Dad cell,Primary e-mail,Secondary e-mail",
          "Ada Jones,Cara Jones,505-555-0111,Tom Jones,505-555-0112,cara@x.example,tom@x.example",
        ),
      ),
    ).toEqual([
      ["Cara Jones", "cara@x.example", "505-555-0111"],
      ["Tom Jones", "tom@x.example", "505-555-0112"],
    ]))

  it("an ID number between a guardian and their contacts doesn’t part them, and WhatsApp is a phone", async () => {
    const plan = await read(
      "Aluno;Responsável;CPF do responsável;WhatsApp;E-mail",
      "João Silva;Maria Silva;123.456.789-09;(11) 91234-5678;maria@x.example",
    )
    expect(guardiansOf(plan)).toEqual([["Maria Silva", "maria@x.example", "(11) 91234-5678"]])
    expect(rowOf(plan, 2).student).toMatchObject({ email: null, notes: null })
  })

  it("“Who pays” is a guardian, and two kids joined by a plus are two", async () => {
    const plan = await read("Kid,What,Who pays", "Ada + Ben Jones,violin,Cara Jones")
    expect(names(plan)).toEqual(["Ada Jones", "Ben Jones"])
    expect(guardiansOf(plan)).toEqual([["Cara Jones", null, null]])
  })

  it.each(["Guardian 2", "Father"])("a payer who is only called “%s” is that guardian", async (payer) => {
    const plan = await read(
      "Student,Guardian 1 Name,Guardian 1 Relationship,Guardian 2 Name,Guardian 2 Relationship,Billing Contact,Billing Email",
      `Ada Jones,Cara Jones,Mother,Tom Jones,Father,${payer},tom@x.example`,
    )
    expect(
      plan.families[0]?.guardians.map(({ name, email, payerShare }) => [name, email, payerShare]),
    ).toEqual([
      ["Cara Jones", null, 0],
      ["Tom Jones", "tom@x.example", 10_000],
    ])
  })

  it("“Attendee 2” is a second child", async () => {
    const plan = await read(
      "Client First Name,Client Last Name,Attendee 1 First Name,Attendee 1 Last Name,Attendee 2 First Name,Attendee 2 Birthday",
      "Dana,Whit,Ezra,Whit,Noor,2016-07-19",
    )
    expect(names(plan)).toEqual(["Ezra Whit", "Noor Whit"])
  })

  it("a payer who is only a number is that guardian, and pays by no number’s name", async () => {
    const headings = "Student,Guardian 1 Name,Guardian 2 Name,Billing Contact"
    const pays = async (row: string) =>
      (
        await read(headings, row, "Ben Low,Eva Low,Max Low,Max Low", "Ida Fox,Eva Fox,Max Fox,Max Fox")
      ).families[0]?.guardians.map(({ name, payerShare }) => [name, payerShare])
    expect(await pays("Ada Jones,Cara Jones,Tom Jones,2")).toEqual([
      ["Cara Jones", 0],
      ["Tom Jones", 10_000],
    ])
    expect(await pays("Ada Jones,Cara Jones,,1")).toEqual([["Cara Jones", 10_000]])
    expect(await pays("Ada Jones,Cara Jones,,4")).toEqual([["Cara Jones", 10_000]])
  })

  it("“Anna Band” is a student of a list, and a library card no bank’s", async () => {
    const plan = await read("Student,Day,Time,Length,Library card no", "Anna Band,Mon,15:00,30,77")
    expect(names(plan)).toEqual(["Anna Band"])
    expect(plan.notices.join()).not.toContain("bank numbers")
    expect(isPersonalNumber("Card no")).toBe(true)
  })

  it("a bank account stays out of the notes, and is named", async () => {
    const plan = await read("Naam,IBAN", "Sanne Bos,NL91ABNA0417164300")
    expect(rowOf(plan, 2).student?.notes).toBeNull()
    expect(plan.notices.join()).toContain("“IBAN” has personal ID or bank numbers. The column isn’t imported")
  })
})

it.each([
  ["Nom,Prénom,Né(e) le", "DUPONT,Léa,04/09/2014"],
  ["Nome do aluno,Data de nascimento", "Lucas Silva,04/09/2014"],
  ["Alumno/a,F. Nac.", "Ana Ruiz,04/09/2014"],
])("a birth date below %s has its day first", async (headings, row) =>
  expect(rowOf(await read(headings, row), 2).student?.birthDate).toBe("2014-09-04"),
)
