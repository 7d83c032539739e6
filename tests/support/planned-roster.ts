import { readFileSync } from "node:fs"
import { guessMapping } from "~/models/exchange/roster/roster-fields"
import { readGrid } from "~/models/exchange/roster/roster-grid"
import { guessLayout } from "~/models/exchange/roster/roster-layout"
import { layoutTexts } from "~/models/exchange/roster/roster-notices"
import { planRosterInTurns, type RosterInput, type RosterPlan } from "~/models/exchange/roster/roster-plan"
import { decodeText, detectDelimiter } from "~/utils/csv"
import { readCsv, readRecords } from "~/utils/csv.server"
import { atOnce } from "~/utils/in-turns"
import { type Layout, tableOf } from "~/utils/sheet-rows"
import { isWorkbook, readWorkbook } from "~/utils/workbook.server"

// Rosters as text or as a file of tests/support/rosters, planned for a school that has no one yet.

/** A plan without pauses. */
export const planRoster = (input: RosterInput): RosterPlan => atOnce(planRosterInTurns(input))

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

const fieldFiles = new Map(
  readFileSync("tests/support/rosters/field.txt", "utf8")
    .split(/^### /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf("\n")), Buffer.from(part.slice(part.indexOf("\n") + 1))]),
)

/** A file as schools have it: one of rosters/field.txt, or a workbook of rosters/field. */
export const fieldFile = (name: string): Buffer =>
  fieldFiles.get(name) ?? readFileSync(`tests/support/rosters/field/${name}`)

/** Reads such a file, or other bytes, as an upload does: its sheets and headings are guessed. */
export async function planField(
  file: string | Uint8Array,
  changes: Changes & { layout?: Partial<Layout> } = {},
) {
  const bytes = typeof file === "string" ? fieldFile(file) : file
  const workbook = isWorkbook(bytes) ? await readWorkbook(bytes) : undefined
  if (workbook?.ok === false) throw new Error(workbook.message)
  const text = workbook?.csv ?? decodeText(bytes).text
  const { records } = readRecords(text, workbook ? "," : detectDelimiter(text))
  const sheets = workbook?.sheets ?? [{ name: "", length: records.length }]
  const layout = { ...guessLayout(records, sheets), ...changes.layout }
  const { headers, rows } = tableOf(records, layout, workbook !== undefined, readGrid)
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
  return { ...input, layout, hidden: layoutTexts(records, layout), plan: planRoster(input) }
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
