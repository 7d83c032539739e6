// What an import must never do with what people have in their cells: lose it, run it, or stumble over it.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countsTowardPlan } from "~/models/accounts/subscription/plan-usage"
import { decodeText, detectDelimiter, refuseBytes } from "~/utils/csv"
import { escapeFormula, readCsv, writeCsv } from "~/utils/csv.server"
import { atOnce } from "~/utils/in-turns"
import { parseMoney } from "~/utils/money"
import { perChild } from "~/utils/sheet-rows"
import { livesMany } from "../../../../tests/support/histories/count"
import { planRoster } from "../../../../tests/support/planned-roster"
import { problemsCsv } from "../roster-import/plan-import.server"
import { isAmount } from "./roster-amounts"
import { parseBirthDate, parseStartDate } from "./roster-dates"
import { type ColumnMapping, type FieldKey, rosterFields } from "./roster-field-names"
import { guessMapping } from "./roster-fields"
import type { PlannedRow, RosterInput, RosterPlan } from "./roster-plan"
import { teacherName } from "./roster-teachers"
import { cleanBlock, cleanLine, eatenBy, isBlankWord, splitName, withoutFormulaMark } from "./roster-text"
import { parseLessonTime, parseMinutes } from "./roster-times"
import {
  type Cell,
  parseBilling,
  parseClassKind,
  parseRelation,
  parseStatus,
  splitMedical,
} from "./roster-values"

const today = "2026-11-20"
const known: RosterInput["known"] = {
  studentCodes: new Set(["7"]),
  students: [{ id: "s1", firstName: "Nia", lastName: "Dubois", birthDate: null }],
  guardianEmails: new Map([["leila@example.com", "fraser"]]),
  teachers: [{ id: "t1", name: "Helena Novak" }],
  room: { teachers: null, students: null },
}
const options = { dateOrder: "detect", defaultStart: "2026-11-23", today } as const

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    "Ada",
    "Van der Berg",
    "=SUM(A1:A2)",
    "<script>alert(1)</script>",
    "line one\r\nline two",
    "'=1",
  ),
)
const cellPools: Record<FieldKey, fc.Arbitrary<string>> = {
  studentCode: fc.constantFrom("", "1", "2", "7", "A-1"),
  firstName: fc.constantFrom("", "Ada", "Leo", "Mia", "<b>"),
  lastName: fc.constantFrom("", "Rossi", "Van der Berg", "Müller"),
  secondLastName: fc.constantFrom("", "García"),
  nameAddition: fc.constantFrom("", "Jr.", "von"),
  fullName: fc.constantFrom("", "Ada Rossi", "Rossi, Ada", "Cher"),
  birthDate: fc.constantFrom("", "05/14/2012", "2012-05-14", "6/7/08"),
  status: fc.constantFrom("", "Active", "Inactive", "Lead", "Pausiert"),
  instrument: fc.constantFrom("", "Piano", "Blockflöte", "Rock Band"),
  level: text,
  teacher: fc.constantFrom(
    "",
    "Helena Novak",
    "HELENA NOVAK",
    "Ms. Helena Novak",
    "Novak, Helena",
    "Somebody New",
    "Left Out",
  ),
  classKind: fc.constantFrom("", "Private", "Group", "Gruppe", "Einzel 30"),
  weekday: fc.constantFrom("", "Monday", "Di", "Mo 15:30–16:15"),
  time: fc.constantFrom("", "2:00 PM", "14:10", "Tue 4pm-4:45pm"),
  endTime: fc.constantFrom("", "14:45"),
  minutes: fc.constantFrom("", "30", "45 min", "1.5"),
  price: fc.constantFrom("", "$32.50", "27,50"),
  billing: fc.constantFrom("", "Per lesson", "Monthly flat $140.00"),
  startDate: fc.constantFrom("", "09/01/2026", "2026-09-15"),
  endDate: fc.constantFrom("", "", "06/30/2026", "2027-06-30"),
  studentEmail: fc.constantFrom("", "Ada@Example.com"),
  studentPhone: text,
  guardian1Name: fc.constantFrom("", "Alma", "Alma Rossi", "ALMA"),
  guardian1LastName: fc.constantFrom("", "Rossi", "Park"),
  guardian1Relation: fc.constantFrom("", "Mutter", "Mother", "Aunt"),
  guardian1Email: fc.constantFrom("", "alma@example.com", "ALMA@example.com", "leila@example.com"),
  guardian1Phone: fc.constantFrom("", "(555) 010-1200", "030 901800"),
  guardian2Name: fc.constantFrom("", "Otis", "Alma"),
  guardian2LastName: fc.constantFrom("", "Park"),
  guardian2Relation: fc.constantFrom("", "Father"),
  guardian2Email: fc.constantFrom("", "otis@example.com", "alma@example.com"),
  guardian2Phone: fc.constantFrom("", "555.010.2202", "030 901800"),
  guardian3Name: fc.constantFrom("", "Grete Rossi"),
  guardian3LastName: fc.constantFrom("", "Rossi"),
  guardian3Relation: fc.constantFrom("", "Aunt"),
  guardian3Email: fc.constantFrom("", "grete@example.com"),
  guardian3Phone: fc.constantFrom("", "555 010 3333"),
  guardian4Name: fc.constantFrom("", "Hugo"),
  guardian4LastName: fc.constantFrom("", "Park"),
  guardian4Relation: fc.constantFrom("", "Uncle"),
  guardian4Email: fc.constantFrom("", "hugo@example.com"),
  guardian4Phone: fc.constantFrom("", "555 010 4444"),
  household: fc.constantFrom("", "Rossi family", "Rossi, Alma"),
  householdCode: fc.constantFrom("", "F1", "F2"),
  openingBalance: fc.constantFrom("", "12.50", "-3", "(20.00)", "5 CR", "much"),
  houseNumber: fc.constantFrom("", "12a"),
  address2: fc.constantFrom("", "Apt 2"),
  city: fc.constantFrom("", "Utica"),
  region: fc.constantFrom("", "NY"),
  postcode: fc.constantFrom("", "13501"),
  country: fc.constantFrom("", "US"),
  medicalNotes: fc.constantFrom("", "Asthma, has an inhaler", "Peanuts"),
  emergencyContact: fc.constantFrom("", "Una Roy", "Una Roy, 555 010 0009"),
  emergencyRelation: fc.constantFrom("", "grandmother"),
  emergencyPhone: fc.constantFrom("", "555-010-0009"),
  address: fc.constantFrom("", "0 High Street\nFlat 0", "1 Low Road"),
  notes: fc.oneof(text, fc.constantFrom("Carries an EpiPen. Sibling discount", "Allergic to nuts")),
}
const fields = Object.keys(rosterFields) as FieldKey[]
const headers = [...fields.map((field) => `The ${field}`), "Anything else", ""]
const mapping: ColumnMapping = {
  ...Object.fromEntries(fields.map((field, column) => [column, field])),
  [fields.length]: "copyToNotes",
  [fields.length + 1]: "copyToNotes",
}
const refused: Partial<Record<FieldKey, string>> = {
  birthDate: "31/02/2012",
  status: "?",
  weekday: "Someday",
  time: "25:99",
  minutes: "-30",
  price: "$1e309",
  billing: "Monthly flat",
  guardian1Email: "nobody",
}
const goodRow = fc.tuple(...fields.map((field) => cellPools[field]), text, text)
const anyRow = fc
  .tuple(goodRow, fc.option(fc.constantFrom(...fields)))
  .map(([cells, broken]) =>
    cells.map((cell, column) => (broken === fields[column] ? (refused[broken] ?? cell) : cell)),
  )

/**
 * Whether what the cell says is in the plan where it belongs, or word for word in the student's notes. A price without a
 * lesson is named as not imported: people who don't see prices read the notes.
 */
/** A cell, and what the plan of its row made of it. */
type Looked = ReturnType<typeof lookAt>

function lookAt(plan: RosterPlan, planned: PlannedRow, cell: string) {
  const written = cleanBlock(withoutFormulaMark(cell))
  const { student, enrollment } = planned
  if (!student) throw new Error("Only ready rows are looked at")
  const family = plan.families.find((each) => each.key === planned.familyKey)
  const its = plan.classes.find((each) => each.key === enrollment?.classKey)
  const teacher = plan.teachers.find(({ key }) => key === its?.teacherKey)
  return { plan, written, line: cleanLine(written), student, enrollment, family, its, teacher }
}

function isKept(plan: RosterPlan, planned: PlannedRow, field: FieldKey | null, cell: string): boolean {
  const looked = lookAt(plan, planned, cell)
  if (isAmount(field, looked.written) && planned.warnings.some((issue) => isNamed(issue, field))) return true
  return [isInNotes, isOfStudent, isOfClass, isOfEnrollment, isOfFamily].some((isIn) => isIn(looked, field))
}

const isNamed = ({ field, code }: PlannedRow["warnings"][number], asked: FieldKey | null) =>
  field === asked && code === "dropped"

const same = <Value>(cell: Cell<Value>, value: unknown) => cell.ok && cell.value === value

function isInNotes({ student, written }: Looked, field: FieldKey | null): boolean {
  if (student.notes?.includes(written)) return true
  const { medical, rest } = splitMedical(written)
  const medicalIsKept = (medical ?? "")
    .split("\n")
    .every((line) => student.medicalNotes?.includes(line) ?? line === "")
  return field === "notes" && medicalIsKept && (rest === null || (student.notes?.includes(rest) ?? false))
}

function isOfStudent({ plan, written, line, student }: Looked, field: FieldKey | null): boolean {
  switch (field) {
    case "studentCode":
      return student.code === line
    case "firstName":
    case "level":
    case "instrument":
      return student[field] === line
    case "lastName":
      return student.lastName.includes(line)
    case "secondLastName":
      return student.lastName.includes(line)
    case "nameAddition":
      return student.lastName.endsWith(line) || student.lastName.startsWith(line)
    case "fullName": {
      const name = splitName(line)
      return student.firstName.includes(name.firstName) && student.lastName.includes(name.lastName)
    }
    case "birthDate":
      return same(parseBirthDate(written, plan.dateOrders.birthDate.order, today), student.birthDate)
    case "status":
      return same(parseStatus(written), student.status)
    case "studentEmail":
      return student.email === line.toLowerCase()
    case "studentPhone":
      return student.phone === line
    case "medicalNotes":
      return student.medicalNotes?.includes(written) ?? false
    case "emergencyContact":
    case "emergencyRelation":
    case "emergencyPhone":
      return student.emergencyContact?.includes(written) ?? false
    default:
      return false
  }
}

function isOfClass({ written, line, its, teacher }: Looked, field: FieldKey | null): boolean {
  switch (field) {
    case "teacher":
      return teacher?.name.toLowerCase() === teacherName(line).toLowerCase()
    case "classKind":
      return same(parseClassKind(written), its?.kind)
    case "weekday":
    case "time": {
      const lessonTime = parseLessonTime(written)
      if (!lessonTime.ok || !its) return false
      const { weekday, time, minutes } = its.schedule
      return (
        (lessonTime.value.weekday ?? weekday) === weekday &&
        (lessonTime.value.time ?? time) === time &&
        (lessonTime.value.minutes ?? minutes) === minutes
      )
    }
    case "endTime":
      return its !== undefined
    case "minutes":
      return same(parseMinutes(written), its?.schedule.minutes)
    default:
      return false
  }
}

function isOfEnrollment({ plan, written, its, enrollment }: Looked, field: FieldKey | null): boolean {
  const billing = parseBilling(written)
  const price = parseMoney(written)
  switch (field) {
    case "price":
      return price !== null && (enrollment?.priceMinor === price || its?.price?.amountMinor === price)
    case "billing":
      return (
        billing.ok &&
        enrollment !== null &&
        billing.value.mode === (enrollment.billing ?? its?.price?.billing ?? "per_session") &&
        (billing.value.mode === "per_session" ||
          billing.value.amountMinor === (enrollment.priceMinor ?? its?.price?.amountMinor))
      )
    case "startDate":
      return same(parseStartDate(written, plan.dateOrders.startDate.order), enrollment?.startsOn)
    case "endDate":
      return same(parseStartDate(written, plan.dateOrders.startDate.order), enrollment?.endsOn)
    default:
      return false
  }
}

function isOfFamily({ written, line, family }: Looked, field: FieldKey | null): boolean {
  const isOfGuardian = (value: string, of: "name" | "email" | "phone" | "relation") =>
    family?.guardians.some((guardian) => guardian[of]?.includes(value)) ?? false
  switch (field) {
    case "guardian1Name":
    case "guardian2Name":
    case "guardian3Name":
    case "guardian4Name":
    case "guardian1LastName":
    case "guardian2LastName":
    case "guardian3LastName":
    case "guardian4LastName":
      return isOfGuardian(line, "name")
    case "guardian1Relation":
    case "guardian2Relation":
    case "guardian3Relation":
    case "guardian4Relation": {
      const relation = parseRelation(written)
      return relation.ok && relation.value !== null && isOfGuardian(relation.value, "relation")
    }
    case "guardian1Email":
    case "guardian2Email":
    case "guardian3Email":
    case "guardian4Email":
      return isOfGuardian(line.toLowerCase(), "email")
    case "guardian1Phone":
    case "guardian2Phone":
    case "guardian3Phone":
    case "guardian4Phone":
      return isOfGuardian(line, "phone")
    case "household":
      return family?.name === line
    case "address":
    case "houseNumber":
    case "address2":
    case "city":
    case "region":
    case "postcode":
    case "country":
      return family?.address?.includes(written) ?? false
    case "householdCode":
    // Its amount is never in the notes; a row that says another one is warned of.
    case "openingBalance":
      return family !== undefined
    default:
      return false
  }
}

/** How many lists by chance are read; 1,500 before a release. */
const lists = livesMany ? 1500 : 150

describe("whatever is in the cells", () => {
  it("nothing of a row that is imported is lost", () => {
    let looked = 0
    let enrolled = 0
    fc.assert(
      fc.property(fc.array(goodRow, { minLength: 1, maxLength: 5 }), (cells) => {
        const rows = cells.map((each, index) => ({ rowNumber: index + 2, cells: each }))
        const teacherChoices = { "Left Out": "leave-out" }
        const plan = planRoster({ headers, rows, mapping, options: { ...options, teacherChoices }, known })
        const further = new Set(
          plan.rows.flatMap(({ adds }) => (adds && "rowNumber" in adds.of ? [adds.of.rowNumber] : [])),
        )
        for (const planned of plan.rows) {
          // What further rows of a student add is proven in field-rosters.test.ts.
          if (planned.state !== "ready" || further.has(planned.rowNumber)) continue
          looked++
          if (planned.enrollment) enrolled++
          rows[planned.rowNumber - 2]?.cells.forEach((cell, column) => {
            const said = cleanBlock(withoutFormulaMark(cell))
            if (said === "" || isBlankWord(said) || eatenBy(said)) return
            const field = fields[column] ?? null
            expect(isKept(plan, planned, field, cell), `${field}: ${JSON.stringify(cell)}`).toBe(true)
          })
        }
      }),
      { numRuns: lists },
    )
    expect(looked).toBeGreaterThan(lists / 3)
    expect(enrolled).toBeGreaterThan(lists / 15)
  })

  it("every row is ready, a problem with its reason, or skipped with its reason; and the counts add up", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 6 }), (cells) => {
        const rows = cells.map((each, index) => ({ rowNumber: index + 2, cells: each }))
        const room = { teachers: 1, students: 2 }
        const plan = planRoster({ headers, rows, mapping, options, known: { ...known, room } })
        expect([...new Set(plan.rows.map((each) => each.rowNumber % perChild))]).toEqual(
          rows.map((each) => each.rowNumber),
        )
        for (const each of plan.rows) {
          expect(each.state === "problem").toBe(each.problems.length > 0)
          expect(each.state === "skipped").toBe(each.skippedBecause !== null)
          expect(each.state === "ready").toBe(each.student !== null && each.familyKey !== null)
          expect(each.state === "added").toBe(each.adds !== undefined)
        }
        const { ready, added, problems, skipped } = plan.counts
        expect(ready + added + problems + skipped).toBe(plan.rows.length)
        expect(plan.families.flatMap((family) => family.rowNumbers)).toHaveLength(ready)
        expect(plan.counts.teachers).toBeLessThanOrEqual(1)
        const places = plan.rows.filter((each) => each.student && countsTowardPlan(each.student.status))
        expect(places.length).toBeLessThanOrEqual(2)
        for (const family of plan.families) {
          const shares = family.guardians.reduce((sum, guardian) => sum + guardian.payerShare, 0)
          expect(shares).toBe(family.existingFamilyId === null && family.guardians.length > 0 ? 10_000 : 0)
        }
        const csv = readCsv(atOnce(problemsCsv(plan, headers, rows)), ",")
        expect(csv.rows).toHaveLength(problems)
      }),
      { numRuns: lists / 5 },
    )
  })

  it("problem rows come back as they were, but never as formulas", () => {
    const cell = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("=1+1", "@x", "a\nb", '"q"'))
    fc.assert(
      fc.property(cell, cell, (one, two) => {
        const rows = [{ rowNumber: 9, cells: [one, two, "31/02/2012"] }]
        const columns: ColumnMapping = { 0: "notes", 1: "address", 2: "birthDate" }
        const names = ["One", "Two", "Born"]
        const plan = planRoster({ headers: names, rows, mapping: columns, options, known })
        const back = readCsv(atOnce(problemsCsv(plan, names, rows)).slice(1), ",").rows[0]?.cells
        expect(back?.slice(2)).toEqual([escapeFormula(one), escapeFormula(two), "31/02/2012"])
      }),
    )
  })
})

describe("hostile files", () => {
  function planBytes(bytes: Uint8Array) {
    const { text: decoded } = decodeText(bytes)
    const { headers: names, rows } = readCsv(decoded, detectDelimiter(decoded))
    const guessed = guessMapping(
      names,
      rows.map((each) => each.cells),
    )
    return planRoster({ headers: names, rows, mapping: guessed, options, known })
  }
  const utf8 = (content: string) => new TextEncoder().encode(content)

  it("that are empty, headings only, NULs, one endless line or not text at all give an empty plan", () => {
    const picture = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)
    for (const bytes of [
      utf8(""),
      utf8("Name,Birthday\r\n"),
      new Uint8Array(10_000),
      utf8("x".repeat(10_000_000)),
      utf8(`Name\n"${"x".repeat(3_000_000)}`),
      utf8(",".repeat(500_000)),
    ]) {
      expect(planBytes(bytes).counts).toMatchObject({ ready: 0, classes: 0 })
    }
    planBytes(picture)
    expect(refuseBytes(Uint8Array.from([0x50, 0x4b, 3, 4, ...picture]))).not.toBeNull()
  })

  it("of endless cells give their problem rows back shortened, a row at a time", () => {
    const endless = '"'.repeat(800_000)
    const rows = [2, 3, 4].map((rowNumber) => ({ rowNumber, cells: ["Ada Rossi", endless] }))
    const names = ["Name", "Notes"]
    const plan = planRoster({ headers: names, rows, mapping: { 0: "fullName", 1: "notes" }, options, known })
    const back = readCsv(atOnce(problemsCsv(plan, names, rows)).slice(1), ",").rows
    expect(back.map(({ cells }) => cells.slice(2))).toEqual(
      rows.map(() => ["Ada Rossi", `${'"'.repeat(4999)}…`]),
    )
    expect(back[0]?.cells[1]).toContain("This row has 800,009 characters")
    const many = Array.from({ length: 3000 }, (_, index) => ({
      rowNumber: index + 2,
      cells: ["", "x".repeat(100)],
    }))
    const refused = planRoster({ headers: names, rows: many, mapping: { 0: "fullName" }, options, known })
    let pauses = 0
    for (const _ of problemsCsv(refused, names, many)) pauses++
    expect(pauses).toBeGreaterThan(5)
  })

  it("cannot reach an object's own parts through a heading or a name", () => {
    const plan = planBytes(
      utf8(
        "Name,Teacher,Day,Time,Minutes,__proto__\nconstructor,__proto__,Mon,14:00,30,x\ntoString,constructor,Mon,15:00,30,y",
      ),
    )
    expect(plan.counts).toMatchObject({ ready: 2, teachers: 2 })
    expect(plan.teachers.map(({ name }) => name)).toEqual(["__proto__", "constructor"])
    expect(plan.rows[0]?.student?.notes).toBe("__proto__: x")
  })

  it("of ten thousand rows are planned, even all at one hour in one family", () => {
    const names = ["Name", "Birthday", "Teacher", "Day", "Time", "Minutes", "Parent", "Parent email"]
    const lines = Array.from({ length: 10_000 }, (_, index) => [
      `Student ${index}`,
      "05/14/2012",
      "Helena Novak",
      "Mon",
      "14:00",
      "30",
      "Alma Rossi",
      "alma@example.com",
    ])
    const bytes = utf8(writeCsv(names, lines))
    const plan = planBytes(bytes)
    expect(plan.counts).toMatchObject({ ready: 10_000, families: 1, guardians: 1, classes: 10_000 })
  })
})
