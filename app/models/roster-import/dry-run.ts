import { formatDate, formatTime } from "~/utils/dates"
import { orderInWords } from "../roster/roster-dates"
import { rosterFields } from "../roster/roster-fields"
import type { RowIssue } from "../roster/roster-issues"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"
import { shorten } from "../roster/roster-text"
import type { RosterImport } from "./roster-import.server"

// A plan told to the person who decides: what would be made, what stays out and why. Long lists are cut; the counts are
// not, and the file of problem rows is whole.

const MOST_SHOWN = 200

export type ExplainedRow = {
  rowNumber: number
  name: string
  says: { column: string; value: string; message: string }[]
}

/** A list for a screen: its first rows and how many there are in all. */
export type Listed<Row> = { rows: Row[]; total: number }

export function describePlan(roster: Pick<RosterImport, "headers" | "mapping">, plan: RosterPlan) {
  const explain = (rows: readonly PlannedRow[], pick: (row: PlannedRow) => RowIssue[]) =>
    cut(
      rows
        .filter((row) => pick(row).length > 0)
        .map(({ rowNumber, name, ...row }) =>
          explainRow(roster, { rowNumber, name }, pick({ rowNumber, name, ...row })),
        ),
    )
  const nameOfRow = new Map(plan.rows.map(({ rowNumber, name }) => [rowNumber, name]))
  const namesOf = (rowNumbers: readonly number[]) => rowNumbers.map((row) => nameOfRow.get(row) ?? "")
  const teacherNames = new Map(plan.teachers.map(({ key, name }) => [key, name]))
  const ready = plan.rows.filter(({ state }) => state === "ready")
  return {
    counts: plan.counts,
    notices: plan.notices,
    dates: Object.values(plan.dateOrders).some(({ order }) => order !== "ymd")
      ? orderInWords(plan.dateOrders.birthDate.order)
      : null,
    families: cut(
      plan.families.map(({ name, guardians, rowNumbers, existingFamilyId }) => ({
        name,
        guardians: guardians.map((guardian) => guardian.name).join(", "),
        students: namesOf(rowNumbers).join(", "),
        joins: existingFamilyId !== null,
      })),
    ),
    teachers: plan.teachers.map(({ name, use, rowNumbers }) => ({ name, use, rows: rowNumbers.length })),
    classes: cut(
      plan.classes.map(({ name, teacherKey, schedule, price, rowNumbers }) => ({
        name,
        teacher: teacherNames.get(teacherKey ?? "") ?? null,
        when: `${dayWords[schedule.weekday]} ${formatTime(schedule.time)}`,
        minutes: schedule.minutes,
        since: formatDate(schedule.startsOn, "medium"),
        price,
        students: rowNumbers.length,
      })),
    ),
    problems: explain(
      plan.rows.filter(({ state }) => state === "problem"),
      (row) => row.problems,
    ),
    // Who is added stands in the list of teachers already.
    warnings: explain(ready, (row) => row.warnings.filter(({ code }) => code !== "new-teacher")),
    skipped: cut(
      plan.rows
        .filter(({ state }) => state === "skipped")
        .map(({ rowNumber, name, skippedBecause }) => ({ rowNumber, name, because: skippedBecause ?? "" })),
    ),
    hitsLimit: plan.rows.some(({ problems }) =>
      problems.some(({ code }) => code === "student-limit" || code === "teacher-limit"),
    ),
  }
}

export type DryRun = ReturnType<typeof describePlan>

/** What is said about one row, each sentence beside the column and the cell it is about. */
export function explainRow(
  { headers, mapping }: Pick<RosterImport, "headers" | "mapping">,
  row: { rowNumber: number; name: string },
  issues: readonly RowIssue[],
): ExplainedRow {
  return {
    ...row,
    says: issues.map(({ field, value, message }) => {
      const column = field ? headers.findIndex((_, index) => mapping[index] === field) : -1
      const heading = column >= 0 ? headers[column] : field ? rosterFields[field] : ""
      return { column: heading ?? "", value: shorten(value, 60), message }
    }),
  }
}

const cut = <Row>(rows: Row[]): Listed<Row> => ({ rows: rows.slice(0, MOST_SHOWN), total: rows.length })

const dayWords = {
  1: "Mondays",
  2: "Tuesdays",
  3: "Wednesdays",
  4: "Thursdays",
  5: "Fridays",
  6: "Saturdays",
  7: "Sundays",
} as const
