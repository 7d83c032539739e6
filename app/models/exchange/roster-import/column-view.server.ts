import type { Actor } from "~/models/foundation/access/actor"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { columnUses } from "../roster/roster-fields"
import type { RosterPlan } from "../roster/roster-plan"
import { shorten } from "../roster/roster-text"
import type { ColumnView } from "./column-view"
import { listOwnFields } from "./own-fields.server"
import type { RosterImport } from "./roster-import.server"

/** What the columns step shows: each column with its first cells and its use, and the names of teachers to decide on. */
export function viewColumns(actor: Actor, roster: RosterImport, plan: RosterPlan): ColumnView {
  const known = listTeachers(actor).map(({ id, name }) => ({ id, name }))
  const { teacherChoices } = roster.options
  return {
    columns: roster.headers.map((header, column) => ({
      header: shorten(header, 80) || `Column ${column + 1}`,
      samples: samplesOf(roster, column),
      use: roster.mapping[column] ?? "ignore",
    })),
    uses: [
      ...columnUses.map(({ use, label }) => ({ value: use as string, label })),
      ...listOwnFields(actor).map(({ use, label }) => ({ value: use as string, label })),
    ],
    teachers: known,
    unknownTeachers: plan.teachers
      .filter(({ name, use }) => use !== "existing" || teacherChoices[name])
      .map(({ name, rowNumbers }) => ({
        name,
        rows: rowNumbers.length,
        use: teacherChoices[name] ?? "create",
      })),
  }
}

/** The first three cells with something in them that differ. */
function samplesOf({ rows }: RosterImport, column: number): string[] {
  const found = new Set<string>()
  for (const { cells } of rows) {
    const sample = shorten(cells[column] ?? "", 40)
    if (sample) found.add(sample)
    if (found.size === 3) break
  }
  return [...found]
}
