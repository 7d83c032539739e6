import { describe, expect, it } from "vitest"
import { perChild } from "~/utils/sheet-rows"
import { planField, rowOf } from "../../../../tests/support/planned-roster"
import type { RosterPlan } from "./roster-plan"

// Lists of other programs and countries than those of the field, each tried before it was read right.

const plan = async (...lines: string[]) =>
  (await planField(new TextEncoder().encode(`${lines.join("\n")}\n`))).plan
const names = (plan: RosterPlan) =>
  plan.rows.flatMap(({ student }) => (student ? [`${student.firstName}|${student.lastName}`] : []))
const guardiansOf = (plan: RosterPlan) =>
  plan.families.map(({ guardians }) => guardians.map(({ name, email, phone }) => [name, email, phone]))
const lessonsOf = (plan: RosterPlan) =>
  plan.classes.map(({ instrument, teacherKey, schedule: { weekday, time, minutes } }) => [
    instrument,
    plan.teachers.find(({ key }) => key === teacherKey)?.name ?? null,
    weekday,
    time,
    minutes,
  ])
const notesOf = (plan: RosterPlan) => plan.rows.flatMap(({ student }) => (student ? [student.notes] : []))

describe("whose a name and a contact are", () => {
  it("clients with account managers are students with guardians, and adults their own", async () => {
    const made = await plan(
      "Client Name,Email,Phone,Birthdate,Account Manager Names,Account Manager Emails",
      "Ann Roy,,,2012-03-14,May Roy,may@x.example",
      "Gil Fox,gil@x.example,5550100009,1985-02-02,,",
    )
    expect(names(made)).toEqual(["Ann|Roy", "Gil|Fox"])
    expect(guardiansOf(made)).toEqual([[["May Roy", "may@x.example", null]], []])
    expect(rowOf(made, 3).student).toMatchObject({ email: "gil@x.example", phone: "5550100009" })
  })

  it.each([
    ["Account owner,Account owner email", "May Roy,may@x.example"],
    ["Primary P/G: Name,Primary P/G: Email address", "May Roy,may@x.example"],
    ["Guard 1 Last,Guard 1 First,Guard 1 Email", "Roy,May,may@x.example"],
    ["Household 1 - Parent 1: Full Name,Household 1 - Parent 1: Email", "May Roy,may@x.example"],
    ["Erz.-Ber. Name,Erz.-Ber. Vorname,Erz.-Ber. E-Mail", "Roy,May,may@x.example"],
    ["Zákonný zástupce,E-mail ZZ", "May Roy,may@x.example"],
    ["Responsável financeiro,CPF,E-mail", "May Roy,123.456.789-09,may@x.example"],
    ["Mailing Name,Email", "May Roy,may@x.example"],
  ])("%s are a guardian’s", async (headings, cells) => {
    const made = await plan(`Stu Last Name,Stu First Name,${headings}`, `Roy,Ann,${cells}`)
    expect(names(made)).toEqual(["Ann|Roy"])
    expect(guardiansOf(made)).toEqual([[["May Roy", "may@x.example", null]]])
  })

  it("a payer, client or “Self” who is the student is no guardian", async () => {
    const paid = await plan(
      "First,Last,Student Email,Payer First,Payer Last,Payer Email,Payer Phone",
      "Gil,Fox,gil@x.example,Gil,Fox,gil@x.example,5550100009",
      "Ann,Roy,,May,Roy,may@x.example,",
    )
    expect(guardiansOf(paid)).toEqual([[], [["May Roy", "may@x.example", null]]])
    expect(rowOf(paid, 2).student).toMatchObject({ email: "gil@x.example", phone: "5550100009" })
    const self = await plan(
      "Student,Parent/Guardian,Email,Phone",
      "Gil Fox,Self,gil@x.example,555-010-0009",
      "Hal Moe,n/a,hal@x.example,555-010-0008",
      "Ann Roy,May Roy,may@x.example,555-010-0001",
    )
    expect(guardiansOf(self)).toEqual([[], [], [["May Roy", "may@x.example", "555-010-0001"]]])
    expect(rowOf(self, 3).student?.email).toBe("hal@x.example")
  })

  it("a payer has the household’s contacts, a mobile phone before another", async () => {
    const made = await plan(
      "Name;Vorname;geb.;Telefon;Mobil;E-Mail;Zahlungspflichtiger",
      "Roy;Ann;14.03.12;030/555010;0171/1234567;may@x.example;Roy, May",
    )
    expect(guardiansOf(made)).toEqual([[["May Roy", "may@x.example", "0171/1234567"]]])
    expect(made.unused.map(({ header }) => header)).toEqual(["Telefon"])
  })

  it("two homes are two guardians, and a parent’s own name beside learners is the parent’s", async () => {
    const homes = await plan(
      "Student,Home 1 Parent(s),Home 1 Email,Home 2 Parent(s),Home 2 Email",
      "Ann Roy,May Hill,may@x.example,Tom Roy,tom@x.example",
    )
    expect(guardiansOf(homes)).toEqual([
      [
        ["May Hill", "may@x.example", null],
        ["Tom Roy", "tom@x.example", null],
      ],
    ])
    const learners = await plan(
      "First Name,Last Name,Email,Learner 1 First Name,Learner 1 Last Name,Learner 2 First Name,Learner 2 Last Name",
      "May,Roy,may@x.example,Ann,Roy,Ben,Roy",
    )
    expect(names(learners)).toEqual(["Ann|Roy", "Ben|Roy"])
    expect(guardiansOf(learners)).toEqual([[["May Roy", "may@x.example", null]]])
    const contacts = await plan(
      "Email address - other,First name,Last name,Custom Field 1 (Child's name)",
      "may@x.example,May,Roy,Ann",
    )
    expect(names(contacts)).toEqual(["Ann|Roy"])
    expect(guardiansOf(contacts)).toEqual([[["May Roy", "may@x.example", null]]])
  })

  it.each([
    ["Name,Email,Child's Name", "May Roy,may@x.example,Ann Roy", null],
    ["Client Last,Client First,Spouse,Email,Student 1", "Roy,May,Tom,may@x.example,Ann", "Tom"],
    [
      '"Student (Last, First)","Parents (Last, First)",Email',
      '"Roy, Ann","Roy, May & Tom",may@x.example',
      "Tom Roy",
    ],
  ])("%s are a parent and a child", async (headings, cells, other) => {
    const made = await plan(headings, cells)
    expect(names(made)).toEqual(["Ann|Roy"])
    expect(guardiansOf(made)).toEqual([
      [["May Roy", "may@x.example", null], ...(other ? [[other, null, null]] : [])],
    ])
  })

  it("who booked is the guardian of who comes", async () => {
    const made = await plan(
      "Invitee Name,Invitee Email,Event Type Name,Start Date & Time,End Date & Time,Student name",
      ...["02", "09", "16"].map(
        (day) =>
          `May Roy,may@x.example,30 min piano lesson,2026-11-${day} 3:30 pm,2026-11-${day} 4:00 pm,Ann Roy`,
      ),
    )
    expect(names(made)).toEqual(["Ann|Roy"])
    expect(guardiansOf(made)).toEqual([[["May Roy", "may@x.example", null]]])
    expect(lessonsOf(made)).toEqual([["piano", null, 1, "15:30", 30]])
  })

  it("a mother’s birthday and an emergency phone in parentheses are not the student’s", async () => {
    const made = await plan("Student,Birthday (Mother),Phone (emergency)", "Ann Roy,3/14/1980,555-010-0009")
    expect(rowOf(made, 2).student).toMatchObject({ birthDate: null, phone: null })
  })
})

describe("names", () => {
  it.each([
    ['"Berg, Anna van der"', "Anna|van der Berg"],
    ['"Berg, van der, Anna"', "Anna|van der Berg"],
    ['"Low, Ben Jr."', "Ben|Low Jr."],
  ])("%s is %s", async (cell, expected) => {
    expect(names(await plan("Naam,Instrument", `${cell},Piano`))).toEqual([expected])
  })

  it("have an age beside them, or are what a student is called by", async () => {
    const aged = await plan("Student's Name & Age,Parent's First Name,Parent's Last Name", '"Ann, 9",May,Roy')
    expect(names(aged)).toEqual(["Ann|Roy"])
    expect(notesOf(aged)).toEqual(["Student's Name & Age: (9)"])
    expect(names(await plan("Preferred Name,Last Name,Current Grade", "Ann,Roy,Grade 6"))).toEqual([
      "Ann|Roy",
    ])
  })

  it("of several children have what is said of each", async () => {
    const made = await plan(
      "Parent Name,Parent Email,Children,Ages,Instruments",
      "May Roy,may@x.example,Ann / Ben,12 / 10,Piano / Violin",
    )
    expect(made.rows.map(({ student }) => [student?.firstName, student?.instrument, student?.notes])).toEqual(
      [
        ["Ann", "Piano", "Ages: 12"],
        ["Ben", "Violin", "Ages: 10"],
      ],
    )
    expect(made.rows[1]?.rowNumber).toBe(2 + perChild)
  })
})

describe("lists by hand", () => {
  it("with merged cells have the family and the teacher of the row above, and say so", async () => {
    const made = await plan(
      "Family,Child,Instrument,Phone",
      "Roy,Ann,Piano,555-010-0001",
      ",Ben,Violin,",
      "Low,Cy,Piano,555-010-0002",
    )
    expect(names(made)).toEqual(["Ann|Roy", "Ben|Roy", "Cy|Low"])
    expect(made.families.map(({ rowNumbers }) => rowNumbers)).toEqual([[2, 3], [4]])
    expect(rowOf(made, 3).warnings.map(({ message }) => message)).toContain(
      "This row names no family. Roy, which is above it, is taken.",
    )
    const taught = await plan(
      "Teacher,Student,Day,Time,Length,Fee",
      "Lee,Ann Roy,Mon,3:30 PM,30 mins,$35",
      ",Ben Low,Mon,4:00 PM,30 mins,$35",
      "Lee Total,,,,,$70",
      "Stone,Cy Fox,Tue,4:00 PM,45 mins,$50",
    )
    expect(lessonsOf(taught).map(([, teacher]) => teacher)).toEqual(["Lee", "Lee", "Stone"])
    expect(rowOf(taught, 4).skippedBecause).toBe("“Lee Total” is a total.")
    const repeated = await plan(
      "Teacher,Student,Day,Time,Length",
      "Lee,Ann Roy,Mon,3:30 PM,30",
      "Lee,Ben Low,Mon,4:00 PM,30",
      ",Cy Fox,Tue,4:00 PM,30",
    )
    expect(lessonsOf(repeated).map(([, teacher]) => teacher)).toEqual(["Lee", "Lee", null])
  })

  it("with notes beside the last heading keep them, and a sign of money is a price", async () => {
    const made = await plan(
      "Name,Mom,Lesson,$,",
      "Ann Roy,May,Mon 4-4:30,35,owes for Oct",
      "Ben Low,Ida,Tue 4:30-5:15,50,",
    )
    expect(notesOf(made)).toEqual(["Column 5: owes for Oct", null])
    expect(made.classes.map(({ price }) => price?.amountMinor)).toEqual([3500, 5000])
    expect((await plan("Name,Mom", "Ann Roy,May,Tom")).counts.problems).toBe(1)
  })

  it("with sections by teacher say what is taught, too", async () => {
    const made = await plan(
      "Student,Day,Time,Min",
      "Ms. Lee - Piano,,,",
      "Ann Roy,Mon,3:30 PM,30",
      "Mr. Stone - Violin,,,",
      "Cy Fox,Tue,4:00 PM,45",
    )
    expect(lessonsOf(made)).toEqual([
      ["Piano", "Ms. Lee", 1, "15:30", 30],
      ["Violin", "Mr. Stone", 2, "16:00", 45],
    ])
  })
})

describe("cells", () => {
  it("a day to come beside a status is the last one", async () => {
    const made = await plan(
      "Schüler;Unterricht;Termin;Status",
      "Roy, Ann;Klavier Einzel 30 Min.;Mo 15:30 - 16:00;aktiv",
      "Low, Ben;Violine Gruppe 45 Min.;Di 16:15 - 17:00;gekündigt zum 31.12.26",
      "Fox, Cy;Violine Gruppe 45 Min.;;gekündigt zum 31.12.25",
    )
    expect(made.rows.map(({ student }) => student?.status)).toEqual(["active", "active", "former"])
    expect(lessonsOf(made)).toEqual([
      ["Klavier", null, 1, "15:30", 30],
      ["Violine", null, 2, "16:15", 45],
    ])
    expect(rowOf(made, 3).warnings.map(({ message }) => message)).toEqual([
      "“gekündigt zum 31.12.26” is read as active until that day. The cell is kept in the notes.",
    ])
    expect(rowOf(made, 4).student?.notes).toContain("Unterricht: Violine Gruppe 45 Min.")
  })

  it("phones lose the words before them, and a second one is a note", async () => {
    const made = await plan(
      "Student,Parent,Phone Numbers",
      "Ann Roy,May Roy,Phone:555-010-0001",
      "Ben Low,Ida Low,Phone:555-010-0002 Mobile:555-010-0003",
      "Cy Fox,Di Fox,C: 555-010-0004",
    )
    expect(guardiansOf(made).map(([guardian]) => guardian?.[2])).toEqual([
      "555-010-0001",
      "555-010-0002",
      "555-010-0004",
    ])
    expect(notesOf(made)).toEqual([null, "Phone Numbers: Mobile:555-010-0003", null])
  })

  it("money that was spent stays out of the notes, and a count of payments is none", async () => {
    const made = await plan("Name,Total Spend,Payment Count", "Ann Roy,840.00,24", "Ben Low,1350.00,30")
    expect(notesOf(made)).toEqual(["Payment Count: 24", "Payment Count: 30"])
    expect(made.notices.join()).toContain("“Total Spend” has amounts of money")
  })

  it("an address of a domain called “example” is no example", async () => {
    expect(names(await plan("Email,Student", "may@x.example,Ann Roy"))).toEqual(["Ann|Roy"])
  })

  it.each([
    [
      "Aluno(a);Curso;Professor;Dia/Horário;Situação",
      "Ana Silva;Piano;Paulo;Segunda 15h30 às 16h00;Ativo",
      ["Piano", "Paulo", 1, "15:30", 30],
    ],
    [
      "Imię i nazwisko ucznia;Instrument;Nauczyciel;Dzień;Godzina;Czas lekcji",
      "Anna Roj;fortepian;Jan Nowak;poniedziałek;15:30;30 min",
      ["fortepian", "Jan Nowak", 1, "15:30", 30],
    ],
    [
      "STUDENT_LAST;STUDENT_FIRST;ACTIVE_YN;LSN_DAY;LSN_TIME;LSN_LEN",
      "Roy;Ann;Y;MON;1530;30",
      [null, null, 1, "15:30", 30],
    ],
    [
      "Student;Enrollment;Teacher;Day;Start;Length",
      "Ann Roy;Piano Private;Eva Lee;Monday;3:30 PM;30",
      ["Piano", "Eva Lee", 1, "15:30", 30],
    ],
  ])("%s: the lesson is read", async (headings, cells, expected) => {
    const made = await plan(headings, cells)
    expect(lessonsOf(made)).toEqual([expected])
    expect(made.rows[0]?.student?.status).toBe("active")
  })

  it.each([
    ["Tarief per les", "€ 22,50", { billing: "per_session", amountMinor: 2250 }],
    ["TUITION/MONTH", "$95", { billing: "monthly", amountMinor: 9500 }],
    ["Tuition (monthly)", "$95", { billing: "monthly", amountMinor: 9500 }],
    ["Default Rate", "35", { billing: "per_session", amountMinor: 3500 }],
  ])("“%s” is a price", async (heading, cell, price) => {
    const made = await plan(`Student;Day;Time;Length;${heading}`, `Ann Roy;Mon;4:00 PM;30;${cell}`)
    expect(made.classes[0]?.price).toEqual(price)
  })
})
