import { readFileSync } from "node:fs"
import { guessMapping } from "~/models/exchange/roster/roster-fields"
import { planRoster, type RosterInput, type RosterPlan } from "~/models/exchange/roster/roster-plan"
import { decodeText, detectDelimiter } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"

// Rosters as text or as a file of tests/support/rosters, planned for a school that has no one yet.

export const emptySchool: RosterInput["known"] = {
  studentCodes: new Set(),
  students: [],
  guardianEmails: new Map(),
  teachers: [],
  room: { teachers: 5, students: 100, plan: { name: "Standard", teacherLimit: 5, studentLimit: 100 } },
}
const options: RosterInput["options"] = {
  dateOrder: "detect",
  defaultStart: "2026-11-23",
  today: "2026-11-20",
}

type Changes = { known?: Partial<RosterInput["known"]>; options?: Partial<RosterInput["options"]> }

export function planText(text: string, changes: Changes = {}) {
  const { headers, rows } = readCsv(text, detectDelimiter(text))
  const mapping = guessMapping(
    headers,
    rows.map((row) => row.cells),
  )
  const input = {
    headers,
    rows,
    mapping,
    options: { ...options, ...changes.options },
    known: { ...emptySchool, ...changes.known },
  }
  return { ...input, plan: planRoster(input) }
}

export function planFile(file: string, changes: Changes = {}) {
  return planText(decodeText(readFileSync(`tests/support/rosters/${file}`)).text, changes)
}

export const rowOf = (plan: RosterPlan, rowNumber: number) => {
  const row = plan.rows.find((each) => each.rowNumber === rowNumber)
  if (!row) throw new Error(`No row ${rowNumber}`)
  return row
}
export const problemsOf = (plan: RosterPlan) =>
  plan.rows.flatMap((row) => row.problems.map((problem) => [row.rowNumber, problem.field, problem.message]))
export const warningsOf = (plan: RosterPlan) =>
  plan.rows.flatMap((row) => row.warnings.map((warning) => [row.rowNumber, warning.message]))
