import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readRecords } from "~/utils/csv.server"
import { livesMany } from "../../../../tests/support/histories/count"
import { planField } from "../../../../tests/support/planned-roster"
import { digestOf } from "../../../../tests/support/roster-digest"
import { sheetsOf, workbookOf, type XmlCell } from "../../../../tests/support/zip"
import type { RosterPlan } from "./roster-plan"

// What a school brings along in its first hour: each list of tests/support/rosters/layouts.txt with all that becomes of it.

const bytes = (text: string) => new TextEncoder().encode(text)
const plan = async (file: string | Uint8Array) => {
  const { plan, hidden } = await planField(typeof file === "string" ? bytes(file) : file)
  return { ...plan, notices: [...hidden, ...plan.notices] }
}
const digest = async (file: string | Uint8Array) => digestOf(await plan(file))

const layouts = readFileSync("tests/support/rosters/layouts.txt", "utf8")
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const [, name = "", list = "", outcome = ""] = /^([^\n]*)\n(.*?\n)=>\n(.*)$/s.exec(text) ?? []
    const lines = outcome
      .replace(/\n## .*$/s, "")
      .trim()
      .split("\n")
    const says = lines.flatMap((line) => (line.startsWith("? ") ? [line.slice(2)] : []))
    return { name, list, lines: lines.filter((line) => !line.startsWith("? ")), says }
  })

/** All that the check says of a plan. */
const saidOf = ({ notices, questions, rows }: RosterPlan) =>
  [
    ...notices,
    ...questions.map(({ text }) => text),
    ...rows.flatMap((row) => [...row.warnings, ...row.problems].map(({ message }) => message)),
    ...rows.flatMap(({ skippedBecause }) => skippedBecause ?? []),
  ].join("\n")

/** Each list is planned once. */
const plans = new Map<string, Promise<RosterPlan>>()
const planOnce = (list: string) => {
  const made = plans.get(list) ?? plan(list)
  plans.set(list, made)
  return made
}

it.each(layouts)("$name", async ({ list, lines, says }) => {
  const made = await planOnce(list)
  expect(digestOf(made)).toEqual(lines)
  for (const text of says) expect(saidOf(made)).toContain(text)
})

it("a teacher has lessons of alternating weeks at one time, and no others", async () => {
  const lesson = (name: string, day: string, from: string) => `${name},Piano,Ana,${day},4:00 PM,30,${from}\n`
  const list = (...rows: string[]) =>
    `Student,Instrument,Teacher,Day,Time,Length,Start Date\n${rows.join("")}`
  const ava = lesson("Ava Stone", "Every other Monday", "11/23/2026")
  for (const [day, from, isClash] of [
    ["Every other Monday", "11/30/2026", false],
    ["Every other Monday", "12/7/2026", true],
    ["Monday", "11/30/2026", true],
  ] as const) {
    const said = saidOf(await plan(list(ava, lesson("Ben Low", day, from))))
    expect(said.includes("two lessons at once"), `${day} ${from}`).toBe(isClash)
  }
})

it("thousands of blanks in a cell are one", async () => {
  const gap = " ".repeat(8000)
  expect(await digest(`Student,Lesson${gap}day,Phone\nAva${gap}Stone,Mon,555-010-0101${gap}\n`)).toEqual(
    await digest("Student,Lesson day,Phone\nAva Stone,Mon,555-010-0101\n"),
  )
  const { records } = readRecords(`a${gap}b,a\u00a0  b\n"a${"\n".repeat(100)}b",c\n`, ",")
  expect(records).toEqual([
    ["a b", "a\u00a0  b"],
    ["a\nb", "c"],
  ])
})

it("every row of these lists is a student, adds to one, is left out or a problem", async () => {
  for (const { list, name } of layouts) {
    const { rows, counts } = await planOnce(list)
    const { ready, added, problems, skipped } = counts
    expect(ready + added + problems + skipped, name).toBe(rows.length)
    const unsaid = rows.filter(
      (row) =>
        (row.state === "skipped" && !row.skippedBecause) ||
        (row.state === "problem" && row.problems.length === 0) ||
        (row.state === "ready" && !row.student),
    )
    expect(unsaid, name).toEqual([])
  }
})

describe("workbooks", () => {
  it("with a sheet for each day, status or instrument say so of its rows", async () => {
    const lessons = (time: string, name: string, teacher: string) => [
      ["Time", "Student", "Length", "Teacher"],
      [time, name, "30", teacher],
    ]
    expect(
      await digest(
        sheetsOf({
          Monday: lessons("3:30 PM", "Ava Stone", "Ana"),
          Tuesday: lessons("4:00 PM", "Ben Low", "Ed"),
        }),
      ),
    ).toEqual(["Ava|Stone", "Ben|Low", "= Mon 15:30 30 Ana: Ava Stone", "= Tue 16:00 30 Ed: Ben Low"])
    const list = (name: string) => [
      ["Student", "Email"],
      [name, "kim@x.example"],
    ]
    expect(
      await digest(
        sheetsOf({ Active: list("Ava Stone"), Waitlist: list("Ben Low"), "Former students": list("Cy Fox") }),
      ),
    ).toEqual(expect.arrayContaining(["Ava|Stone", "Ben|Low (lead)", "Cy|Fox (former)"]))
    expect(await digest(sheetsOf({ Piano: list("Ava Stone"), Violin: list("Ben Low") }))).toEqual(
      expect.arrayContaining(["Ava|Stone [Piano]", "Ben|Low [Violin]"]),
    )
  })

  it("with a sheet for each season have a student of both once", async () => {
    const list = (...names: string[]) => [
      ["Student", "Email"],
      ...names.map((name) => [name, `${name[0]}@x.example`]),
    ]
    expect(
      await digest(sheetsOf({ "Fall 2025": list("Ava Stone"), "Fall 2026": list("Ava Stone", "Ben Low") })),
    ).toEqual(["Ava|Stone <a@x.example>", "Ben|Low <b@x.example>", "- 2 (sheet 2)"])
  })

  it("with a sheet of fewer columns have its students, with one of others not theirs", async () => {
    const few = [
      ["Student", "Phone"],
      ["Ava Stone", "555-010-0101"],
    ]
    const more = [
      ["Student", "Phone", "Level", "Birthday"],
      ["Ben Low", "555-010-0102", "Grade 3", "4/5/2014"],
    ]
    const both = ["Ava|Stone 555-010-0101", "Ben|Low 2014-04-05 [Grade 3] 555-010-0102"]
    expect(await digest(sheetsOf({ Ana: few, Ed: more }))).toEqual(both)
    expect(await digest(sheetsOf({ "Teacher Ana": few, "Teacher Ed": more }))).toEqual([
      `${both[0]} {Title above: Ana}`,
      `${both[1]} {Title above: Ed}`,
    ])
    expect(await digest(sheetsOf({ Archive: few, Current: more }))).toEqual([
      "Ava|Stone (former) 555-010-0101",
      both[1],
    ])
    for (const name of [
      "Telefonliste Lehrkräfte",
      "Phone list of teachers",
      "Staff 2026",
      "Parents",
      "Board members",
    ])
      expect(await digest(sheetsOf({ [name]: few, Students: more }))).toEqual([both[1]])
  })

  it("with headings over columns, hidden columns, dates and times are read", async () => {
    const grouped = [
      ["Student", "", "Parent / Guardian", "", "", ""],
      ["First", "Last", "First", "Last", "Phone", "Email"],
      ["Ava", "Stone", "Kim", "Stone", "555-010-0101", "kim@x.example"],
    ]
    expect(await digest(workbookOf(grouped))).toEqual([
      "Ava|Stone",
      "~ Ava: Kim Stone <kim@x.example> 555-010-0101",
    ])
    const hidden = [
      ["Student", "Parent", "Old email", "Email"],
      ["Ava Stone", "Kim Stone", "old@x.example", "kim@x.example"],
    ]
    expect(await digest(workbookOf(hidden, {}, { columns: [3] }))).toEqual([
      "Ava|Stone {Old email: old@x.example}",
      "~ Ava: Kim Stone <kim@x.example>",
    ])
    const timed: XmlCell[][] = [
      ["Student", "DOB", "Day", "Start", "End"],
      [
        "Ava Stone",
        { number: 41_400, style: "date" },
        "Mon",
        { number: 0.6458333333, style: "time" },
        { number: 0.6666666667, style: "time" },
      ],
    ]
    expect(await digest(workbookOf(timed))).toEqual(["Ava|Stone 2013-05-06", "= Mon 15:30 30: Ava Stone"])
  })
})

describe("letters", () => {
  const cyrillic = [..."АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"]
  const inBytes = (text: string, letters: Record<string, number> = {}) =>
    Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))

  it.each([
    ["UTF-16", Buffer.from("\ufeffStudent\tParent\nÅsa Stone\tKim Stone\n", "utf16le"), "Åsa|Stone"],
    [
      "UTF-16, big-endian",
      Buffer.from("\ufeffStudent,Parent\nZoë Stone,Kim Stone\n", "utf16le").swap16(),
      "Zoë|Stone",
    ],
    [
      "Windows-1250 with three such letters in a row",
      inBytes("Nazwisko;Imię\nŻółkowska;Łucja\n", { Ż: 0xaf, ó: 0xf3, ł: 0xb3, ę: 0xea, Ł: 0xa3 }),
      "Łucja|Żółkowska",
    ],
    [
      "Windows-1250 in Prague",
      inBytes("Příjmení;Jméno\nDvořák;Jiří\n", { ř: 0xf8, í: 0xed, é: 0xe9, á: 0xe1 }),
      "Jiří|Dvořák",
    ],
    [
      "Windows-1250 in Bucharest",
      inBytes("Nume;Prenume\nCrăciun;Ştefan\nIonescu;Măriuţa\n", { ă: 0xe3, Ş: 0xaa, ţ: 0xfe }),
      "Ştefan|Crăciun",
    ],
    [
      "UTF-8 with a stray byte",
      Buffer.concat([Buffer.from("Student,Parent\nJosé Peña,Zoë Peña\nHana Satō,"), Uint8Array.of(0xe9)]),
      "José|Peña",
    ],
    ["Windows-1252 in capitals", inBytes("NOM;PRÉNOM\nÇÉLIN;LÉO\nGÉRARD;ZOÉ\n"), "LÉO|ÇÉLIN"],
    ["Windows-1252", inBytes("Schüler;Mutter\nJörg Müller;Käthe Müller\n"), "Jörg|Müller"],
    [
      "Windows-1250",
      inBytes("Uczeń;Opiekun\nŁucja Żak;Święta Żak\n", { ń: 0xf1, Ł: 0xa3, Ż: 0xaf, Ś: 0x8c, ę: 0xea }),
      "Łucja|Żak",
    ],
    [
      "Windows-1251",
      inBytes(
        "Ученик;Родитель\nАнна Иванова;Мария Иванова\n",
        Object.fromEntries(cyrillic.map((letter, at) => [letter, 0xc0 + at])),
      ),
      "Анна|Иванова",
    ],
  ])("of %s are read", async (_, file, name) => expect((await digest(file))[0]).toBe(name))

  it("that no one sees are no part of a cell, and pictures no part of a name", async () => {
    const list =
      "\u00a0Student\u00a0, Parent ,Email\u200b\n\u00a0Ava\u00a0Stone\u00a0 🎹,  Kim   Stone ,\u00a0kim@x.example\u00a0\n"
    expect(await digest(list)).toEqual(["Ava|Stone {Student: 🎹}", "~ Ava: Kim Stone <kim@x.example>"])
  })

  it("of a very long note are all kept", async () => {
    const note = "very long ".repeat(400).trim()
    expect(await digest(`Student,Notes\nAva Stone,${note}\n`)).toEqual([`Ava|Stone {${note}}`])
  })
})

describe("any list by hand", () => {
  type Pupil = {
    first: string
    last: string
    parent: string
    email: string
    day: number
    hour: number
    isEveryOther: boolean
  }
  const firsts = ["Ava", "Ben", "Cleo", "Dario", "Edda", "Finn"]
  const lasts = ["Stone", "Low", "van der Berg", "García", "Müller", "O'Brien"]
  const parents = ["Kim", "Ida", "Pat", "Lou", "Una", "Sam"]
  const days = ["Monday", "Tue", "Wednesdays", "Thurs", "Fri", "Saturday"]
  const pupil = (at: number) =>
    fc.record({ day: fc.nat(5), hour: fc.integer({ min: 1, max: 6 }), isEveryOther: fc.boolean() }).map(
      (lesson): Pupil => ({
        first: firsts[at] ?? "",
        last: lasts[at] ?? "",
        parent: parents[at] ?? "",
        email: `${parents[at]}@x.example`.toLowerCase(),
        ...lesson,
      }),
    )
  type Column = { heading: string; cell: (pupil: Pupil, at: number) => string }
  const column = (headings: string, ...cells: Column["cell"][]) =>
    fc
      .record({ heading: fc.constantFrom(...headings.split("|")), cell: fc.constantFrom(...cells) })
      .map((each) => [each])
  const columns = (...all: fc.Arbitrary<Column[]>[]) => fc.tuple(...all).map((each) => each.flat())
  const whole = ({ first, last }: Pupil) => `${first} ${last}`
  const dayOf = ({ day, isEveryOther }: Pupil) => `${isEveryOther ? "every other " : ""}${days[day]}`
  const names = fc.oneof(
    column(
      "Student|Student name|Pupil|Child|Name",
      whole,
      ({ first, last }) => `"${last}, ${first}"`,
      (each, at) => `${at + 1}. ${whole(each)}`,
    ),
    columns(
      column("First|First name|Given name", ({ first }) => first),
      column("Last|Last name|Surname", ({ last }) => last),
    ),
  )
  const adults = fc.oneof(
    columns(
      column(
        "Parent|Guardian|Parent name",
        ({ parent, last }) => `${parent} ${last}`,
        ({ parent, last }) => `Ms. ${parent} ${last}`,
      ),
      column("Email|Parent email|E-mail address", ({ email }) => email),
    ),
    column("Parent|Guardian|Contact", ({ parent, last, email }) => `"${parent} ${last}, ${email}"`),
  )
  const lessons = fc.oneof(
    columns(
      column("Day|Lesson day|Weekday", dayOf),
      column(
        "Time|Start|Lesson time",
        ({ hour }) => `${hour}:00 PM`,
        ({ hour }) => `${hour + 12}:00`,
        ({ hour }) => `${hour}p`,
      ),
      column(
        "Length|Minutes|Duration",
        () => "30",
        () => "30 min",
        () => "half an hour",
      ),
    ),
    column(
      "Lesson|Schedule|Day and time",
      (each) => `${dayOf(each)} ${each.hour}:00-${each.hour}:30 PM`,
      (each) => `"${dayOf(each)} ${each.hour} PM, 30 min"`,
    ),
  )
  const list = fc.record({
    pupils: fc
      .integer({ min: 2, max: 6 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => pupil(at)))),
    blocks: fc.tuple(names, adults, lessons),
    above: fc.subarray(["Our students", "Updated 11/1/2026"]),
    between: fc.constantFrom<"headings" | "line" | "page" | null>("headings", "line", "page", null),
    hasTotal: fc.boolean(),
  })

  it("has its students, guardians and lessons in the plan, and names every other row", async () => {
    await fc.assert(
      fc.asyncProperty(list, async ({ pupils, blocks, above, between, hasTotal }) => {
        const all = blocks.flat()
        const row = (first: string) => [first, ...all.slice(1).map(() => "")].join(",")
        const headings = all.map(({ heading }) => heading).join(",")
        const extra = { headings, line: all.map(() => "---").join(","), page: row("Page 1 of 2") }
        const body = pupils.map((each, at) => all.map(({ cell }) => cell(each, at)).join(","))
        if (between) body.splice(1, 0, extra[between])
        if (hasTotal) body.push(row(`Total: ${pupils.length}`))
        const text = [...above.map(row), headings, ...body].join("\n")
        const made = await plan(`${text}\n`)
        const found = digestOf(made).filter((line) => !line.startsWith("- "))
        expect(found, text).toEqual([
          ...pupils.map(({ first, last }) => `${first}|${last}`),
          ...pupils.map(({ first, last, parent, email }) => `~ ${first}: ${parent} ${last} <${email}>`),
          ...pupils.map((each) => {
            const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][each.day]
            return `= ${day}${each.isEveryOther ? "/2" : ""} ${each.hour + 12}:00 30: ${whole(each)}`
          }),
        ])
        expect(
          made.rows.flatMap(({ skippedBecause }) => skippedBecause ?? []),
          text,
        ).toHaveLength(Number(between !== null) + Number(hasTotal))
      }),
      { numRuns: livesMany ? 2000 : 150 },
    )
  })
})

describe("sheets that call the same things differently", () => {
  const book = (second: string, rows: string[][]) =>
    sheetsOf({
      Piano: [
        ["Student", "Mother", "Email", "Phone", "Day", "Time", "Length"],
        ["Ava Stone", "Kim Stone", "kim@x.example", "555-010-0101", "Mon", "3:30 PM", "30"],
      ],
      [second]: rows,
    })
  const violin = [
    ["Pupil", "Weekday", "Start time", "Minutes", "Mum", "E-mail address", "Mobile", "Bow"],
    ["Ben Low", "Tue", "4:15 PM", "45", "Ida Low", "ida@x.example", "555-010-0102", "long"],
  ]

  it("are read together, each with its own columns, and the check says which", async () => {
    const { plan, layout, hidden } = await planField(book("Violin", violin))
    expect(layout.sheets.map(({ isRead }) => isRead)).toEqual([true, true])
    expect(digestOf(plan)).toEqual([
      "Ava|Stone [Piano]",
      "Ben|Low [Violin] {Bow: long}",
      "~ Ava: Kim Stone (Mother) <kim@x.example> 555-010-0101",
      "~ Ben: Ida Low (Mother) <ida@x.example> 555-010-0102",
      "= Mon 15:30 30 [Piano]: Ava Stone",
      "= Tue 16:15 45 [Violin]: Ben Low",
    ])
    expect(hidden.join("\n")).toContain(
      "Sheet “Violin” is read under the headings of another one: “Pupil” as “Student”",
    )
  })

  it("with first and last names apart", async () => {
    const file = sheetsOf({
      Fall: [
        ["First name", "Last name", "Email", "Phone", "Instrument"],
        ["Ava", "Stone", "ava@x.example", "555-010-0101", "Piano"],
      ],
      Spring: [
        ["First name", "Surname", "E-mail address", "Mobile", "Subject"],
        ["Ben", "Low", "ben@x.example", "555-010-0102", "Violin"],
      ],
    })
    expect(digestOf((await planField(file)).plan)).toEqual([
      "Ava|Stone [Piano] <ava@x.example> 555-010-0101",
      "Ben|Low [Violin] <ben@x.example> 555-010-0102",
    ])
  })

  it("but not one of teachers, and a father’s column isn’t a mother’s", async () => {
    const teachers = [
      ["Name", "E-mail address", "Mobile", "Weekday"],
      ["Dana Reyes", "dana@x.example", "555-010-0109", "Mon"],
    ]
    expect((await planField(book("Teachers", teachers))).layout.sheets[1]?.isRead).toBe(false)
    const fathers = violin.map((row) => row.map((cell) => (cell === "Mum" ? "Dad" : cell)))
    expect(digestOf((await planField(book("Violin", fathers))).plan)).toContain(
      "~ Ben: Ida Low (Father) <ida@x.example> 555-010-0102",
    )
  })
})
