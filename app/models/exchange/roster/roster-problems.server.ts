// The rows that could not be imported, as a file to mend and import again.
import { type CsvRow, cellCountProblem } from "~/utils/csv"
import { writeCsvTurns } from "~/utils/csv.server"
import type { Turns } from "~/utils/in-turns"
import { perSheet, rowOfTable } from "~/utils/sheet-rows"
import type { PlannedRow } from "./roster-plan"
import { longestRow } from "./roster-row"
import { rowText } from "./roster-text"

/** Characters that a cell of an overlong row keeps: as many as the longest field may have. */
const mostOfCell = 5000

/**
 * CSV of the problem rows only: "Row", "Problem", then every original column as it was; in a row that is
 * refused for its length, the beginning of each cell. The first two headings are known to the import, which leaves them out when the
 * mended file comes back. Holds no one up while it is written.
 */
export function problemsCsv(
  plan: { rows: readonly Pick<PlannedRow, "rowNumber" | "state" | "problems">[] },
  headers: readonly string[],
  rows: readonly CsvRow[],
): Turns<string> {
  return writeCsvTurns(["Row", "Problem", ...withinLimit(headers)], problemLines(plan, headers, rows))
}

function* problemLines(
  plan: Parameters<typeof problemsCsv>[0],
  headers: readonly string[],
  rows: readonly CsvRow[],
): Generator<(string | number)[]> {
  const cellsOf = new Map(rows.map((row) => [row.rowNumber, row.cells]))
  for (const row of plan.rows) {
    if (row.state !== "problem") continue
    const cells = cellsOf.get(rowOfTable(row.rowNumber)) ?? []
    const problem = row.problems.map(({ message }) => message).join(" ")
    const padding = cellCountProblem(headers, cells)
      ? new Array<string>(Math.max(headers.length - cells.length, 0)).fill("")
      : []
    const { rowNumber } = row
    yield [rowNumber < perSheet ? rowNumber : rowText(rowNumber), problem, ...withinLimit(cells), ...padding]
  }
}

function withinLimit(cells: readonly string[]): readonly string[] {
  if (cells.reduce((sum, cell) => sum + cell.length, 0) <= longestRow) return cells
  return cells.map((cell) =>
    cell.length > mostOfCell ? `${cell.slice(0, mostOfCell - 1).replace(/[\ud800-\udbff]$/, "")}…` : cell,
  )
}
