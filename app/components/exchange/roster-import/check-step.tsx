import type { SubmissionResult } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import { Link } from "~/components/ui/link"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { WEEKS_AHEAD } from "~/models/exchange/roster-import/roster-import"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { CheckForm } from "./check-form"
import { type Clashes, ClashList } from "./clash-list"
import { ExplainedRows } from "./explained-rows"
import { MadeLists } from "./made-lists"
import { OtherRows } from "./other-rows"
import { RowMessages } from "./row-messages"
import { UnusedColumns } from "./unused-columns"

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
          `Lessons are scheduled ${WEEKS_AHEAD} weeks ahead, from ${formatDate(lessonsFrom, "full")} or the class’s start date.`,
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
