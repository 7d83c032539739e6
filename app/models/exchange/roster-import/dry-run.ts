import { formatDate, formatTime } from "~/utils/formats"
import type { PlannedClass } from "../roster/roster-classes"
import type { PlannedFamily } from "../roster/roster-families"
import { rosterFields } from "../roster/roster-field-names"
import { isPerhapsKnown, leftOutBecause } from "../roster/roster-known"
import { headingText } from "../roster/roster-layout"
import { layoutTexts, recognizeExport } from "../roster/roster-notices"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"
import type { RowIssue } from "../roster/roster-reading"
import { rowText, shorten } from "../roster/roster-text"
import type { RosterImport } from "./roster-import.server"

// The import plan as its reviewer sees it: what would be created, what is left out and why. A warning shared by many rows is shown
// once; long lists are paged or cut. The counts and the file of problem rows are complete.

export const ROWS_PER_PAGE = 25
export const MOST_LISTED = 100
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

/** A class whose new lessons overlap others of its teacher: how many of them, the first one's day, and with what. */
export type ClashingClass = {
  key: string
  name: string
  when: string
  overlaps: string
  first: string
  lessons: number
}

/** A row that may be someone who is here already. */
export type PerhapsKnown = { rowNumber: number; name: string; because: string; isLeftOut: boolean }

/** Something that is true of several rows, with the first of them. */
export type RowWarning = {
  message: string
  column: string
  total: number
  examples: { rowNumber: number; name: string; value: string }[]
}

/** A row that is added to a student, and what it adds. */
export type AddedRow = { rowNumber: string; name: string; what: string }

/** A row that looks like no student. */
export type NoStudentRow = {
  rowNumber: number
  label: string
  text: string
  because: string
  isStudent: boolean
}

export function describePlan(
  roster: Pick<RosterImport, "headers" | "rows" | "mapping" | "options" | "layout" | "records" | "encoding">,
  plan: RosterPlan,
  pages: { problems: number; perhapsKnown: number },
  /** The classes whose clashes are named already. */
  named: ReadonlySet<string> = new Set(),
) {
  const noStudents = new Set(
    plan.rows.flatMap(({ isNoStudent, rowNumber }) => (isNoStudent ? [rowNumber] : [])),
  )
  const cellsText = new Map(
    roster.rows.flatMap(({ rowNumber, cells }) =>
      noStudents.has(rowNumber) ? [[rowNumber, shorten(cells.filter(Boolean).join(" · "), 80)] as const] : [],
    ),
  )
  const nameOfRow = new Map(plan.rows.map(({ rowNumber, name }) => [rowNumber, name]))
  const namesOf = (rowNumbers: readonly number[]) =>
    rowNumbers.slice(0, 10).map((row) => nameOfRow.get(row) ?? "")
  const teacherNames = new Map(plan.teachers.map(({ key, name }) => [key, name]))
  const familyText = ({ name, guardians, rowNumbers, openingMinor }: PlannedFamily) => ({
    name,
    guardians: guardians.map((guardian) => guardian.name).join(", "),
    students: namesOf(rowNumbers).join(", "),
    openingMinor: openingMinor ?? null,
  })
  const problems = plan.rows.filter(({ state }) => state === "problem")
  return {
    counts: plan.counts,
    leftOut: plan.rows.filter(isLeftOut).length,
    known: plan.rows.filter(isOfSchool).length,
    notices: [
      headingText(roster.layout),
      ...layoutTexts(roster.records, roster.layout, roster.encoding),
      ...[recognizeExport(roster.headers)].flatMap((text) => text ?? []),
      ...plan.dates,
      ...plan.notices,
    ],
    questions: cut(plan.questions, ({ key, text, choices, chosen }) => ({
      key,
      text,
      choices: [...choices],
      chosen,
    })),
    unused: plan.unused.map(({ column, header, looks, samples, uses }) => ({
      column,
      header,
      looks,
      samples,
      uses: uses.map((use) => ({ value: use as string, label: rosterFields[use] })),
    })),
    added: cut(
      plan.rows.filter(({ state }) => state === "added"),
      (row): AddedRow => ({
        rowNumber: rowText(row.rowNumber),
        name: row.name,
        what: addsText(row),
      }),
    ),
    others: cut(
      plan.rows.filter(({ isNoStudent }) => isNoStudent),
      ({ rowNumber, skippedBecause }): NoStudentRow => ({
        rowNumber,
        label: rowText(rowNumber),
        text: cellsText.get(rowNumber) ?? "",
        because: skippedBecause ?? "",
        isStudent: false,
      }),
    ),
    asStudents: roster.options.students ?? [],
    families: cut(
      plan.families.filter(({ existingFamilyId }) => existingFamilyId === null),
      familyText,
    ),
    joined: cut(
      plan.families.filter(
        ({ existingFamilyId, rowNumbers }) => existingFamilyId !== null && rowNumbers.length > 0,
      ),
      familyText,
    ),
    teachers: plan.teachers.map(({ name, use, rowNumbers }) => ({ name, use, rows: rowNumbers.length })),
    classes: cut(plan.classes, ({ name, teacherKey, schedule, price, rowNumbers }) => ({
      name,
      teacher: teacherNames.get(teacherKey ?? "") ?? null,
      when: whenOf({ schedule }),
      since: formatDate(schedule.startsOn, "medium"),
      price,
      students: rowNumbers.length,
    })),
    problems: pageOf(problems, pages.problems, (row): ExplainedRow => explainRow(roster, row, row.problems)),
    perhapsKnown: pageOf(
      plan.rows.filter(mayBeKnown),
      pages.perhapsKnown,
      (row): PerhapsKnown => ({
        rowNumber: row.rowNumber,
        name: row.name,
        because: row.warnings
          .filter(isPerhapsKnown)
          .map(({ message }) => message)
          .join(" "),
        isLeftOut: isLeftOut(row),
      }),
    ),
    rescuable: problems.filter(isRescuable).length,
    warnings: groupWarnings(roster, plan.rows, named),
    skipped: cut(plan.rows.filter(isOfSchool), ({ rowNumber, name, skippedBecause }) => ({
      rowNumber: rowText(rowNumber),
      name,
      because: skippedBecause ?? "",
    })),
    repeated: cut(
      plan.rows.filter(
        (row) => row.state === "skipped" && !isLeftOut(row) && !isOfSchool(row) && !row.isNoStudent,
      ),
      ({ rowNumber, name, skippedBecause }) => ({
        rowNumber: rowText(rowNumber),
        name,
        because: skippedBecause ?? "",
      }),
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

/** The rows that may be someone who is here already, by number. */
export const perhapsKnownIn = (plan: Pick<RosterPlan, "rows">): number[] =>
  plan.rows.filter(mayBeKnown).map(({ rowNumber }) => rowNumber)

const mayBeKnown = (row: PlannedRow): boolean =>
  (row.state === "ready" || isLeftOut(row)) && row.warnings.some(isPerhapsKnown)

const isLeftOut = ({ skippedBecause }: PlannedRow): boolean => skippedBecause === leftOutBecause

/** Whether a row is skipped because the school has its student. */
const isOfSchool = (row: PlannedRow): boolean =>
  row.state === "skipped" &&
  !isLeftOut(row) &&
  !row.isNoStudent &&
  !/^Says the same/.test(row.skippedBecause ?? "")

/** "Theory, Saturdays 10:00 AM is added to row 2." */
function addsText({ adds }: PlannedRow): string {
  if (!adds) return ""
  const { of, what } = adds
  const to =
    "rowNumber" in of
      ? `to row ${rowText(of.rowNumber)}`
      : "to the student at your school; nothing else of this row is imported"
  return `adds ${what.join(", ")} ${to}.`
}

const isKnown = ({ code, field }: RowIssue): boolean => code === "already-here" && field === null

const isOptional = ({ code, field }: RowIssue): boolean =>
  field !== null &&
  (code === "cell" || code === "schedule-incomplete") &&
  !["firstName", "lastName", "fullName"].includes(field)

/** Equal warnings of rows that are imported, the most frequent first. Who is added, who may be known and what overlaps have lists of their own. */
function groupWarnings(
  roster: Pick<RosterImport, "headers" | "mapping">,
  rows: readonly PlannedRow[],
  named: ReadonlySet<string>,
): RowWarning[] {
  const groups = new Map<string, { issue: RowIssue; said: RowWarning }>()
  for (const { state, rowNumber, name, warnings, enrollment } of rows) {
    if (state !== "ready" && state !== "added") continue
    for (const issue of warnings) {
      if (issue.code === "new-teacher" || isPerhapsKnown(issue)) continue
      if (issue.code === "clash" && named.has(enrollment?.classKey ?? "")) continue
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

const pageOf = <Row, Shown>(rows: readonly Row[], page: number, show: (row: Row) => Shown): Paged<Shown> => ({
  rows: rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map(show),
  total: rows.length,
  page,
})

const cut = <Row, Shown>(rows: readonly Row[], show: (row: Row) => Shown): Listed<Shown> => ({
  rows: rows.slice(0, MOST_LISTED).map(show),
  total: rows.length,
})

/** "Mondays 4:00 PM, 30 min" */
export const whenOf = ({
  schedule: { weekday, time, minutes, everyWeeks },
}: Pick<PlannedClass, "schedule">): string =>
  [
    `${dayLabels[weekday]} ${formatTime(time)}`,
    `${minutes} min`,
    ...(everyWeeks ? ["every 2 weeks"] : []),
  ].join(", ")

const dayLabels = {
  1: "Mondays",
  2: "Tuesdays",
  3: "Wednesdays",
  4: "Thursdays",
  5: "Fridays",
  6: "Saturdays",
  7: "Sundays",
} as const
