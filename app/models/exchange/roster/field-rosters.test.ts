import { describe, expect, it } from "vitest"
import { addressText, keptAddress, noAddress } from "~/utils/postal-address"
import { planField, planText, rowOf } from "../../../../tests/support/planned-roster"
import { sheetsOf } from "../../../../tests/support/zip"
import { headingText } from "./roster-layout"
import { recognizeExport } from "./roster-notices"
import type { RosterPlan } from "./roster-plan"
import { rowText } from "./roster-text"

// Files as schools really have them, made after what other programs export, and their neighbors.

const bytes = (text: string) => new TextEncoder().encode(text)
const plan = async (text: string) => (await planField(bytes(text))).plan
const names = (plan: RosterPlan) => plan.rows.flatMap(({ student, name }) => (student ? [name] : []))
const guardiansOf = (plan: RosterPlan) =>
  plan.families.map(({ guardians }) => guardians.map(({ name, email, phone }) => [name, email, phone]))
const familiesOf = (plan: RosterPlan) => plan.families.map(({ rowNumbers }) => rowNumbers)
const notesOf = (plan: RosterPlan) => plan.rows.flatMap(({ student }) => (student ? [student.notes] : []))
const said = (plan: RosterPlan) => plan.rows.flatMap(({ warnings }) => warnings.map(({ message }) => message))
const problems = (plan: RosterPlan) =>
  plan.rows.flatMap((row) => row.problems.map(({ message }) => [row.rowNumber, message]))

describe("a family is an email, a phone or the same guardian, never a surname", () => {
  it("three O’Brien families stay three, and the check asks", async () => {
    const { plan } = await planField("fam-a.csv")
    expect(plan.families.map(({ name, guardians }) => [name, guardians.map((each) => each.name)])).toEqual([
      ["O'Brien family", ["Una O'Brien"]],
      ["O'Brien family", ["Maja O'Brien"]],
      ["O'Brien family", ["Hana O'Brien"]],
    ])
    expect(plan.families.every(({ guardians }) => guardians[0]?.payerShare === 10_000)).toBe(true)
    expect(plan.questions).toMatchObject([{ kind: "family", chosen: "apart", rowNumbers: [2, 3, 4] }])
  })

  it("the answer to that question joins them", async () => {
    const answers = { "household o brien": "join" }
    const { plan } = await planField("fam-a.csv", { options: { answers } })
    expect(familiesOf(plan)).toEqual([[2, 3, 4]])
    expect(plan.questions[0]?.chosen).toBe("join")
  })

  it.each([
    "van der Berg",
    "de la Cruz",
    "St. John",
    "Smith-Jones family",
    "O’Brien",
    "Ng",
    "familie von Stein",
  ])("%s is a name, not a family", async (household) => {
    const made = await plan(
      `Student,Family,Parent,Parent email\nAda X,${household},Una,una@a.example\nBo Y,${household},Maja,maja@b.example\n`,
    )
    expect(familiesOf(made)).toEqual([[2], [3]])
    expect(made.questions).toHaveLength(1)
  })

  it("guardians with one name only are different people, and one phone in two spellings is one family", async () => {
    expect(familiesOf(await plan("Student,Parent\nAda X,Maria\nBo Y,Maria\n"))).toEqual([[2], [3]])
    expect(
      familiesOf(
        await plan(
          "Student,Parent,Parent phone\nAda X,Una,+44 7700 900123\nBo Y,Ben,07700 900 123\nCy Z,Al,07700 900124\n",
        ),
      ),
    ).toEqual([[2, 3], [4]])
  })

  it("siblings without an email are one family by guardian and phone", async () => {
    const { plan } = await planField("sib-phone.csv")
    expect(familiesOf(plan)).toEqual([[2, 3]])
    expect(guardiansOf(plan)).toEqual([[["Lena Vogt", null, "555-010-1111"]]])
  })

  it("the same guardian without contacts joins, and the check asks; with other contacts they don’t", async () => {
    const bare = await plan('Student,Parent\nAda Vogt,Lena Vogt\nBen Roy,"Vogt, Lena"\n')
    expect(familiesOf(bare)).toEqual([[2, 3]])
    expect(bare.questions).toMatchObject([{ key: "guardian lena vogt", chosen: "join" }])
    const apart = await plan(
      "Student,Parent,Parent email\nAda Vogt,Lena Vogt,a@x.example\nBen Roy,Lena Vogt,b@x.example\n",
    )
    expect(familiesOf(apart)).toEqual([[2], [3]])
    expect(apart.questions).toEqual([])
  })

  it("a phone that strangers share, and one that is no one’s, join no one without a question", async () => {
    const made = await plan(
      "Student,Parent,Parent email,Parent phone\nAda X,Una Hill,u@x.example,555-010-1111\nBo Y,Ben Lake,b@x.example,5550101111\nCy Z,Al Dune,,000-000-0000\nDi W,Ed Moor,,000 000 0000\n",
    )
    expect(familiesOf(made)).toEqual([[2], [3], [4], [5]])
    expect(made.questions).toMatchObject([{ kind: "family", chosen: "apart", rowNumbers: [2, 3] }])
  })

  it("a family of the school is joined by its phone, but not by strangers’ whose number is the same", async () => {
    const guardians = [
      { id: "g1", familyId: "f1", name: "Una Hill", email: "una@x.example", phone: "(555) 010-1111" },
    ]
    const known = { guardians, guardianEmails: new Map([["una@x.example", "f1"]]) }
    const text =
      "Student,Parent,Parent email,Parent phone\nAda Hill,Ben Hill,ben@x.example,555-010-1111\nBo Y,Al Dune,al@x.example,5550101111\nCy Z,Ed Moor,,555 010 1111\n"
    const { plan } = await planField(bytes(text), { known })
    expect(plan.families.map(({ existingFamilyId, rowNumbers }) => [existingFamilyId, rowNumbers])).toEqual([
      ["f1", [2, 4]],
      [null, [3]],
    ])
  })

  it("families with numbers of their own are what the numbers say", async () => {
    const made = await plan(
      "Student,Family,Family ID,Parent,Parent phone\nAda Bo,Bo family,f1,,\nCy Bo,Bo family,f1,,\nDi Bo,Bo family,f2,,\n",
    )
    expect(familiesOf(made)).toEqual([[2, 3], [4]])
    expect(made.questions).toEqual([])
  })

  it("the payer that the file names pays, and relations come from headings", async () => {
    const made = await plan(
      "Student,Mother name,Mother email,Payer name,Payer email\nAda X,Una X,u@x.example,Gran X,g@x.example\n",
    )
    expect(
      made.families[0]?.guardians.map(({ name, relation, payerShare }) => [name, relation, payerShare]),
    ).toEqual([
      ["Una X", "Mother", 0],
      ["Gran X", null, 10_000],
    ])
  })
})

describe("other programs’ exports", () => {
  it("Jackrabbit: contacts, the family’s address, siblings together, and no balance in the notes", async () => {
    const { plan, headers } = await planField("jackrabbit.csv")
    expect(plan.counts).toMatchObject({ ready: 2, problems: 0, families: 1, guardians: 2 })
    expect(plan.families[0]).toMatchObject({
      name: "Quigley",
      address: keptAddress({
        ...noAddress,
        street: "9 Oak Ave",
        city: "Utica",
        region: "NY",
        postalCode: "13501",
      }),
      guardians: [
        { name: "Mara Quigley", relation: "Mother", email: "mara@q.example", phone: "(555) 010-2201" },
        { name: "Tom Redfern", relation: "Father", email: "tom@r.example" },
      ],
    })
    expect(rowOf(plan, 2).student).toMatchObject({ birthDate: "2016-02-29", status: "active" })
    expect(notesOf(plan).join()).not.toContain("120")
    expect(plan.unused.map(({ header, looks }) => [header, looks])).toEqual([
      ["Home Phone", "phone"],
      ["Balance", "money"],
    ])
    expect(recognizeExport(headers)).toBe("This looks like Jackrabbit’s export.")
  })

  it("Teachworks: addresses, its words for a status, and a billing method that is none", async () => {
    const { plan, headers } = await planField("teachworks.csv")
    expect(plan.rows.map(({ state, student }) => [state, student?.status])).toEqual([
      ["ready", "active"],
      ["ready", "former"],
      ["ready", "lead"],
    ])
    expect(addressText(plan.families[0]?.address)).toBe("4 Hill Rd\nApt 2\nUtica, NY 13501\nUnited States")
    expect(plan.notices.join()).toContain("“Billing Method” has hardly a cell that can be read as billing")
    expect(notesOf(plan)[0]).not.toContain("60.00")
    expect(recognizeExport(headers)).toBe("This looks like Teachworks’ export.")
  })

  it("TutorCruncher: clients are guardians; Live, Prospect and Dormant are statuses", async () => {
    const { plan, headers } = await planField("tutorcruncher.csv")
    expect(plan.rows.map(({ student }) => student?.status)).toEqual(["active", "lead", "former"])
    expect(guardiansOf(plan)[0]).toEqual([["Ann Six", "ann6@hd.example", null]])
    expect(addressText(plan.families[0]?.address)).toBe("1 High St\nUtica, New York 13501\nUnited States")
    expect(recognizeExport(headers)).toBe("This looks like TutorCruncher’s export.")
  })

  it("PowerSchool: its numbers for a status, turned names of parents, a street and a town", async () => {
    const { plan } = await planField("powerschool.csv")
    expect(plan.rows.map(({ student }) => student?.status)).toEqual(["active", "lead"])
    expect(guardiansOf(plan)[0]).toEqual([
      ["Pilar Cruz", "pilar@f.example", "555-010-5101"],
      ["Juan Cruz", "juan@f.example", null],
    ])
    expect(plan.families.map(({ address }) => addressText(address))).toEqual([
      "1 A St\nUtica, NY 13501",
      "2 B St\nUtica, NY 13502",
    ])
  })

  it("a state beside a status is part of the address, alone among statuses it is one", async () => {
    const { plan: both } = await planField("state-status.csv")
    expect(both.rows.map(({ student }) => student?.status)).toEqual(["active", "former"])
    expect(addressText(both.families[0]?.address)).toBe("1 A St\nUtica, NY 13501")
    expect(
      (await plan("Name,State\nAda X,Active\nBo Y,Paused\n")).rows.map(({ student }) => student?.status),
    ).toEqual(["active", "paused"])
    expect((await plan("Name,Active\nAda X,1\nBo Y,0\n")).rows.map(({ student }) => student?.status)).toEqual(
      ["active", "former"],
    )
  })

  it("iSAMS: legal names, contacts one and two, zeros of IDs", async () => {
    const { plan } = await planField("isams.csv")
    expect(rowOf(plan, 2).student).toMatchObject({
      code: "00451",
      firstName: "Alexander",
      lastName: "Ford",
      birthDate: "2012-09-03",
      medicalNotes: "Asthma",
    })
    expect(guardiansOf(plan)[0]?.[0]).toEqual(["Jane Ford", "jane@f.example", "07700 900123"])
    expect(guardiansOf(plan)[0]?.[1]?.[1]).toBe("john@f.example")
  })

  it("clients and their students, in one row", async () => {
    const { plan } = await planField("heads-client.csv")
    expect(names(plan)).toEqual(["Cy Four"])
    expect(guardiansOf(plan)).toEqual([[["Ann Four", "ann4@hd.example", "555-010-6201"]]])
    expect(notesOf(plan)).toEqual(["shy"])
    expect(
      names(
        await planField(bytes("Client name,Client email\nAda X,a@x.example\n")).then((found) => found.plan),
      ),
    ).toEqual(["Ada X"])
  })

  it("Google: one name of three columns, two values in a cell, a birthday without its year", async () => {
    const { plan, headers } = await planField("google.csv")
    expect(names(plan)).toEqual(["Tessa Marlow", "Owen Marlow"])
    expect(rowOf(plan, 2).student).toMatchObject({
      email: "tessa@m.example",
      phone: "+1 555-010-2401",
      birthDate: "2014-07-09",
    })
    expect(notesOf(plan)[0]).toContain("tess@m2.example")
    expect(notesOf(plan)[0]).toContain("555-010-2402")
    expect(rowOf(plan, 3).student).toMatchObject({ birthDate: null })
    expect(said(plan).join()).toContain("“--07-09” has no year.")
    expect(recognizeExport(headers)).toBe("This looks like an export from Google Contacts.")
    for (const file of ["google-old-min.csv", "name-given.csv"])
      expect(names((await planField(file)).plan)).toEqual(["Tessa Marlow"])
  })

  it("Outlook: home before business, and 0/0/00 is no birthday", async () => {
    const { plan: made, headers } = await planField(
      bytes(
        "First Name,Last Name,E-mail Address,Business Phone,Mobile Phone,Business Street,Home Street,Home City,Home State,Home Postal Code,Birthday\nAda,Lowe,ada@x.example,,555-010-1234,,1 Oak St,Utica,NY,13501,0/0/00\n",
      ),
    )
    expect(rowOf(made, 2).student).toMatchObject({
      email: "ada@x.example",
      phone: "555-010-1234",
      birthDate: null,
      notes: null,
    })
    expect(addressText(made.families[0]?.address)).toBe("1 Oak St\nUtica, NY 13501")
    expect(recognizeExport(headers)).toBe("This looks like an export from Outlook.")
  })

  it("several children in one row, in columns or in a cell, are students of one family", async () => {
    const numbered = await plan(
      "Parent,Parent email,Child 1 First Name,Child 1 Last Name,Child 1 DOB,Child 2 First Name,Child 2 Last Name,Child 2 DOB\nUna Lowe,u@x.example,Ada,Lowe,2013-01-02,Ben,Lowe,2015-01-02\nEd Moon,e@x.example,Cy,Moon,2014-01-02,,,\n",
    )
    expect(names(numbered).sort()).toEqual(["Ada Lowe", "Ben Lowe", "Cy Moon"])
    expect(numbered.families).toHaveLength(2)
    expect(numbered.rows.map(({ student }) => student?.birthDate).sort()).toEqual([
      "2013-01-02",
      "2014-01-02",
      "2015-01-02",
    ])
    const listed = await plan(
      'Family,Students,Parent 1 Name\nLowe family,"Ada Lowe, Ben Lowe",Una Lowe\nMoon family,Cy & Di Moon,\n',
    )
    expect(names(listed).sort()).toEqual(["Ada Lowe", "Ben Lowe", "Cy Moon", "Di Moon"])
    expect(listed.families).toHaveLength(2)
  })
})

describe("a guess is checked against its cells", () => {
  it("a type that says nothing of lessons stays a note, and says so", async () => {
    const { plan } = await planField("type-only.csv")
    expect(plan.counts).toMatchObject({ ready: 2, problems: 0 })
    expect(notesOf(plan)).toEqual(["Type: Returning", "Type: New"])
    expect(plan.notices.join()).toContain("“Type” has hardly a cell that can be read as private or group")
  })

  it.each([
    ["Status", "Blue"],
    ["Day", "sometimes"],
    ["Time", "flexible"],
    ["Rate", "standard"],
    ["Birthday", "yes"],
    ["Email", "on file"],
    ["Duration", "short"],
    ["Start date", "soon"],
  ])("%s of “%s”", async (heading, cell) => {
    const made = await plan(`Name,${heading}\nAda X,${cell}\nBo Y,${cell}\n`)
    expect(made.counts).toMatchObject({ ready: 2, problems: 0 })
    expect(notesOf(made)).toEqual([`${heading}: ${cell}`, `${heading}: ${cell}`])
    expect(made.notices.join()).toContain(`“${heading}” has hardly a cell`)
  })

  it("a column without a field that looks like more is named with what it can be used as", async () => {
    const made = await plan(
      "Name,Nanny,Hotline,Recital,Locker fee\nAda X,n@x.example,555-010-1234,2026-05-06,$20\n",
    )
    expect(made.unused.map(({ header, looks, uses }) => [header, looks, uses[0]])).toEqual([
      ["Nanny", "email", "guardian1Email"],
      ["Hotline", "phone", "guardian1Phone"],
      ["Recital", "date", "birthDate"],
      ["Locker fee", "money", "price"],
    ])
  })

  it.each(["$45", "45,- €", "CHF 45.–", "45 EUR", "1 200 kr", "(45.00 USD)", "£45/h", "-€45"])(
    "the amount %s stays out of the notes",
    async (amount) => {
      const made = await plan(`Name,Extra\nAda X,"${amount}"\nBo Y,likes jazz\nCy Z,shy\n`)
      expect(notesOf(made)).toEqual([null, "Extra: likes jazz", "Extra: shy"])
      expect(said(made).join()).toContain("“Extra” says an amount of money.")
    },
  )
})

describe("one student over several rows", () => {
  it("has all lessons: by birth date, by family, by ID", async () => {
    const { plan } = await planField("two-lessons.csv")
    expect(plan.counts).toMatchObject({
      students: 2,
      added: 2,
      classes: 4,
      enrollments: 4,
      families: 2,
      guardians: 2,
    })
    expect(plan.rows.flatMap(({ adds }) => adds ?? [])).toEqual([
      { of: { rowNumber: 2 }, what: ["Theory, Saturdays 10:00 AM"] },
      { of: { rowNumber: 4 }, what: ["Violin, Saturdays 12:00 PM"] },
    ])
    expect((await planField("two-lessons-id.csv")).plan.counts).toMatchObject({
      students: 1,
      added: 1,
      classes: 2,
    })
  })

  it("and with nothing to tell them by, the check asks", async () => {
    const text =
      "Student,Instrument,Teacher,Lesson\nQuad Kid,Piano,Helena Novak,Sat 9:00-9:30\nQuad Kid,Theory,Helena Novak,Sat 10:00-10:30\n"
    const { plan } = await planField(bytes(text))
    expect(plan.counts).toMatchObject({ students: 1, classes: 2 })
    expect(plan.questions).toMatchObject([{ kind: "student", chosen: "same" }])
    const two = await planField(bytes(text), { options: { answers: { "student 3": "two" } } })
    expect(two.plan.counts).toMatchObject({ students: 2, classes: 2 })
  })

  it("has all lessons also when they come in a later file", async () => {
    const students = [
      {
        id: "s1",
        firstName: "Duo",
        lastName: "Kid",
        birthDate: "2013-05-05",
        familyId: "f1",
        lessons: [{ weekday: 6 as const, time: "09:00" }],
      },
    ]
    const guardians = [{ id: "g1", familyId: "f1", name: "P Duo", email: "pd@h.example", phone: null }]
    const known = { students, guardians, guardianEmails: new Map([["pd@h.example", "f1"]]) }
    const { plan } = await planField("two-lessons-later.csv", { known })
    expect(plan.rows).toMatchObject([
      {
        state: "added",
        adds: { of: { studentId: "s1" }, what: ["Theory, Saturdays 10:00 AM"] },
        enrollment: { of: { studentId: "s1" } },
      },
    ])
    expect(plan.counts).toMatchObject({ students: 0, added: 1, families: 0, guardians: 0, classes: 1 })
    const again = [
      {
        ...students[0],
        id: "s1",
        firstName: "Duo",
        lastName: "Kid",
        birthDate: "2013-05-05",
        lessons: [{ weekday: 6 as const, time: "10:00" }],
      },
    ]
    const second = await planField("two-lessons-later.csv", { known: { ...known, students: again } })
    expect(second.plan.counts).toMatchObject({ added: 0, skipped: 1 })
  })

  it("has all guardians, a row each", async () => {
    const { plan } = await planField("guardian-per-row.csv")
    expect(plan.counts).toMatchObject({ students: 2, guardians: 4, families: 2, added: 2 })
    expect(guardiansOf(plan)[0]?.map(([name]) => name)).toEqual(["Di Lowe", "Ed Lowe", "Fay Lowe"])
  })

  it("keeps what a further row says in the notes of the one student", async () => {
    const made = await plan(
      "Student ID,Name,Email,Notes\n1,Ada X,,tall\n1,Ada X,ada@x.example,plays chess\n1,Ada X,other@x.example,\n",
    )
    expect(made.counts).toMatchObject({ students: 1, added: 2 })
    expect(rowOf(made, 2).student).toMatchObject({ email: "ada@x.example" })
    expect(rowOf(made, 2).student?.notes).toContain("plays chess")
    expect(rowOf(made, 2).student?.notes).toContain("other@x.example")
  })
})

describe("dates", () => {
  const born = (plan: RosterPlan) => plan.rows.map(({ student }) => student?.birthDate)

  it("with slashes follow the school, with dots they are day first, and the check says so", async () => {
    const { plan } = await planField("dates-dot-slash.csv")
    expect(born(plan)).toEqual(["2015-03-04", "2014-11-09", "2014-05-06"])
    expect(plan.notices.join()).toContain(
      "Dates like 01/02/2008 can be read two ways. In this file, the month comes first",
    )
    expect(plan.dates).toEqual(["Dates like 01.02.2008: the day comes first, as usual with dots."])
    const british = await planField("dates-dot-slash.csv", { options: { schoolOrder: "dmy" } })
    expect(born(british.plan)).toEqual(["2015-04-03", "2014-09-11", "2014-05-06"])
  })

  it("with slashes follow the evidence of the slashes, whatever the dots say", async () => {
    const made = await plan("Name,Birthday\nA B,13.5.2014\nC D,6/25/2014\nE F,3/4/2015\nG H,7-8-2015\n")
    expect(born(made)).toEqual(["2014-05-13", "2014-06-25", "2015-03-04", "2015-07-08"])
  })

  it("in Excel’s short forms are dates; a month alone isn’t; 99 years are a question", async () => {
    const { plan } = await planField("dates-excel.csv")
    expect(plan.rows.map(({ rowNumber, student }) => [rowNumber, student?.birthDate])).toEqual([
      [2, "2014-05-06"],
      [3, "2014-05-06"],
      [4, undefined],
      [5, "2014-05-06"],
      [6, "2014-05-06"],
      [7, "2014-05-06"],
      [8, "1952-05-06"],
      [9, "2015-03-04"],
      [10, null],
      [11, "2014-05-06"],
    ])
    expect(problems(plan)).toEqual([[4, "“May-14” isn’t a date. Write it like 04/12/2013."]])
    expect(plan.questions).toMatchObject([{ kind: "born", chosen: "leave-out" }])
    const used = await planField("dates-excel.csv", { options: { answers: { "born 5/6/27": "use" } } })
    expect(rowOf(used.plan, 10).student?.birthDate).toBe("1927-05-06")
  })

  it.each([
    ["41765", "2014-05-06"],
    ["20140506", "2014-05-06"],
    ["0/0/00", null],
    ["00.00.0000", null],
    ["--05-06", null],
    ["May 6", null],
    ["1604-05-06", null],
  ])("%s is %s", async (cell, date) => {
    const made = await plan(`Name,Birthday\nAda X,${cell}\nBo Y,2014-01-02\n`)
    expect(made.counts.problems).toBe(0)
    expect(rowOf(made, 2).student?.birthDate).toBe(date)
  })
})

describe("where the headings are", () => {
  it("below a title, above totals, in a workbook", async () => {
    const { plan, layout } = await planField("title-total.xlsx")
    expect(headingText(layout)).toBe("The headings are in row 4 of sheet “Sheet.”")
    expect(names(plan)).toEqual(["Ines Abel", "Kit Bond"])
    expect(
      plan.rows
        .filter(({ isNoStudent }) => isNoStudent)
        .map(({ rowNumber, skippedBecause }) => [rowNumber, skippedBecause]),
    ).toEqual([
      [8, "“Total” is a total."],
      [9, "“2 pupils” is a total."],
    ])
    const { plan: text, layout: lines } = await planField("title-rows.csv")
    expect(headingText(lines)).toBe("The headings are in row 3.")
    expect(rowOf(text, 4).student).toMatchObject({
      firstName: "Ann",
      lastName: "Oak",
      birthDate: "2013-04-12",
    })
    expect(text.counts).toMatchObject({ ready: 1, problems: 0, skipped: 0 })
  })

  it("in two rows, merged or not", async () => {
    for (const file of ["two-header-rows.xlsx", "two-header.csv"]) {
      const { plan, layout } = await planField(file)
      expect(layout.sheets[0]?.headings).toEqual([1, 2])
      expect(names(plan)).toEqual(["Mia Grove", "Leo Stone"])
      expect(guardiansOf(plan).map(([first]) => first?.[1])).toEqual(["anna@g.example", "eva@s.example"])
    }
    const { plan } = await planField("two-header-rows.xlsx")
    expect(plan.families[0]?.guardians).toMatchObject([
      { name: "Anna Grove", relation: "Mother", phone: "555-010-3101" },
      { name: "Carl Grove", relation: "Father", email: "carl@g.example" },
    ])
    const { plan: equal } = await planField("hdr-equal.csv")
    expect(names(equal)).toEqual(["Mia Grove"])
    expect(rowOf(equal, 3).student?.instrument).toBe("Piano")
    expect(guardiansOf(equal)).toEqual([[["Anna Grove", "anna@gr.example", null]]])
  })

  it("can be said to be elsewhere, or nowhere", async () => {
    const text = "Name,Email\nAda X,a@x.example\nBo Y,b@x.example\n"
    const chosen = (headings: number[]) => ({
      layout: { sheets: [{ name: "", length: 3, isRead: true, headings }] },
    })
    expect((await planField(bytes(text), chosen([2]))).headers).toEqual(["Ada X", "a@x.example"])
    expect((await planField(bytes(text), chosen([]))).rows).toHaveLength(3)
  })

  it("leaves out sections, notes, examples and headings that come again, and imports those that are students", async () => {
    const text =
      "First name,Last name,Instrument\nExample: Jane,Doe,Harp\nPiano,,\nAda,Lowe,Piano\nFirst name,Last name,Instrument\nBen,Moon,Viola\nViola,,\n* no lessons in May,,\nTotal,,2\n"
    const { plan } = await planField(bytes(text))
    expect(names(plan)).toEqual(["Ada Lowe", "Ben Moon"])
    expect(plan.rows.filter(({ isNoStudent }) => isNoStudent).map(({ rowNumber }) => rowNumber)).toEqual([
      2, 3, 5, 7, 8, 9,
    ])
    const kept = await planField(bytes(text), { options: { students: [7] } })
    expect(names(kept.plan)).toEqual(["Ada Lowe", "Ben Moon", "Viola"])
  })

  it("a sheet for each teacher is one list, and the sheet’s name the teacher; a sheet of something else isn’t read", async () => {
    const { plan, layout, headers } = await planField(
      sheetsOf({
        "Helena Novak": [
          ["Student", "Lesson"],
          ["Ada Lowe", "Mon 15:30-16:00"],
        ],
        "Ivo Lund": [
          ["Lessons of Ivo", ""],
          ["Student", "Lesson"],
          ["Ben Moon", "Tue 15:30-16:00"],
        ],
        Rooms: [
          ["Room", "Seats"],
          ["Blue", "4"],
        ],
      }),
    )
    expect(headingText(layout)).toContain("2 of 3 sheets are read: “Helena Novak” and “Ivo Lund.”")
    expect(headers).toEqual(["Student", "Lesson", "Sheet"])
    expect(names(plan)).toEqual(["Ada Lowe", "Ben Moon"])
    expect(plan.teachers.map(({ name }) => name)).toEqual(["Helena Novak", "Ivo Lund"])
    expect(plan.rows.map(({ rowNumber }) => rowNumber)).toEqual([100_002, 200_003])
  })

  it("a sheet for each teacher has its instrument in a title that begins with the sheet’s name", async () => {
    const { plan } = await planField(
      sheetsOf({
        "Mrs Ellis": [
          ["Mrs Ellis - Piano - Autumn Term 2026"],
          ["Pupil", "Lesson"],
          ["Ada Lowe", "Mon 15:30-16:00"],
        ],
        "Mr Tan": [
          ["Mr Tan - Violin - Autumn Term 2026"],
          ["Pupil", "Lesson"],
          ["Ben Moon", "Tue 15:30-16:00"],
        ],
      }),
    )
    expect(plan.classes.map(({ instrument }) => instrument)).toEqual(["Piano", "Violin"])
    expect(plan.teachers.map(({ name }) => name)).toEqual(["Mrs Ellis", "Mr Tan"])
  })
})

describe("what a spreadsheet ate", () => {
  it("phones: signs of Excel are unwrapped, shortened numbers and errors are a note", async () => {
    const { plan } = await planField("phones.csv")
    const phones = new Map(
      plan.families.flatMap(({ guardians }) => guardians.map(({ email, phone }) => [email, phone])),
    )
    expect([...phones.values()]).toEqual([
      null,
      "0412345678",
      "0412345678",
      "+61 412 345 678 (work)",
      null,
      null,
    ])
    expect(plan.counts).toMatchObject({ ready: 6, problems: 0, warnings: 3, families: 6 })
    expect(notesOf(plan)[0]).toBe("Parent phone: 6.14E+10")
  })

  it("numbers: zeros that only the format shows are kept", async () => {
    const { plan } = await planField("phones-numeric.xlsx")
    expect(plan.rows.map(({ student }) => student?.code)).toEqual(["0007", "0012", "15"])
    expect(guardiansOf(plan).map(([first]) => first?.[2])).toEqual(["61412345678", "0412345678", "412345678"])
    expect(plan.counts.families).toBe(3)
  })

  it("formulas that were never worked out are named, and a link shows its address", async () => {
    const { plan } = await planField("formulas-nocache.xlsx")
    expect(rowOf(plan, 2).student).toMatchObject({
      firstName: "Noa",
      lastName: "Lind",
      birthDate: "2013-07-01",
      notes: null,
    })
    expect(guardiansOf(plan)[0]?.[0]?.[1]).toBe("lind@f.example")
    expect(said(plan).filter((text) => text.includes("formula without a value"))).toHaveLength(2)
  })
})

describe("names", () => {
  it("are turned for guardians as for students", async () => {
    const { plan } = await planField("lastfirst.csv")
    expect(plan.rows.map(({ student }) => [student?.firstName, student?.lastName])).toEqual([
      ["Ann Marie", "Oak"],
      ["Jan", "van der Berg"],
      ["Seán", "O'Brien"],
      ["Tom", "Smith Jr."],
    ])
    expect(guardiansOf(plan).map(([first]) => first?.[0])).toEqual([
      "Bob Oak",
      "Ria van der Berg",
      undefined,
      "Tom Smith Sr.",
    ])
  })

  it.each([
    ["Mr. Bob Oak", "Bob Oak"],
    ['"Oak, Mrs. Ria"', "Ria Oak"],
    ['"Oak, Bob, Jr."', "Bob Oak Jr."],
    ['"Bob Oak, III"', "Bob Oak III"],
    ["Ms. Green", "Ms. Green"],
    ["Frau Lena Vogt", "Lena Vogt"],
    ["Maria", "Maria"],
  ])("%s is %s", async (cell, name) => {
    const made = await plan(`Student,Parent,Parent email\nAda X,${cell},p@x.example\n`)
    expect(guardiansOf(made)[0]?.[0]?.[0]).toBe(name)
  })
})

it.each([
  ["Name (Last, First)", '"Oak, Ann"'],
  ["Surname, Forename", '"Oak, Ann"'],
  ["Student’s name", "Ann Oak"],
  ["Pupil", "Ann Oak"],
  ["Display Name", "Dr Ann Oak"],
])("a column of %s is the whole name", async (heading, cell) => {
  const made = await plan(`"${heading}",Shoe\n${cell},38\n`)
  expect(rowOf(made, 2).student).toMatchObject({ firstName: "Ann", lastName: "Oak" })
})

describe("a lesson’s time", () => {
  const timesOf = (plan: RosterPlan) => plan.classes.map(({ schedule }) => [schedule.time, schedule.minutes])

  it("has the length from its start to its end, under any usual heading", async () => {
    for (const file of ["start-end.csv", "first-sheet-header-case.csv"])
      expect(timesOf((await planField(file)).plan)).toEqual([["13:00", 30]])
    expect(
      timesOf(await plan("Name,Day,From,To\nAda X,Mon,11:30 AM,12:15 PM\nBo Y,Mon,3:30,4:15 PM\n")),
    ).toEqual([
      ["11:30", 45],
      ["15:30", 45],
    ])
  })

  it("without its half of the day is asked about, and the answer is taken", async () => {
    const text = "Name,Lesson\nAda X,Sat 7-7:30\nBo Y,Mon 4:00-4:30\n"
    const { plan } = await planField(bytes(text))
    expect(plan.questions.map(({ kind, text: asked }) => [kind, asked])).toEqual([
      ["half", "“Sat 7-7:30” doesn’t say AM or PM. When is it?"],
      ["half", "“Mon 4:00-4:30” doesn’t say AM or PM. When is it?"],
    ])
    expect(timesOf(plan)).toEqual([
      ["19:00", 30],
      ["16:00", 30],
    ])
    const answers = { "half sat 7-7:30": "am" }
    expect(timesOf((await planField(bytes(text), { options: { answers } })).plan)).toEqual([
      ["07:00", 30],
      ["16:00", 30],
    ])
  })

  it("that says it, or counts to 24, asks nothing", () => {
    const { plan } = planText(
      "Name,Day,Time,Minutes\nAda X,Mon,07:30,30\nBo Y,Mon,16:00,30\nCy Z,Mon,7:30 AM,30\n",
    )
    expect(plan.questions).toEqual([])
    expect(timesOf(plan).map(([time]) => time)).toEqual(["07:30", "16:00", "07:30"])
  })
})

describe("neighbors of what other programs export", () => {
  it("a cell that names several days is a lesson on each", async () => {
    const found = await plan(
      'Name,Guardian,Email,Lesson 1 Day,Lesson 1 Time,Length,Rate\n"Cruz, Mia",Ana Cruz,a@x.example,Wed & Fri,5p,30,$35/lesson\nBen Cole,Dee Cole,d@x.example,T/Th,4:00pm,45,45 per class\n',
    )
    expect(problems(found)).toEqual([])
    expect(found.counts).toMatchObject({ students: 2, added: 2, classes: 4 })
    expect(
      found.classes.map(({ schedule, price }) => [schedule?.weekday, schedule?.time, price?.amountMinor]),
    ).toEqual([
      [3, "17:00", 3500],
      [5, "17:00", 3500],
      [2, "16:00", 4500],
      [4, "16:00", 4500],
    ])
    expect(found.rows.map(({ rowNumber }) => rowText(rowNumber))).toEqual([
      "2",
      "2 (lesson 2)",
      "3",
      "3 (lesson 2)",
    ])
  })

  it("birth dates with a month’s name and a whole year are birth dates", async () => {
    const found = await plan(
      "Full name,Date of birth\nBen Cole,6 May 1988\nAda Byrne,12 December 2014\nCy Holm,Jan 3 2011\n",
    )
    expect(found.rows.map(({ student }) => student?.birthDate)).toEqual([
      "1988-05-06",
      "2014-12-12",
      "2011-01-03",
    ])
  })

  it("an account’s holder is a guardian, with the account’s email and phone", async () => {
    const found = await plan(
      "Student First Name,Student Last Name,Account Holder,Account Email,Account Phone\nAda,Byrne,Anne Byrne,a@x.example,(555) 010-0001\n",
    )
    expect(guardiansOf(found)).toEqual([[["Anne Byrne", "a@x.example", "(555) 010-0001"]]])
  })

  it("an address that is there whole and in its parts is taken once", async () => {
    const found = await plan(
      'First Name,Last Name,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code\nAda,Byrne,"1 Elm St\nSpringfield, IL 62701",1 Elm St,Springfield,IL,62701\n',
    )
    expect(addressText(found.families[0]?.address)).toBe("1 Elm St\nSpringfield, IL 62701")
  })
})

describe("a row for each lesson", () => {
  const lessonsOf = (plan: RosterPlan) =>
    plan.classes.map(({ name, kind, schedule: { weekday, time, minutes } }) => [
      name,
      kind,
      weekday,
      time,
      minutes,
    ])

  it("has the lesson’s kind, day, time and length in words that people use", async () => {
    const made = await plan(
      "Student,Parent,Instrument,Teacher,Day,Time,Duration (min),Lesson\nAda Lowe,Una Lowe,Piano,Helena Novak,Every Monday,4:00 PM,half an hour,Private\nAda Lowe,Una Lowe,Violin,Marc Dubois,Weds,4.30pm,3/4 hour,Private\nAda Lowe,Una Lowe,Theory,Marc Dubois,Sat,12 noon,1 hr,Group\n",
    )
    expect(made.counts).toMatchObject({ students: 1, added: 2, problems: 0, families: 1 })
    expect(lessonsOf(made)).toEqual([
      ["Ada Lowe, piano", "private", 1, "16:00", 30],
      ["Ada Lowe, violin", "private", 3, "16:30", 45],
      ["Theory group", "group", 6, "12:00", 60],
    ])
  })

  it("names lessons as other programs do", async () => {
    const made = await plan(
      "Name,Weekday,Starts,Course,Instructor\nAda Lowe,Mondays,16:00,Piano Private 30,\nBo Roy,Tuesday,17:00,Group Guitar (45 mins),Al Dune\nCy Oak,Friday,15:00,60 min Singing lesson with Una Hill,\nDi Elm,Friday,16:00,Rock Band - 90 min,\n",
    )
    expect(lessonsOf(made).slice(0, 3)).toEqual([
      ["Ada Lowe, piano", "private", 1, "16:00", 30],
      ["Guitar group", "group", 2, "17:00", 45],
      ["Cy Oak, singing", "private", 5, "15:00", 60],
    ])
    expect(made.teachers.map(({ name }) => name)).toEqual(["Al Dune", "Una Hill"])
    expect(made.rows.at(-1)?.student?.instrument).toBe("Rock Band")
  })

  it("tells lessons of different instruments apart, also at one time or without one", async () => {
    const made = await plan(
      "Student,Student ID,Instrument,Weekday,Time,Length\nAda Lowe,1,Piano,Monday,4:00 PM,30\nAda Lowe,1,Violin,Monday,4:00 PM,30\nAda Lowe,1,Theory,,,\nAda Lowe,1,Piano,Monday,4:00 PM,30\n",
    )
    expect(lessonsOf(made).map(([name]) => name)).toEqual(["Ada Lowe, piano", "Ada Lowe, violin"])
    expect(made.rows.map(({ state }) => state)).toEqual(["ready", "added", "added", "skipped"])
    expect(said(made)).toContain(
      "Ada Lowe has two lessons at the same time, Piano and Violin. Both are created.",
    )
    expect(said(made)).toContain(
      "No lesson day and time: Ada Lowe’s lesson in Theory isn’t created. It’s kept in the notes.",
    )
    expect(rowOf(made, 2).student?.notes).toContain("Instrument: Theory")
  })

  it("with nothing but names and instruments asks whether it’s one student", async () => {
    const made = await plan(
      "Name,Instrument,Teacher,Parent email\nAda Lowe,Piano,Al Dune,u@x.example\nAda Lowe,Violin,Ed Moor,\n",
    )
    expect(made.counts).toMatchObject({ students: 1, added: 1 })
    expect(made.questions).toMatchObject([{ kind: "student", chosen: "same" }])
  })

  it("leaves out lessons that have ended, and the student is what the others say", async () => {
    const made = await plan(
      "Name,Birthday,Class,Day,Time,Duration,Status\nAda Lowe,2014-01-02,Harp,Mon,10:00 AM,30,Dropped\nAda Lowe,2014-01-02,Piano,Mon,4:00 PM,30,Active\n",
    )
    expect(rowOf(made, 2).student).toMatchObject({ status: "active" })
    expect(lessonsOf(made).map(([name]) => name)).toEqual(["Ada Lowe, piano"])
    expect(said(made)).toEqual([
      "This lesson has ended (“Dropped”). It isn’t created, and its cells are kept in the notes.",
    ])
  })

  it("without the name again is the student’s above it, which the check asks", async () => {
    const text =
      "Student,Parent email,Instrument,Day,Time,Min\nAda Lowe,u@x.example,Piano,Mon,4:00 PM,30\n,,Violin,Wed,4:00 PM,30\n,,Theory,Sat,10:00 AM,60\nBo Roy,b@x.example,Piano,Mon,4:30 PM,30\n"
    const made = await plan(text)
    expect(made.counts).toMatchObject({ students: 2, added: 2, classes: 4, families: 2 })
    expect(made.questions).toMatchObject([
      { key: "rows without a name", chosen: "above", rowNumbers: [3, 4] },
    ])
    const other = await planField(bytes(text), { options: { answers: { "rows without a name": "missing" } } })
    expect(other.plan.counts).toMatchObject({ students: 2, problems: 2, classes: 2 })
  })

  it("without a column for times makes students without lessons, and says so", async () => {
    const made = await plan("Name,Day,Length\nAda Lowe,Monday,30\nBo Roy,Tuesday,45\n")
    expect(made.counts).toMatchObject({ ready: 2, problems: 0, classes: 0 })
    expect(said(made)[0]).toBe(
      "The lesson has a day and a length, but no time. The student is imported without it.",
    )
  })
})
