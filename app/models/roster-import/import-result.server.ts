import type { Actor } from "../access/actor"
import { explainRow } from "./dry-run"
import type { RosterImport } from "./roster-import.server"
import { listObstacles } from "./undo-obstacles.server"

/** What the page of an import that ran shows: its counts, the rows left out as explained then, and the way back. */
export function viewResult(actor: Actor, roster: RosterImport, state: "imported" | "undone") {
  const { problemRows = [], ...counts } = roster.summary ?? emptySummary
  const explained = problemRows.slice(0, 200).map((row) => explainRow(roster, row, row.problems))
  return {
    state,
    summary: counts,
    problems: {
      rows: explained.map(({ rowNumber, name, says }) => ({ rowNumber, name, says })),
      total: problemRows.length,
    },
    obstacles: state === "imported" ? listObstacles(actor, roster.id) : [],
  }
}

const emptySummary = {
  students: 0,
  families: 0,
  guardians: 0,
  teachers: 0,
  classes: 0,
  enrollments: 0,
  problems: 0,
  skipped: 0,
  sessions: 0,
  clashes: 0,
  problemRows: [],
}
