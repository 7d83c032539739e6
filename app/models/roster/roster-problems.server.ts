// The rows that could not be imported, as a file to mend and import again.
import { type CsvRow, cellCountProblem } from "~/utils/csv"
import { writeCsv } from "~/utils/csv.server"
import type { PlannedRow } from "./roster-plan"

/**
 * CSV of the problem rows only: "Row", "Problem", then every original column as it was. The first two headings are
 * known to the import, which leaves them out when the mended file comes back.
 */
export function problemsCsv(
  plan: { rows: readonly Pick<PlannedRow, "rowNumber" | "state" | "problems">[] },
  headers: readonly string[],
  rows: readonly CsvRow[],
): string {
  const cellsOf = new Map(rows.map((row) => [row.rowNumber, row.cells]))
  const refused = plan.rows.filter((row) => row.state === "problem")
  const lines = refused.map((row) => {
    const cells = cellsOf.get(row.rowNumber) ?? []
    const problem = row.problems.map(({ message }) => message).join(" ")
    const padding = cellCountProblem(headers, cells)
      ? new Array(Math.max(headers.length - cells.length, 0)).fill("")
      : []
    return [row.rowNumber, problem, ...cells, ...padding]
  })
  return writeCsv(["Row", "Problem", ...headers], lines)
}
