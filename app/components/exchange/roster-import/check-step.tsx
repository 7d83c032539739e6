import type { SubmissionResult } from "@conform-to/react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { rowText } from "~/models/exchange/roster/roster-text"
import type {
  ClashingClass,
  DryRun,
  Listed,
  RowWarning as Said,
} from "~/models/exchange/roster-import/dry-run"
import { WEEKS_AHEAD } from "~/models/exchange/roster-import/roster-import"
import { countOf, formatDate, formatNumber, formFor } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { CheckForm } from "./check-form"
import { ExplainedRows } from "./explained-rows"
import { MadeLists } from "./made-lists"

const looksLike = {
  email: "email addresses",
  phone: "phone numbers",
  date: "dates",
  money: "amounts of money",
  name: "names of people",
  address: "addresses",
} as const

/** Columns that go to the notes, or nowhere, though they look like more: each can be used as a field. */
function UnusedColumns({ columns }: { columns: DryRun["unused"] }) {
  if (columns.length === 0) return null
  return (
    <section className="section" aria-labelledby="unused">
      <h2 id="unused">{countOf(columns.length, "column")} without a field</h2>
      <ul className="rows">
        {columns.map(({ column, header, looks, samples, uses }) => (
          <li key={column}>
            <PostForm className="toolbar" sends={{ column }}>
              <p className="wrap-anywhere">
                <b>{header}</b> looks like {looksLike[looks]} and{" "}
                {looks === "money" ? "isn’t imported" : "goes to the notes"}.{" "}
                <span className="dim">{samples.join(" · ")}</span>
              </p>
              <label htmlFor={`use-${column}`}>Use it as</label>
              <select id={`use-${column}`} name="use" defaultValue={uses[0]?.value}>
                <GroupedOptions choices={uses} />
              </select>
              <SubmitButton variant="secondary" intent="use" pending="Checking…" label="Use column" />
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

type CheckStepProps = {
  importId: string
  run: DryRun
  /** How many more students would be added without the cells that can’t be read. */
  kept: number
  fingerprint: string
  fileProblems: string[]
  lessonsFrom: string
  /** How many of the lessons are over by now. */
  past: number
  clashes: Clashes
  keepsUnreadable: boolean
  currency: string
  isSolo: boolean
  lastResult?: SubmissionResult<string[]>
}

/** The dry run: everything the import would do. */
export function CheckStep({
  importId,
  run,
  kept,
  fingerprint,
  fileProblems,
  lessonsFrom,
  past,
  clashes,
  keepsUnreadable,
  currency,
  isSolo,
  lastResult,
}: CheckStepProps) {
  const { counts, warnings } = run
  return (
    <>
      <FigureRow
        label="What’s in the file"
        items={[
          { figure: formatNumber(counts.students), label: `${formFor(counts.students, "student")} ready` },
          {
            figure: formatNumber(counts.problems),
            label: `${formFor(counts.problems, "row")} with problems`,
          },
          { figure: formatNumber(run.known), label: "already in the school" },
          ...(counts.added > 0
            ? [
                {
                  figure: formatNumber(counts.added),
                  label: formFor(counts.added, "row adds to a student", "rows add to a student"),
                },
              ]
            : []),
          ...(run.perhapsKnown.total > 0
            ? [
                {
                  figure: formatNumber(run.perhapsKnown.total),
                  label: formFor(run.perhapsKnown.total, "possible duplicate"),
                },
              ]
            : []),
          {
            figure: formatNumber(warnings.length),
            label: `${formFor(warnings.length, "note")} worth a look`,
          },
        ]}
      />
      {fileProblems.length > 0 || run.hitsLimit ? (
        <Callout tone="red">
          {fileProblems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          {run.hitsLimit ? (
            <p>
              Your plan doesn’t have room for everyone in this file.{" "}
              <Link to={paths.selectPlan({ upgrade: "true" })}>Upgrade your plan</Link>, or import the rows
              that fit.
            </p>
          ) : null}
        </Callout>
      ) : null}
      <Notices run={run} lessonsFrom={lessonsFrom} past={past} />
      <UnusedColumns columns={run.unused} />
      {counts.ready + counts.added > 0 ? <MadeLists run={run} currency={currency} isSolo={isSolo} /> : null}
      {clashes.lessons > 0 ? <ClashList {...clashes} /> : null}
      {run.problems.total > 0 ? (
        <section className="section" aria-labelledby="problems">
          <header>
            <h2 id="problems">{countOf(run.problems.total, "row")} won’t be imported</h2>
            <a href={paths.importProblems(importId)}>Download these rows</a>
          </header>
          <p className="dim">Fix them in the downloaded file, then import that file.</p>
          {kept > 0 && !keepsUnreadable ? <Rescue rows={run.rescuable} students={kept} /> : null}
          <ExplainedRows caption="Rows with problems" list={run.problems} />
        </section>
      ) : null}
      <OtherRows run={run} />
      {warnings.length > 0 ? (
        <section className="section" aria-labelledby="warnings">
          <h2 id="warnings">Worth a look</h2>
          <p className="dim">These rows are imported.</p>
          <RowMessages said={warnings} />
        </section>
      ) : null}
      <CheckForm
        importId={importId}
        run={run}
        fingerprint={fingerprint}
        lessonsFrom={lessonsFrom}
        lastResult={lastResult}
      />
    </>
  )
}

/** Rows that stay out only for a cell the student doesn't need. */
function Rescue({ rows, students }: { rows: number; students: number }) {
  return (
    <PostForm className="buttons">
      <p>
        {countOf(rows, "row has", "rows have")} problems only in optional cells, such as a price or birth
        date.
      </p>
      <SubmitButton variant="secondary" intent="keep-unreadable" pending="Checking…">
        Import {countOf(students, "student")} without those cells
      </SubmitButton>
      <span className="dim">The cells are kept in the students’ notes, prices aren’t.</span>
    </PostForm>
  )
}

function Notices({ run, lessonsFrom, past }: Pick<CheckStepProps, "run" | "lessonsFrom" | "past">) {
  const lines = [
    ...run.notices,
    ...(run.counts.classes > 0
      ? [
          `Lessons are scheduled from ${formatDate(lessonsFrom, "full")} or the class’s start date until ${WEEKS_AHEAD} weeks from today.`,
        ]
      : []),
    ...(past > 0
      ? [
          `${countOf(past, "of these lessons is", "of these lessons are")} over already and will wait for attendance. To leave out past lessons, schedule them from today.`,
        ]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <Callout>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Callout>
  )
}

/** Warnings, each once, with the first rows it applies to. */
function RowMessages({ said }: { said: Said[] }) {
  return (
    <ul className="rows">
      {said.map(({ message, column, total, examples }) => (
        <li key={`${column} ${message}`}>
          {/* The list's rows are flex boxes: as one item, the sentence wraps as a sentence. */}
          <p className="wrap-anywhere">
            <b>{countOf(total, "row")}:</b> {message}{" "}
            <span className="dim">
              {examples
                .map(({ rowNumber, name, value }) =>
                  [`row ${rowText(rowNumber)}`, name && ` (${name})`, value && `: “${value}”`]
                    .filter(Boolean)
                    .join(""),
                )
                .join("; ")}
              {total > examples.length ? `; and ${formatNumber(total - examples.length)} more` : ""}
              {column ? `. Column: ${column}` : ""}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

type Clashes = {
  lessons: number
  classes: Listed<ClashingClass>
}

/** The new lessons whose teacher has another one at the same time. */
function ClashList({ lessons, classes }: Clashes) {
  const { rows, total } = classes
  return (
    <section className="section" aria-labelledby="clashes">
      <h2 id="clashes">
        {countOf(lessons, "new lesson overlaps", "new lessons overlap")} another of the same teacher
      </h2>
      <p className="dim">They’re imported as they are, and the schedule marks each one.</p>
      <DataTable
        caption="Overlapping lessons"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { label: "Class", cell: ({ name }) => name },
          { label: "When", cell: ({ when }) => when },
          { label: "Same time", cell: ({ overlaps }) => overlaps },
          { label: "First on", cell: ({ first }) => formatDate(first, "medium") },
          { label: "Lessons", numeric: true, cell: (row) => formatNumber(row.lessons) },
        ]}
      />
      {total > rows.length ? (
        <p className="dim">And {countOf(total - rows.length, "more class", "more classes")}.</p>
      ) : null}
    </section>
  )
}

/** Rows that make no student of their own: what they add, that they say nothing new, or that their student is here. */
function OtherRows({ run }: { run: Pick<DryRun, "added" | "repeated" | "skipped"> }) {
  return (
    <>
      {run.added.total > 0 ? (
        <section className="section" aria-labelledby="added">
          <h2 id="added">{countOf(run.added.total, "row adds to a student", "rows add to a student")}</h2>
          <ul className="rows">
            {run.added.rows.map(({ rowNumber, name, what }) => (
              <li key={rowNumber}>
                <p className="wrap-anywhere">
                  <b>Row {rowNumber}</b> {name} <span className="dim">{what}</span>
                </p>
              </li>
            ))}
          </ul>
          {run.added.total > run.added.rows.length ? (
            <p className="dim">And {formatNumber(run.added.total - run.added.rows.length)} more.</p>
          ) : null}
        </section>
      ) : null}
      {run.repeated.total > 0 ? (
        <details>
          <summary className="py-2.5">
            {countOf(run.repeated.total, "row says", "rows say")} the same as an earlier one
          </summary>
          <ul className="rows">
            {run.repeated.rows.map(({ rowNumber, name, because }) => (
              <li key={rowNumber}>
                <p className="wrap-anywhere">
                  <b>Row {rowNumber}</b> {name} <span className="dim">{because}</span>
                </p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {run.skipped.total > 0 ? (
        <details>
          <summary className="py-2.5">
            {countOf(run.skipped.total, "row")} skipped: already in the school
          </summary>
          <ul className="rows">
            {run.skipped.rows.map(({ rowNumber, because }) => (
              <li key={rowNumber}>
                <p className="wrap-anywhere">
                  <b>Row {rowNumber}</b> {because}
                </p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
