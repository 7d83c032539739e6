import { sqlite } from "db/client.server"
import { students } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { writeStudentsFile } from "~/models/people/student/students-file.server"
import { atOnce } from "~/utils/in-turns"
import { fieldFile } from "../../../../tests/support/planned-roster"
import { planned, run, upload as uploadFile } from "../../../../tests/support/run-roster"
import { changeRows, openSchool, rowOf } from "../../../../tests/support/school"
import { workbookOf } from "../../../../tests/support/zip"
import { describePlan } from "./dry-run"
import { problemsCsv } from "./plan-import.server"
import { changeCheck, findImport, setMapping, takeColumn } from "./roster-import.server"
import { undoImport } from "./undo-import.server"
import { changeLayout, uploadRosterInTurns } from "./upload-roster.server"

// Files of other programs, imported into a school one after the other.

const upload = (actor: Actor, file: string | Uint8Array, name = "list.csv"): string =>
  uploadFile(actor, { name, bytes: typeof file === "string" ? new TextEncoder().encode(file) : file })

const listOf = (actor: Actor, sql: string) => sqlite().prepare(sql).pluck().all(actor.school.id)
const studentsOf = (actor: Actor) =>
  listOf(actor, "select first_name || ' ' || last_name from students where school_id = ? order by 1")
const familiesOf = (actor: Actor) =>
  listOf(
    actor,
    `select group_concat(first_name, '+' order by first_name) from students where school_id = ? group by family_id order by 1`,
  )
const lessonsOf = (actor: Actor) =>
  listOf(
    actor,
    `select s.first_name || ': ' || c.instrument from enrollments e join students s on s.school_id = e.school_id and s.id = e.student_id
     join classes c on c.school_id = e.school_id and c.id = e.class_id where e.school_id = ? order by 1`,
  )

describe("a student whose lessons come in several files", () => {
  test("is one student with all of them; a third time nothing is added, and the undo takes back only the second file", () => {
    const { actor } = openSchool()
    const text = fieldFile("two-lessons.csv").toString().split("\n").slice(0, 2).join("\n")
    run(actor, upload(actor, text))
    const later = upload(actor, fieldFile("two-lessons-later.csv"))
    expect(planned(actor, later).plan.rows).toMatchObject([
      { state: "added", adds: { what: ["Theory, Saturdays 10:00 AM"] } },
    ])
    expect(run(actor, later)).toMatchObject({
      students: 0,
      families: 0,
      guardians: 0,
      classes: 1,
      enrollments: 1,
    })
    expect(studentsOf(actor)).toEqual(["Duo Kid"])
    expect(lessonsOf(actor)).toEqual(["Duo: Piano", "Duo: Theory"])
    const again = upload(actor, fieldFile("two-lessons-later.csv"))
    expect(planned(actor, again).plan.counts).toMatchObject({ added: 0, skipped: 1 })
    expect(undoImport(actor, later).ok).toBe(true)
    expect(lessonsOf(actor)).toEqual(["Duo: Piano"])
    expect(studentsOf(actor)).toEqual(["Duo Kid"])
  })

  test("has a class for each day that a cell names, and the undo takes all back", () => {
    const { actor } = openSchool()
    const file = upload(actor, "Name,Instrument,Day,Time,Minutes\nMia Cruz,Violin,Wed & Fri,17:00,30\n")
    expect(run(actor, file)).toMatchObject({ students: 1, classes: 2, enrollments: 2 })
    expect(lessonsOf(actor)).toEqual(["Mia: Violin", "Mia: Violin"])
    expect(undoImport(actor, file).ok).toBe(true)
    expect(studentsOf(actor)).toEqual([])
  })

  test("gets the guardians of a later file, too", () => {
    const { actor } = openSchool()
    const [head = "", first = "", ...more] = fieldFile("guardian-per-row.csv").toString().split("\n")
    run(actor, upload(actor, [head, first].join("\n")))
    expect(run(actor, upload(actor, [head, first, ...more].join("\n")))).toMatchObject({
      students: 1,
      guardians: 3,
    })
    expect(listOf(actor, "select name from guardians where school_id = ? order by name")).toEqual([
      "Di Lowe",
      "Ed Lowe",
      "Fay Lowe",
      "Gil Moon",
    ])
  })
})

test("a guardian, a lesson and a balance of a student whose family has no guardian are that family’s", () => {
  const { actor } = openSchool()
  run(actor, upload(actor, "First Name,Last Name,Birth Date,Adult\nMara,Holm,01/02/1990,yes\n"))
  const families = () => listOf(actor, "select count(*) from families where school_id = ?")
  expect(families()).toEqual([1])
  const later = upload(
    actor,
    "First Name,Last Name,Birth Date,Instrument,Day,Time,Minutes,Parent Name,Parent Email,Opening Balance\nMara,Holm,01/02/1990,Cello,Tuesday,17:00,30,Per Holm,per@x.example,40\n",
  )
  expect(run(actor, later)).toMatchObject({ families: 0, guardians: 1, enrollments: 1 })
  expect(families()).toEqual([1])
  const sql = (table: string) =>
    `select f.id = s.family_id from ${table} f join students s on s.school_id = f.school_id where f.school_id = ?`
  expect(listOf(actor, sql("guardians").replaceAll("f.id", "f.family_id"))).toEqual([1])
  expect(listOf(actor, sql("opening_balances").replaceAll("f.id", "f.family_id"))).toEqual([1])
})

describe("a school’s own export", () => {
  test("read back gives the same families, also those without a contact and those of one name", () => {
    const { actor } = openSchool()
    const add = (name: string, firstNames: string[], email: string | null) => {
      const guardians = email ? [{ name: `Parent ${firstNames[0]}`, email, payerShare: 10_000 }] : []
      const { familyId } = addFamily(actor, { name, guardians })
      for (const firstName of firstNames)
        addStudent(actor, {
          familyId,
          firstName,
          lastName: "O'Brien",
          status: "active",
          fromDate: "2026-09-01",
        })
    }
    add("O'Brien family", ["Ada", "Ben"], "una@a.example")
    add("O'Brien family", ["Cy"], "maja@b.example")
    add("van der Berg", ["Di", "Ed"], null)
    add("van der Berg", ["Flo"], null)
    const whom = { emergencyContact: "Una Roy (grandmother), 555-010-0009" }
    changeRows(students, { firstName: "Flo" }, whom)
    const { csv } = writeStudentsFile(actor, {})
    const other = openSchool({ name: "Crescendo Academy" }).actor
    run(other, upload(other, csv))
    expect(familiesOf(other)).toEqual(familiesOf(actor))
    const flo = and(eq(students.schoolId, other.school.id), eq(students.firstName, "Flo"))
    expect(rowOf(students, flo)).toMatchObject(whom)
    expect(familiesOf(other)).toEqual(["Ada+Ben", "Cy", "Di+Ed", "Flo"])
    const again = upload(actor, csv)
    expect(planned(actor, again).plan.counts).toMatchObject({ ready: 0, added: 0, skipped: 6 })
  })
})

describe("what is chosen", () => {
  test("for the columns is kept for the next file with these headings, and not for another school", () => {
    const { actor } = openSchool()
    const first = upload(actor, "Name,Nickname,Shoe\nAda Lowe,Addie,38\n", "first.csv")
    const { mapping, options } = planned(actor, first).roster
    expect(mapping).toEqual({ 0: "fullName", 1: "copyToNotes", 2: "copyToNotes" })
    expect(setMapping(actor, first, { ...mapping, 1: "ignore", 2: "level" }, options).ok).toBe(true)
    const next = findImport(actor, upload(actor, "Name,Nickname,Shoe\nBo Moon,Bobo,40\n"))
    expect(next?.mapping).toEqual({ 0: "fullName", 1: "ignore", 2: "level" })
    expect(next?.options.columnsFrom).toBe("first.csv")
    const stranger = openSchool({ name: "Crescendo Academy" }).actor
    expect(findImport(stranger, upload(stranger, "Name,Nickname,Shoe\nCy,C,1\n"))?.mapping[2]).toBe(
      "copyToNotes",
    )
  })

  test("at the check joins families, takes a column and imports a row that looked like a title", () => {
    const { actor } = openSchool()
    const importId = upload(actor, fieldFile("fam-a.csv"))
    expect(
      changeCheck(actor, importId, { answers: [{ key: "household o brien", value: "join" }] }).isChanged,
    ).toBe(true)
    expect(run(actor, importId)).toMatchObject({ students: 3, families: 1, guardians: 3 })
    const second = upload(
      actor,
      "First name,Last name,Nanny\nAda,Lowe,n@x.example\nPiano,,\nBen,Moon,m@x.example\n",
    )
    expect(planned(actor, second).plan.unused[0]).toMatchObject({ column: 2, looks: "email" })
    expect(takeColumn(actor, second, 2, "guardian1Email").ok).toBe(true)
    expect(changeCheck(actor, second, { listedOthers: [3], asStudents: [3] }).isChanged).toBe(true)
    expect(planned(actor, second).plan.counts).toMatchObject({ students: 3, guardians: 2 })
    const stranger = openSchool({ name: "Crescendo Academy" }).actor
    expect(takeColumn(stranger, second, 2, "notes").ok).toBe(false)
  })

  test("of a workbook: its headings are found, and can be elsewhere", async () => {
    const { actor } = openSchool()
    const uploaded = await uploadRosterInTurns(actor, {
      name: "term.xlsx",
      bytes: fieldFile("title-total.xlsx"),
    })
    const importId = uploaded.ok ? uploaded.importId : ""
    expect(findImport(actor, importId)?.headers.slice(0, 2)).toEqual(["Surname", "Forename"])
    expect((await changeLayout(actor, importId, [{ isRead: true, headings: [1] }])).ok).toBe(true)
    expect(findImport(actor, importId)?.headers[0]).toBe("Autumn term 2026 – enrolments")
    expect(await changeLayout(actor, importId, [{ isRead: false, headings: [4] }])).toMatchObject({
      ok: false,
    })
    expect((await changeLayout(actor, importId, [{ isRead: true, headings: [4] }])).ok).toBe(true)
    expect(run(actor, importId)).toMatchObject({ students: 2, families: 2 })
    const stranger = openSchool({ name: "Crescendo Academy" }).actor
    expect(await changeLayout(stranger, importId, [{ isRead: true, headings: [1] }])).toBeRefused("not-open")
  })
})

describe("a list that is no table of students", () => {
  const timetable = "Time,Monday,Tuesday\n15:00,Milo Smith,Ada Jones\n15:30,Lunch,Milo Smith\n"

  test("a timetable is imported, can be read otherwise, and its import undone", async () => {
    const { actor } = openSchool()
    const importId = upload(actor, timetable)
    expect(planned(actor, importId).plan.counts).toMatchObject({
      ready: 2,
      added: 1,
      skipped: 1,
      enrollments: 3,
    })
    const asRows = [{ isRead: true, headings: [1], shape: "rows" as const }]
    expect((await changeLayout(actor, importId, asRows)).ok).toBe(true)
    expect(findImport(actor, importId)?.headers).toEqual(["Time", "Monday", "Tuesday"])
    expect(
      await changeLayout(actor, importId, [{ isRead: true, headings: [3], shape: "grid" }]),
    ).toMatchObject({
      message:
        "No cell has a name below these headings. Choose the row that has the days, teachers or rooms.",
    })
    expect((await changeLayout(actor, importId, [{ isRead: true, headings: [1], shape: "grid" }])).ok).toBe(
      true,
    )
    expect(run(actor, importId)).toMatchObject({ students: 2, enrollments: 3, skipped: 1 })
    expect(undoImport(actor, importId).ok).toBe(true)
    expect(studentsOf(actor)).toEqual([])
  })

  test("lines of values are imported, and rows that can’t be come back as a table", async () => {
    const { actor } = openSchool()
    const importId = upload(
      actor,
      "Student: Milo Smith\nEmail: anna@x.example\n\nStudent: Ada Jones\nDay: Mon\nTime: 25:99\n",
    )
    const asLines = [{ isRead: true, headings: [], shape: "cards" as const }]
    expect((await changeLayout(actor, importId, asLines)).ok).toBe(true)
    const long = upload(actor, `Name,Email\n${"Milo Smith,m@x.example\n".repeat(401)}`)
    expect(await changeLayout(actor, long, asLines)).toMatchObject({
      message: "A list with a line for each value may have 400 lines. Choose another layout.",
    })
    const { roster, plan } = planned(actor, importId)
    expect(plan.counts).toMatchObject({ ready: 1, problems: 1 })
    expect(atOnce(problemsCsv(plan, roster.headers, roster.rows))).toMatch(
      /Row,Problem,Student,Email,Day,Time\r\n4,.*,Ada Jones,,Mon,25:99/,
    )
    expect(run(actor, importId)).toMatchObject({ students: 1, problems: 1 })
  })
})

test("hidden rows of a workbook are named in the check, and stay out when the office says so", async () => {
  const { actor } = openSchool()
  const rows = [
    ["Student", "Parent email"],
    ["Ann Roy", "may@x.example"],
    ["Ben Low", "ida@x.example"],
  ]
  const uploaded = await uploadRosterInTurns(actor, {
    name: "term.xlsx",
    bytes: workbookOf(rows, {}, { rows: [3] }),
  })
  const importId = uploaded.ok ? uploaded.importId : ""
  const said = () => {
    const { roster, plan } = planned(actor, importId)
    return describePlan(roster, plan, { problems: 1, perhapsKnown: 1 }).notices
  }
  expect(said()).toContain("1 hidden row is included. It’s hidden in the spreadsheet.")
  const choice = { isRead: true, headings: [1], leavesOutHidden: true }
  expect((await changeLayout(actor, importId, [choice])).ok).toBe(true)
  expect(said()).toContain("1 hidden row is left out.")
  expect(run(actor, importId)).toMatchObject({ students: 1 })
})

test("a student who can’t join a class is named in the result", () => {
  const { actor } = openSchool()
  const rows = Array.from({ length: 25 }, (_, n) => `Kid${n},Lund,Group,Voice,Ina Berg,Mon,14:00,30`)
  const text = ["First name,Last name,Type,Instrument,Teacher,Day,Time,Minutes", ...rows].join("\n")
  const importId = upload(actor, text)
  sqlite().exec(
    `create temp trigger smaller after insert on classes begin update classes set capacity = 20 where id = new.id; end`,
  )
  const summary = run(actor, importId)
  sqlite().exec("drop trigger smaller")
  expect(summary).toMatchObject({ students: 25, enrollments: 20 })
  expect(summary.notJoined).toHaveLength(5)
  expect(summary.notJoined?.[0]).toBe("Kid20 Lund isn’t in Voice group: the class is full.")
})
