import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { orderText } from "../roster/roster-dates"
import { rosterFields } from "../roster/roster-fields"
import type { RowIssue } from "../roster/roster-issues"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"
import { shorten } from "../roster/roster-text"
import type { RosterImport } from "./roster-import.server"

// The import plan as its reviewer sees it: what would be created, what is left out and why. A warning shared by many rows is shown
// once; long lists are paged or cut. The counts and the file of problem rows are complete.

export const ROWS_PER_PAGE = 25
const MOST_LISTED = 100
const MOST_EXAMPLES = 5

export type ExplainedRow = {
  rowNumber: number
  name: string
  says: { column: string; value: string; message: string }[]
}

/** A list for a screen: its first rows and how many there are in all. */
export type Listed<Row> = { rows: Row[]; total: number }

/** A page of a list, counted from 1, and how many rows there are on all. */
export type Paged<Row> = Listed<Row> & { page: number }

/** Something that is true of several rows, with the first of them. */
export type RowWarning = {
  message: string
  column: string
  total: number
  examples: { rowNumber: number; name: string; value: string }[]
}

export function describePlan(
  roster: Pick<RosterImport, "headers" | "mapping" | "options">,
  plan: RosterPlan,
  page: number,
) {
  const nameOfRow = new Map(plan.rows.map(({ rowNumber, name }) => [rowNumber, name]))
  const namesOf = (rowNumbers: readonly number[]) =>
    rowNumbers.slice(0, 10).map((row) => nameOfRow.get(row) ?? "")
  const teacherNames = new Map(plan.teachers.map(({ key, name }) => [key, name]))
  const problems = plan.rows.filter(({ state }) => state === "problem")
  const first = (page - 1) * ROWS_PER_PAGE
  return {
    counts: plan.counts,
    notices: plan.notices,
    dates: Object.values(plan.dateOrders).some(({ order }) => order !== "ymd")
      ? orderText(plan.dateOrders.birthDate.order)
      : null,
    families: cut(plan.families, ({ name, guardians, rowNumbers, existingFamilyId }) => ({
      name,
      guardians: guardians.map((guardian) => guardian.name).join(", "),
      students: namesOf(rowNumbers).join(", "),
      joins: existingFamilyId !== null,
    })),
    teachers: plan.teachers.map(({ name, use, rowNumbers }) => ({ name, use, rows: rowNumbers.length })),
    classes: cut(plan.classes, ({ name, teacherKey, schedule, price, rowNumbers }) => ({
      name,
      teacher: teacherNames.get(teacherKey ?? "") ?? null,
      when: `${dayLabels[schedule.weekday]} ${formatTime(schedule.time)}`,
      minutes: schedule.minutes,
      since: formatDate(schedule.startsOn, "medium"),
      price,
      students: rowNumbers.length,
    })),
    problems: {
      rows: problems.slice(first, first + ROWS_PER_PAGE).map((row) => explainRow(roster, row, row.problems)),
      total: problems.length,
      page,
    } satisfies Paged<ExplainedRow>,
    rescuable: problems.filter(isRescuable).length,
    warnings: groupWarnings(roster, plan.rows),
    skipped: cut(
      plan.rows.filter(({ state }) => state === "skipped"),
      ({ rowNumber, name, skippedBecause }) => ({ rowNumber, name, because: skippedBecause ?? "" }),
    ),
    hitsLimit: problems.some(({ problems: why }) =>
      why.some(({ code }) => code === "student-limit" || code === "teacher-limit"),
    ),
  }
}

export type DryRun = ReturnType<typeof describePlan>

/** Whether a row stays out only for cells that aren't needed. One the school has already stays out without them, too. */
export const isRescuable = ({ state, problems, warnings }: PlannedRow): boolean =>
  state === "problem" && problems.every(isOptional) && !warnings.some(isKnown)

const isKnown = ({ code, field }: RowIssue): boolean => code === "already-here" && field === null

const isOptional = ({ code, field }: RowIssue): boolean =>
  field !== null &&
  (code === "cell" || code === "schedule-incomplete") &&
  !["firstName", "lastName", "fullName"].includes(field)

/** Equal warnings of rows that are imported, the most frequent first. Who is added is in the list of teachers. */
function groupWarnings(
  roster: Pick<RosterImport, "headers" | "mapping">,
  rows: readonly PlannedRow[],
): RowWarning[] {
  const groups = new Map<string, { issue: RowIssue; said: RowWarning }>()
  for (const { state, rowNumber, name, warnings } of rows) {
    if (state !== "ready") continue
    for (const issue of warnings) {
      if (issue.code === "new-teacher") continue
      const key = `${issue.field} ${issue.group ?? issue.message}`
      const group = groups.get(key)
      const example = { rowNumber, name, value: shorten(issue.value, 60) }
      if (!group) {
        const warning = {
          message: issue.message,
          column: columnOf(roster, issue.field),
          total: 1,
          examples: [example],
        }
        groups.set(key, { issue, said: warning })
        continue
      }
      group.said.total += 1
      group.said.message = issue.group ?? issue.message
      if (group.said.examples.length < MOST_EXAMPLES) group.said.examples.push(example)
    }
  }
  return [...groups.values()]
    .map(({ said: warning }) => warning)
    .sort((a, b) => b.total - a.total)
    .slice(0, MOST_LISTED)
}

/** What is said about one row, each sentence beside the column and the cell it is about. */
export function explainRow(
  roster: Pick<RosterImport, "headers" | "mapping">,
  { rowNumber, name }: { rowNumber: number; name: string },
  issues: readonly RowIssue[],
): ExplainedRow {
  return {
    rowNumber,
    name,
    says: issues.map(({ field, value, message }) => ({
      column: columnOf(roster, field),
      value: shorten(value, 60),
      message,
    })),
  }
}

function columnOf(
  { headers, mapping }: Pick<RosterImport, "headers" | "mapping">,
  field: RowIssue["field"],
): string {
  const column = field ? headers.findIndex((_, index) => mapping[index] === field) : -1
  return (column >= 0 ? headers[column] : field ? rosterFields[field] : "") ?? ""
}

const cut = <Row, Shown>(rows: readonly Row[], show: (row: Row) => Shown): Listed<Shown> => ({
  rows: rows.slice(0, MOST_LISTED).map(show),
  total: rows.length,
})

const dayLabels = {
  1: "Mondays",
  2: "Tuesdays",
  3: "Wednesdays",
  4: "Thursdays",
  5: "Fridays",
  6: "Saturdays",
  7: "Sundays",
} as const
