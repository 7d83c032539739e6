import { describe, expect, it } from "vitest"
import { addressText } from "~/utils/postal-address"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import { workbookOf } from "../../../../tests/support/zip"
import { recognizeExport } from "./roster-notices"
import type { RosterPlan } from "./roster-plan"

// Lists in other layouts than those of the field: what a school could bring along next.

const bytes = (text: string) => new TextEncoder().encode(text)
const plan = async (text: string) => (await planField(bytes(text))).plan
const names = (plan: RosterPlan) =>
  plan.rows.flatMap(({ student }) => (student ? [`${student.firstName}|${student.lastName}`] : []))
const guardiansOf = (plan: RosterPlan) =>
  plan.families.map(({ guardians }) => guardians.map(({ name, email, phone }) => [name, email, phone]))
const payersOf = (plan: RosterPlan) =>
  plan.families.map(({ guardians }) => guardians.find(({ payerShare }) => payerShare > 0)?.name)
const lessonsOf = (plan: RosterPlan) =>
  plan.classes.map(({ schedule: { weekday, time, minutes } }) => [weekday, time, minutes])
const notesOf = (plan: RosterPlan) => plan.rows.flatMap(({ student }) => (student ? [student.notes] : []))
const skipped = (plan: RosterPlan) => plan.rows.flatMap(({ skippedBecause }) => skippedBecause ?? [])
const problems = (plan: RosterPlan) => plan.rows.flatMap((row) => row.problems.map(({ message }) => message))

describe("headings", () => {
  it("in camel case are words, as in exports of school systems", async () => {
    const made = await plan(
      "studentNumber,lastName,firstName,birthdate,homePhone,guardian1FirstName,guardian1LastName,guardian1Email,guardian2FirstName,guardian2LastName,addressLine1,city,state,zip\n0012,Roy,Ann,03/14/2012,(555)010-0001,May,Roy,may@x.example,Tom,Roy,1 Elm St,Springfield,IL,62701\n",
    )
    expect(rowOf(made, 2).student).toMatchObject({ code: "0012", firstName: "Ann", birthDate: "2012-03-14" })
    expect(guardiansOf(made)).toEqual([
      [
        ["May Roy", "may@x.example", "(555)010-0001"],
        ["Tom Roy", null, null],
      ],
    ])
    expect(addressText(made.families[0]?.address)).toBe("1 Elm St\nSpringfield, IL 62701")
  })

  it("that ask, as a form’s do, are what they ask for, and the form’s address is the parent’s", async () => {
    const made = await plan(
      "Timestamp,Email Address,What is your child's full name?,Child's date of birth (MM/DD/YYYY),Parent/Guardian name,Best phone number to reach you,Any allergies or medical conditions?\n11/02/2026 14:33:21,may@x.example,Ann Roy,3/14/2012,May Roy,555-010-0001,Peanuts\n11/03/2026 9:10:05,ida@x.example,Ben Low,10/14/2011,Ida Low,555-010-0002,None\n",
    )
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Low"])
    expect(made.rows.map(({ student }) => student?.medicalNotes)).toEqual(["Peanuts", null])
    expect(guardiansOf(made)).toEqual([
      [["May Roy", "may@x.example", "555-010-0001"]],
      [["Ida Low", "ida@x.example", "555-010-0002"]],
    ])
  })

  it.each([
    ["Emergency Contact Name,Emergency Relationship,Emergency Phone", "Una Roy,grandmother,555-010-0009"],
    ["Notfallkontakt,Beziehung Notfallkontakt,Notfallnummer", "Una Roy,grandmother,555-010-0009"],
    ["Contact d'urgence,Lien contact d'urgence,Téléphone d'urgence", "Una Roy,grandmother,555-010-0009"],
    [
      "Contacto de emergencia,Parentesco del contacto de emergencia,Teléfono de emergencia",
      "Una Roy,grandmother,555-010-0009",
    ],
    ["Noodcontact,Relatie noodcontact,Noodnummer", "Una Roy,grandmother,555-010-0009"],
    ["Emergency Contact", '"Una Roy (grandmother), 555-010-0009"'],
  ])("%s are whom to call", async (headings, cells) => {
    const made = await plan(
      `First Name,Last Name,${headings},Parent Name,Parent Phone\nAnn,Roy,${cells},May Roy,555-010-0001\n`,
    )
    expect(made.rows[0]?.student).toMatchObject({
      emergencyContact: "Una Roy (grandmother), 555-010-0009",
      notes: null,
    })
    expect(guardiansOf(made)).toEqual([[["May Roy", null, "555-010-0001"]]])
  })

  it.each([
    ["P1 Name,P1 Email,P1 Cell,P2 Name", "May Roy,may@x.example,555-010-0001,Tom Roy"],
    ["Parent A,Parent A Email,Parent A Ph,Parent B", "May Roy,may@x.example,555-010-0001,Tom Roy"],
    [
      "Responsible Party,Responsible Party Email,Phone,Second Guardian",
      "May Roy,may@x.example,555-010-0001,Tom Roy",
    ],
    ["Customer,Customer Em,Customer Ph,Other Parent", "May Roy,may@x.example,555-010-0001,Tom Roy"],
  ])("%s are two guardians", async (headings, cells) => {
    const made = await plan(`Participant First,Participant Last,${headings}\nAnn,Roy,${cells}\n`)
    expect(guardiansOf(made)).toEqual([
      [
        ["May Roy", "may@x.example", "555-010-0001"],
        ["Tom Roy", null, null],
      ],
    ])
  })

  it("“Relationship to student” is the guardian’s relation, and a client who is the student is no guardian", async () => {
    const related = await plan(
      "Student,Parent,Parent Email,Relationship to Student\nAnn Roy,May Roy,may@x.example,Aunt\n",
    )
    expect(related.families[0]?.guardians).toMatchObject([{ name: "May Roy", relation: "Aunt" }])
    const own = await plan('Client Name,First Name,Last Name,Email\n"Roy, Ann",Ann,Roy,ann@x.example\n')
    expect(guardiansOf(own)).toEqual([[]])
    expect(rowOf(own, 2).student).toMatchObject({ firstName: "Ann", email: "ann@x.example", notes: null })
  })

  it("of a row’s number, or none, aren’t a time", async () => {
    const made = await plan("#,Student,Parent Email\n1,Ann Roy,may@x.example\n2,Ben Low,ida@x.example\n")
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Low"])
    expect(notesOf(made)).toEqual([null, null])
  })

  it("can be missing: the cells say what they are", async () => {
    const made = await plan(
      "Ann,Roy,may@x.example,555-010-0001,Piano\nBen,Low,ida@x.example,555-010-0002,Violin\n",
    )
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Low"])
    expect(rowOf(made, 1).student).toMatchObject({
      email: "may@x.example",
      phone: "555-010-0001",
      instrument: "Piano",
    })
  })

  it.each([
    ["Jackrabbit’s", "Family Name,Student First Name,Enroll Date,Drop Date"],
    ["Teachworks’", "First Name,Additional Email,Customer First Name,Subjects"],
    ["My Music Staff’s", "First Name,Family Name,Student Status,Make-Up Credits"],
  ])("of %s export are known", (whose, headings) => {
    expect(recognizeExport(headings.split(","))).toBe(
      `This looks like ${whose.replace("Staff’s", "Staff’s")} export.`,
    )
  })
})

describe("rows that are no students", () => {
  it("the titles of printed pages, and examples", async () => {
    const made = await plan(
      "Student,Parent,Instrument\ne.g. Jane Doe,John Doe,Harp\nAnn Roy,May Roy,Piano\nPage 1 of 2,,\nSunny Music School,,\nStudent list,,\nStudent,Parent,Instrument\nBen Low,Ida Low,Violin\n",
    )
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Low"])
    expect(skipped(made)).toHaveLength(5)
  })

  it("titles that say a status or a teacher say it of the rows below them", async () => {
    const made = await plan(
      "Student,Parent,Day,Time,Length\nCURRENT STUDENTS,,,,\nMs. Alvarez (Room 3),,,,\nAnn Roy,May Roy,Mon,4:00 PM,30\nWAITING LIST,,,,\nBen Low,Ida Low,,,\n",
    )
    expect(made.rows.flatMap(({ student }) => student?.status ?? [])).toEqual(["active", "lead"])
    expect(made.teachers.map(({ name }) => name)).toEqual(["Ms. Alvarez"])
  })
})

it.each([
  ["Wait-listed", "lead", null],
  ["On Hold (summer)", "paused", "Status: On Hold (summer)"],
  ["Graduated 2024", "former", "Status: Graduated 2024"],
  ["Re-enrolled", "active", null],
  ["Trial scheduled", "trial", "Status: Trial scheduled"],
])("the status %s is %s", async (status, expected, notes) => {
  const made = await plan(`Student,Status\nAnn Roy,${status}\nBen Low,Active\n`)
  expect(rowOf(made, 2).student).toMatchObject({ status: expected, notes })
})

it.each(["Not active until May", "New inquiry, maybe active", "Was enrolled"])(
  "the status %s is asked for, not guessed",
  async (status) => {
    expect(problems(await plan(`Student,Status\nAnn Roy,"${status}"\nBen Low,Active\n`))).toHaveLength(1)
  },
)

describe("names", () => {
  it.each([
    ["Ana García López", "María López Ruiz", "Ana|García López"],
    ["José Luis Pérez de la Torre", "Juan Pérez Gómez", "José Luis|Pérez de la Torre"],
    ["João da Silva e Souza", "Pedro da Silva", "João|da Silva e Souza"],
    ["Mary Ann Smith", "Jo Ann Smith", "Mary Ann|Smith"],
    ["St. John Smythe", "Ann St. John", "St. John|Smythe"],
    ["Maria Elena Rodriguez", "Rosa Rodriguez", "Maria Elena|Rodriguez"],
  ])("%s, child of %s, is %s", async (student, parent, expected) => {
    expect(names(await plan(`Student,Parent\n${student},${parent}\n`))).toEqual([expected])
  })

  it("in Spanish lists have two last names, in one column or in two", async () => {
    const two = await plan("Nombre;Primer apellido;Segundo apellido;Madre\nAna;Vidal;Costa;Eva Costa\n")
    expect(names(two)).toEqual(["Ana|Vidal Costa"])
    expect(names(await plan("Alumno;Madre\nAna Vidal Costa;Eva Costa\n"))).toEqual(["Ana|Vidal Costa"])
  })

  it("an initial behind a title is no title", async () => {
    expect(guardiansOf(await plan("Student,Parent\nAnn Roy,Mrs M Roy\n"))[0]?.[0]?.[0]).toBe("M Roy")
  })

  it("of several children in one cell are told apart by commas, with their ages in the notes", async () => {
    const made = await plan('Client Name,Student Names\nMay Roy,"Ann Roy, Ben Roy"\n')
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Roy"])
    const aged = await plan('Family,Children\nRoy,"Ann (10), Ben (12)"\n')
    expect(names(aged)).toEqual(["Ann|Roy", "Ben|Roy"])
    expect(notesOf(aged)).toEqual(["Children: (10)", "Children: (12)"])
    const counted = await plan(
      "Parent First Name,Parent Last Name,First Child's Name,Second Child's Name,Second Child's Instrument\nMay,Roy,Ann Roy,Ben Roy,Violin\n",
    )
    expect(names(counted)).toEqual(["Ann|Roy", "Ben|Roy"])
    expect(counted.rows[1]?.student?.instrument).toBe("Violin")
  })
})

describe("the payer", () => {
  it("is who a column of payers names, also by an email, and once", async () => {
    const made = await plan(
      "Student,Guardian 1,Guardian 1 Email,Guardian 2,Guardian 2 Email,Payer\nAnn Roy,May Roy,may@x.example,Tom Roy,tom@x.example,Tom Roy\nBen Low,Ida Low,ida@x.example,Bo Low,bo@x.example,bo@x.example\n",
    )
    expect(payersOf(made)).toEqual(["Tom Roy", "Bo Low"])
    expect(made.counts.guardians).toBe(4)
    const billed = await plan(
      "Student,Parent,Parent Email,Billing Contact,Billing Email\nAnn Roy,May Roy,may@x.example,Gran Roy,gran@x.example\n",
    )
    expect(guardiansOf(billed)[0]).toHaveLength(2)
    expect(payersOf(billed)).not.toEqual(["May Roy"])
  })
})

describe("cells", () => {
  it.each([
    ['"May Roy <may@x.example>"', "may@x.example", null],
    ["mailto:may@x.example", "may@x.example", null],
    ["may@x.example (work)", "may@x.example", "Parent Email: may@x.example (work)"],
    ["may@x.example.", "may@x.example", null],
    ["no email", null, null],
  ])("the address %s is %s", async (cell, email, notes) => {
    const made = await plan(
      `Student,Parent,Parent Email\nAnn Roy,May Roy,${cell}\nBen Low,Ida Low,ida@x.example\n`,
    )
    expect(guardiansOf(made)[0]?.[0]).toEqual(["May Roy", email, null])
    expect(rowOf(made, 2).student?.notes).toBe(notes)
  })

  it.each([
    "4 de março de 2012",
    "4 березня 2012",
    "4 marca 2012",
    "2012年3月4日",
    "2012. 3. 4.",
    "2012-03-04 10:11:12 UTC",
    "2012-03-04T00:00:00+01:00",
  ])("%s is March 4, 2012", async (cell) => {
    expect(rowOf(await plan(`Student,Birthday\nAnn Roy,${cell}\n`), 2).student?.birthDate).toBe("2012-03-04")
  })

  it("0/0/00 is empty in any column, 53.79 is no date, and a price of 12.50 is one", async () => {
    const made = await plan(
      "Student,Anniversary,Latitude,Day,Time,Length,Rate\nAnn Roy,0/0/00,53.79,Mon,4:00 PM,30,12.30\n",
    )
    expect(notesOf(made)).toEqual(["Latitude: 53.79"])
    expect(made.unused.map(({ looks }) => looks)).toEqual([])
    expect(made.classes[0]?.price?.amountMinor).toBe(1230)
  })

  it.each([
    [
      "Mon 4pm-4:30pm/Wed 5pm-5:45pm",
      [
        [1, "16:00", 30],
        [3, "17:00", 45],
      ],
    ],
    [
      "M/W 4:00pm-4:30pm",
      [
        [1, "16:00", 30],
        [3, "16:00", 30],
      ],
    ],
    [
      "Mo+Mi 15:00-15:45 Uhr",
      [
        [1, "15:00", 45],
        [3, "15:00", 45],
      ],
    ],
    ["Tue 1730-1800", [[2, "17:30", 30]]],
    ["Fri @ 16.30-17.00", [[5, "16:30", 30]]],
  ])("the lesson %s is read", async (cell, expected) => {
    expect(lessonsOf(await plan(`Student,Lesson\nAnn Roy,"${cell}"\n`))).toEqual(expected)
  })

  it("a column for each day has the lessons’ times", async () => {
    const made = await plan(
      "Student,Length,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday\nAnn Roy,30,4:00 PM,,,4:00 PM,,\nBen Low,45,,,,,5:00 PM,10:00 AM\n",
    )
    expect(lessonsOf(made)).toEqual([
      [1, "16:00", 30],
      [4, "16:00", 30],
      [5, "17:00", 45],
      [6, "10:00", 45],
    ])
    expect(made.counts.students).toBe(2)
  })

  it("a year isn’t a time", async () => {
    expect(
      problems(await plan("Student,Day,Time,Length\nAnn Roy,Mon,2015,30\nBen Low,Tue,1600,30\n")),
    ).toHaveLength(1)
  })

  it.each([
    ["$140/mo", { billing: "monthly", amountMinor: 14_000 }],
    ["140 per month", { billing: "monthly", amountMinor: 14_000 }],
    ["free", { billing: "per_session", amountMinor: 0 }],
  ])("a price of %s is read", async (cell, price) => {
    const made = await plan(`Student,Day,Time,Length,Tuition\nAnn Roy,Mon,4:00 PM,30,${cell}\n`)
    expect(made.classes[0]?.price).toEqual(price)
  })

  it("numbers of a state stay out of the notes, and the check says so", async () => {
    const made = await plan("Elev,CPR-nummer,Forælder\nAnn Roy,040312-1234,May Roy\n")
    expect(notesOf(made)).toEqual([null])
    expect(made.notices.join()).toContain("“CPR-nummer” has personal ID or bank numbers.")
  })

  it("a house’s number goes with its street, in the order of the columns", async () => {
    const german = await plan(
      "Nachname;Vorname;Straße;Hausnr.;PLZ;Ort\nMüller;Lena;Hauptstr.;5a;01067;Dresden\n",
    )
    expect(addressText(german.families[0]?.address)).toBe("Hauptstr. 5a\n01067 Dresden")
    const british = await plan(
      "Forename,Surname,House No,Street,Post Town,County,Post Code\nAnn,Roy,12,High St,Leeds,W Yorks,LS6 1AA\n",
    )
    expect(addressText(british.families[0]?.address)).toBe("12 High St\nLeeds, W Yorks LS6 1AA")
    const joined = await plan(
      'Name,Street Address,Suite/Apt,City/State/Zip\nAnn Roy,1 Elm St,Apt 2,"Springfield, IL 62701"\n',
    )
    expect(addressText(joined.families[0]?.address)).toBe("1 Elm St\nApt 2\nSpringfield, IL 62701")
  })

  it("the second of two phone numbers of one person isn’t lost", async () => {
    const made = await plan(
      'Student,Mom,Mom Phone\nAnn Roy,May Roy,555-010-0001\nBen Roy,May Roy,"555-010-0001, 555-010-0002"\n',
    )
    expect(guardiansOf(made)).toEqual([[["May Roy", null, "555-010-0001"]]])
    expect(rowOf(made, 3).student?.notes).toContain("555-010-0002")
  })
})

describe("two homes with one guardian", () => {
  const questionsOf = (plan: RosterPlan) => plan.questions.map(({ text, chosen }) => [text, chosen])
  const familiesOf = (plan: RosterPlan) =>
    plan.families.map(({ guardians, rowNumbers }) => [guardians.map(({ name }) => name), rowNumbers])

  it.each([
    [
      "Student,Parent 1,Parent 1 Email,Parent 2,Parent 2 Email",
      "Ann Roy,May Hill,may@x.example,Tom Roy,tom@x.example",
      "Ben Hill,May Hill,may@x.example,Sam Hill,sam@x.example",
    ],
    [
      "Schüler;Mutter;Mutter Telefon;Vater;Vater Telefon;Straße;Ort",
      "Ann Roy;May Hill;030 555010;Tom Roy;030 555011;Ulmenweg 1;Berlin",
      "Ben Hill;May Hill;030 555010;Sam Hill;030 555012;Eichenallee 9;Berlin",
    ],
    [
      "Élève,Responsable 1,Courriel responsable 1,Responsable 2,Payeur,Courriel payeur",
      "Ann Roy,May Hill,may@x.example,,Tom Roy,tom@x.example",
      "Ben Roy,May Hill,may@x.example,,Sam Hill,sam@x.example",
    ],
  ])("are asked about, and two families until then: %s", async (...rows) => {
    const made = await plan(`${rows.join("\n")}\n`)
    expect(familiesOf(made)).toEqual([
      [["May Hill", "Tom Roy"], [2]],
      [["May Hill", "Sam Hill"], [3]],
    ])
    const [question] = made.questions
    expect(question?.text).toContain("share the guardian May Hill, but not the others (Tom Roy and Sam Hill)")
    const joined = await planField(bytes(`${rows.join("\n")}\n`), {
      options: { answers: { [question?.key ?? ""]: "join" } },
    })
    expect(familiesOf(joined.plan)).toEqual([
      [
        ["May Hill", "Tom Roy", "Sam Hill"],
        [2, 3],
      ],
    ])
  })

  it("are two addresses of one guardian, who may have moved; a way to write one isn’t asked about", async () => {
    const head = "Student,Parent,Parent Email,Address\nAnn Roy,May Roy,may@x.example,1 Elm St\n"
    const moved = await plan(`${head}Ben Roy,May Roy,may@x.example,9 Oak Ave\n`)
    expect(questionsOf(moved)).toEqual([
      [
        "Ann Roy (row 2), Ben Roy (row 3) share the guardian May Roy, but not the address. Are they one family?",
        "join",
      ],
    ])
    expect(questionsOf(await plan(`${head}Ben Roy,May Roy,may@x.example,"1 Elm Street, Utica"\n`))).toEqual(
      [],
    )
  })

  it("take the half-siblings each, and a child of the mother alone by the last name", async () => {
    const made = await plan(
      "Student,Parent 1,Parent 1 Email,Parent 2,Parent 2 Email\nAnn Roy,May Hill,may@x.example,Tom Roy,tom@x.example\nBen Hill,May Hill,may@x.example,Sam Hill,sam@x.example\nAl Roy,May Hill,may@x.example,Tom Roy,tom@x.example\nCy Hill,May Hill,may@x.example,,\n",
    )
    expect(familiesOf(made).map(([, rows]) => rows)).toEqual([
      [2, 4],
      [3, 5],
    ])
    expect(made.questions).toHaveLength(1)
  })

  it("are asked about when one is at the school already, and a third child finds the right one", async () => {
    const rows =
      "Student,Parent 1,Parent 1 Email,Parent 2,Parent 2 Email\nBen Hill,May Hill,may@x.example,Sam Hill,sam@x.example\n"
    const roys = [
      { id: "m", familyId: "roys", name: "May Hill", email: "may@x.example", phone: null },
      { id: "t", familyId: "roys", name: "Tom Roy", email: "tom@x.example", phone: null },
    ]
    const hills = [
      { id: "n", familyId: "hills", name: "May Hill", email: "may@x.example", phone: null },
      { id: "s", familyId: "hills", name: "Sam Hill", email: "sam@x.example", phone: null },
    ]
    const emails = (guardians: typeof roys) =>
      new Map(guardians.map(({ email, familyId }) => [email, familyId] as const))
    const known = { guardians: roys, guardianEmails: emails(roys) }
    const asked = (await planField(bytes(rows), { known })).plan
    expect(asked.families.map(({ existingFamilyId }) => existingFamilyId)).toEqual([null])
    expect(questionsOf(asked)).toEqual([
      [
        "May Hill is already a guardian here, in a family with Tom Roy. Ben Hill (row 2) is with Sam Hill instead. Is this student part of that family?",
        "apart",
      ],
    ])
    const answers = { [asked.questions[0]?.key ?? ""]: "join" }
    const joined = (await planField(bytes(rows), { known, options: { answers } })).plan
    expect(joined.families.map(({ existingFamilyId }) => existingFamilyId)).toEqual(["roys"])
    const both = [...hills, ...roys]
    const third = await planField(bytes(rows), { known: { guardians: both, guardianEmails: emails(both) } })
    expect(third.plan.families.map(({ existingFamilyId }) => existingFamilyId)).toEqual(["hills"])
    expect(third.plan.questions).toEqual([])
  })
})

it("rows and columns that a spreadsheet hides are read and named, and rows can be left out", async () => {
  const file = workbookOf(
    [
      ["Sunny Music School"],
      ["Student", "Parent Email", "Remark"],
      ["Ann Roy", "may@x.example", "left in spring"],
      ["Ben Low", "ida@x.example", ""],
      [],
      ["Cy Dow", "eva@x.example", ""],
    ],
    {},
    { rows: [1, 3, 5, 6], columns: [3, 4] },
  )
  const read = await planField(file)
  expect(names(read.plan)).toEqual(["Ann|Roy", "Ben|Low", "Cy|Dow"])
  expect(read.hidden).toEqual([
    "2 hidden rows are included. They’re hidden in the spreadsheet.",
    "Hidden column included: “Remark.”",
  ])
  const sheets = read.layout.sheets.map((sheet) => ({ ...sheet, leavesOutHidden: true }))
  const without = await planField(file, { layout: { sheets } })
  expect(without.plan.rows.map(({ rowNumber }) => rowNumber)).toEqual([4])
  expect(without.hidden[0]).toBe("2 hidden rows are left out.")
})

describe("contacts as address books write them", () => {
  it("Google’s relations are guardians, labels that say nothing are no notes, and a label is a heading", async () => {
    const made = await plan(
      "First Name,Last Name,Name Suffix,E-mail 1 - Label,E-mail 1 - Value,Relation 1 - Label,Relation 1 - Value,Relation 2 - Label,Relation 2 - Value,Custom Field 1 - Label,Custom Field 1 - Value\nTessa,Marlow,Jr.,* Home,tessa@m.example,Mother,June Marlow,Father,Karl Marlow,Teacher,Ida Low\nOwen,Roy,,Work,owen@m.example,Guardian,Eva Roy,,,Teacher,Ben Dow\n",
    )
    expect(names(made)).toEqual(["Tessa|Marlow Jr.", "Owen|Roy"])
    expect(
      made.families.map(({ name, guardians }) => [name, ...guardians.map((one) => [one.name, one.relation])]),
    ).toEqual([
      ["Marlow family", ["June Marlow", "Mother"], ["Karl Marlow", "Father"]],
      ["Roy family", ["Eva Roy", "Guardian"]],
    ])
    expect(notesOf(made).join("\n")).not.toMatch(/Home|Work|Relation/)
  })

  it("Google’s older names with a suffix are said once", async () => {
    const made = await plan(
      "Name,Given Name,Family Name,Name Suffix,Relation 1 - Type,Relation 1 - Value\nTessa Marlow Jr.,Tessa,Marlow,Jr.,Parent,June Marlow\n",
    )
    expect([names(made), notesOf(made)]).toEqual([["Tessa|Marlow Jr."], [null]])
    expect(made.families[0]?.guardians).toMatchObject([{ name: "June Marlow", relation: "Parent" }])
  })

  it("Outlook’s spouse of a parent is the second guardian, and an addition begins or ends a last name, or is a note", async () => {
    const made = await plan(
      '"First Name","Last Name","Suffix","E-mail Address","Children","Spouse"\n"June","Marlow","","june@m.example","Tessa; Owen","Karl Marlow"\n',
    )
    expect(names(made)).toEqual(["Tessa|Marlow", "Owen|Marlow"])
    expect(guardiansOf(made)).toEqual([
      [
        ["June Marlow", "june@m.example", null],
        ["Karl Marlow", null, null],
      ],
    ])
    const german = await plan(
      "Nachname;Vorname;Namenszusatz\nMarlow;Owen;jun.\nBerg;Ann;von\nDow;Eva;Prof.\n",
    )
    expect(names(german)).toEqual(["Owen|Marlow jun.", "Ann|von Berg", "Eva|Dow"])
    expect(notesOf(german)).toEqual([null, null, "Namenszusatz: Prof."])
  })
})

describe("lessons and days", () => {
  it.each([
    ["Lesson", "Piano Tue 4:00-4:30pm"],
    ["Class", "Tuesday 4pm-4:30pm Piano"],
    ["Recurring Schedule", "Every Tuesday at 4:00 PM, 30 min"],
    ["Stunde", "Jeden Dienstag 16:00-16:30"],
  ])("in one cell under “%s” are read: %s", async (heading, cell) => {
    const made = await plan(`Student,${heading},Parent Email\nAnn Roy,"${cell}",may@x.example\n`)
    expect(lessonsOf(made)).toEqual([[2, "16:00", 30]])
    expect(rowOf(made, 2).student?.instrument ?? null).toBe(cell.includes("Piano") ? "Piano" : null)
  })

  it("a class’s name without a length stays a note, and keeps no one out", async () => {
    const made = await plan("Student,Class,Parent Email\nAnn Roy,Piano Pvt Tue 4:00p,may@x.example\n")
    expect([names(made), notesOf(made)]).toEqual([["Ann|Roy"], ["Class: Piano Pvt Tue 4:00p"]])
  })

  it("“Start” with days in it is the start date", async () => {
    const made = await planField(
      bytes(
        "Name,Start,Day,Time,Length\nAnn Roy,1-Sep-26,Mon,4:00 PM,30\nBen Low,2026-09-02T00:00:00,Tue,4:00 PM,30\n",
      ),
      { options: { dateOrder: "mdy" } },
    )
    expect(made.mapping[1]).toBe("startDate")
    expect(made.plan.classes.map(({ schedule }) => schedule.startsOn)).toEqual(["2026-09-01", "2026-09-02"])
  })
})

it("a guardian per row without a birth date is one student, and asked about", async () => {
  const made = await plan(
    "Schüler;Kontakt;Kontakt Art;Kontakt E-Mail;Saldo\nAnna Vogt;Maja Vogt;Mutter;maja@x.example;-\nAnna Vogt;Tom Vogt;Vater;tom@x.example;-\nAnna Vogt;Ida Lenz;Großmutter;ida@x.example;-\n",
  )
  expect([names(made), notesOf(made)]).toEqual([["Anna|Vogt"], [null]])
  expect(made.families[0]?.guardians.map(({ name, relation }) => [name, relation])).toEqual([
    ["Maja Vogt", "Mother"],
    ["Tom Vogt", "Father"],
    ["Ida Lenz", "Grandmother"],
  ])
  expect(made.questions[0]?.text).toBe(
    "Rows 2 and 3 are both Anna Vogt, with different guardians. Are they the same student?",
  )
})

it("a total in two columns of names is a total, in French, too", async () => {
  const made = await plan("Nom;Prénom;Instrument\nDurand;Léa;Piano\nTotal;2 élèves;\n")
  expect(names(made)).toEqual(["Léa|Durand"])
})

it.each([
  ["Estado;Ciudad", "Baja;Lugo", "former"],
  ["Stato;Città", "Ritirato;Roma", "former"],
  ["State;Town", "Inactive;York", "former"],
  ["State;Town", "Ohio;York", "active"],
])("%s: %s is the status %s", async (headings, cells, status) => {
  const made = await plan(`Student;${headings}\nAnn Roy;${cells}\n`)
  expect(rowOf(made, 2).student?.status).toBe(status)
})

it("a Brazilian list has its guardian, teacher and last names", async () => {
  const made = await plan(
    "Nome do Aluno,Nome do Responsável,Telefone do Responsável,E-mail do Responsável,Dia da Semana,Horário,Duração,Professor(a)\nAna Silva,Maria Silva,(11) 91234-5678,maria@x.example,Terça-feira,15:30,30,Paulo Reis\n",
  )
  expect(guardiansOf(made)).toEqual([[["Maria Silva", "maria@x.example", "(11) 91234-5678"]]])
  expect(made.teachers.map(({ name }) => name)).toEqual(["Paulo Reis"])
  expect(lessonsOf(made)).toEqual([[2, "15:30", 30]])
})

it("a list whose rows all stay out isn’t said to have no column for its days", async () => {
  const made = await planField(bytes("Student,Class,Teacher\nAnn Roy,Piano Tue 4:00-4:30pm,Ida Green\n"), {
    known: {
      room: { teachers: 0, students: 100, plan: { name: "Standard", teacherLimit: 0, studentLimit: 100 } },
    },
  })
  expect(made.plan.counts).toMatchObject({ ready: 0, problems: 1 })
  expect(made.plan.notices.join(" ")).not.toContain("There’s no column for the lesson")
})

describe("lists as studios keep them by hand", () => {
  it("that begin with the client give the client the address and phone", async () => {
    const made = await plan(
      'Client,Student(s),Email,Mobile,Default Rate,Lesson Day/Time,Length,Outstanding Balance\n"Roy, May","Ann Roy, Ben Roy",may@x.example,(555) 010-0001,$35.00,Mon 3:30 PM,30,$70.00\n"Low, Ida",Cy Low,ida@x.example,(555) 010-0002,$50.00,Tue 4:15 PM,45,$0.00\n',
    )
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Roy", "Cy|Low"])
    expect(guardiansOf(made)).toEqual([
      [["May Roy", "may@x.example", "(555) 010-0001"]],
      [["Ida Low", "ida@x.example", "(555) 010-0002"]],
    ])
    expect(made.classes.map(({ price }) => price?.amountMinor)).toEqual([3500, 5000])
    expect(made.unused.map(({ header, uses }) => [header, uses[0]])).toEqual([
      ["Outstanding Balance", "openingBalance"],
    ])
  })

  it("have students’ last names first where the guardians’ names end with them", async () => {
    const made = await plan("Schüler;Eltern;Seit\nRoy Ann;May u. Tom Roy;Sep 2024\nLow Ben;Ida Low;09/2023\n")
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Low"])
    expect(
      guardiansOf(made)
        .flat()
        .map(([name]) => name),
    ).toEqual(["May Roy", "Tom Roy", "Ida Low"])
    expect(made.notices).toContain(
      "Students’ names are read with the last name first: their guardians’ names end with it.",
    )
    expect(names(await plan("Student,Parent\nAnn Roy,Roy May\nBen Low,Low Ida\n"))).toEqual([
      "Ann|Roy",
      "Ben|Low",
    ])
    expect(names(await plan("Student,Parent\nThomas Hale,Mark Thomas\n"))).toEqual(["Thomas|Hale"])
  })

  it("have months for starts, and no birth date in a month or a year", async () => {
    const made = await plan(
      "Student,DOB,Start,Left,Day,Time,Length\nAnn Roy,03/2012,Sep 2024,Jun 2028,Mon,4:00 PM,30\nBen Low,2010,2023-09,,Tue,4:00 PM,30\nCy Fox,3/4/2012,9/1/2024,,Wed,4:00 PM,30\n",
    )
    expect(made.rows.map(({ student }) => student?.birthDate)).toEqual([null, null, "2012-03-04"])
    expect(notesOf(made).slice(0, 2)).toEqual(["DOB: 03/2012", "DOB: 2010"])
    expect(made.rows.map(({ enrollment }) => enrollment?.startsOn)).toEqual([
      "2024-09-01",
      "2023-09-01",
      "2024-09-01",
    ])
    expect(rowOf(made, 2).warnings.map(({ message }) => message)).toContain(
      "“Jun 2028” has no day, so the last of the month is used.",
    )
  })

  it.each(["None known", "No known allergies", "NKA", "keine", "Keine bekannt", "aucune", "n/a", "No."])(
    "%s is no medical note",
    async (cell) => {
      const made = await plan(`Student,Medical\nAnn Roy,${cell}\nBen Low,"No dairy, carries an EpiPen"\n`)
      expect(made.rows.map(({ student }) => student?.medicalNotes)).toEqual([
        null,
        "No dairy, carries an EpiPen",
      ])
      expect(rowOf(made, 2).warnings.map(({ value }) => value)).toEqual([cell])
    },
  )

  it("have ages behind children’s names, also of an only child, and headings with more in parentheses", async () => {
    const made = await plan(
      'Kids (ages),Parent,Phone\n"Ann 9, Ben (7)",May Roy,555-010-0001\nCy 12,Ida Low,555-010-0002\n',
    )
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Roy", "Cy|Low"])
    expect(notesOf(made)).toEqual(["Kids (ages): (9)", "Kids (ages): (7)", "Kids (ages): (12)"])
  })

  it.each([
    ["30 mn", 30],
    ["30 m", 30],
    ["0:30", 30],
    ["½ h", 30],
    ["1/2 hr", 30],
    ["1h15", 75],
    ["45'", 45],
    ["45’", 45],
    ["45 minuti", 45],
    ["1 ora", 60],
    ["1 h 30 mn", 90],
  ])("the length %s is %s minutes", async (cell, minutes) => {
    expect(lessonsOf(await plan(`Student,Day,Time,Len\nAnn Roy,Mon,4:00 PM,${cell}\n`))).toEqual([
      [1, "16:00", minutes],
    ])
  })

  it("have letters for days and bare hours for times, and ask which half of the day", async () => {
    const made = await plan(
      "Last,First,Instr,Tchr,Day,Time,Len\nRoy,Ann,Pno,Lee,M,3:30,30\nLow,Ben,Vln,Stone,Th,4,45\nFox,Cy,Vln,Stone,R,5-5:30,\nMay,Di,Pno,Lee,TTh,10,30\n",
    )
    expect(lessonsOf(made)).toEqual([
      [1, "15:30", 30],
      [4, "16:00", 45],
      [4, "17:00", 30],
      [2, "10:00", 30],
      [4, "10:00", 30],
    ])
    expect(made.questions.map(({ text }) => text.split(" ")[0])).toEqual(["“3:30”", "“4”", "“5-5:30”"])
    expect(made.teachers.map(({ name }) => name)).toEqual(["Lee", "Stone"])
  })

  it.each([
    '"May Roy\n555-010-0001\nmay@x.example"',
    '"May Roy, may@x.example, 555-010-0001"',
    "May Roy / 555-010-0001 / may@x.example",
    '"May Roy (mother)\nCell: 555-010-0001\nEmail: may@x.example"',
    "May Roy | may@x.example | 555-010-0001",
  ])("have a guardian’s name and contacts in one cell: %s", async (cell) => {
    const made = await plan(`Name,Contact\nAnn Roy,${cell}\nBen Low,Ida Low 555-010-0002\n`)
    expect(guardiansOf(made)).toEqual([
      [["May Roy", "may@x.example", "555-010-0001"]],
      [["Ida Low", null, "555-010-0002"]],
    ])
    expect(problems(made)).toEqual([])
  })

  it("have one address behind two parents with a phone each, or nothing else: it is the first’s", async () => {
    const made = await plan(
      "Nombre,Madre,Móvil madre,Padre,Móvil padre,Correo\nAna Roy,María García,600111222,Tomás Roy,600333444,maria@x.example\nBenito Bajo,Ida Pérez,600555666,,,ida@x.example\n",
    )
    expect(guardiansOf(made)).toEqual([
      [
        ["María García", "maria@x.example", "600111222"],
        ["Tomás Roy", null, "600333444"],
      ],
      [["Ida Pérez", "ida@x.example", "600555666"]],
    ])
    const bare = await plan(
      "Student,Mom,Dad,Email\nAnn Roy,May Roy,Tom Roy,may@x.example\nBen Low,,Bo Low,bo@x.example\n",
    )
    expect(guardiansOf(bare)).toEqual([
      [
        ["May Roy", "may@x.example", null],
        ["Tom Roy", null, null],
      ],
      [["Bo Low", "bo@x.example", null]],
    ])
  })

  it.each([
    ["$50 / 45 min", "", 5000, 45],
    ["35/lesson", "30", 3500, 30],
    ["35 per half hour", "", 3500, 30],
    ["30 min: $35", "30", 3500, 30],
    ["$35 (30 min)", "30", 3500, 30],
    ["$70/hr", "30", undefined, 30],
  ])("a price of %s beside a length of “%s” is %s for %s minutes", async (cell, length, price, minutes) => {
    const made = await plan(`Student,Day,Time,Length,Rate\nAnn Roy,Mon,4:00 PM,${length},${cell}\n`)
    expect(lessonsOf(made)).toEqual([[1, "16:00", minutes]])
    expect(made.classes[0]?.price?.amountMinor).toBe(price)
    if (price === undefined) expect(rowOf(made, 2).warnings.map(({ value }) => value)).toContain(cell)
  })

  it("have days among their payments, which are no amounts", async () => {
    const made = await plan(
      "Student,Last Payment,Paid on\nAnn Roy,10/01/2026,10.01.2026\nBen Low,10/02/2026,11.01.2026\n",
    )
    expect(notesOf(made)).toEqual([
      "Last Payment: 10/01/2026\nPaid on: 10.01.2026",
      "Last Payment: 10/02/2026\nPaid on: 11.01.2026",
    ])
  })
})
