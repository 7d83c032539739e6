import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import { Link } from "~/components/ui/link"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { asSentence, WEEKS_AHEAD } from "~/models/exchange/roster-import/roster-import"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { ExplainedRows } from "./explained-rows"
import { MadeLists } from "./made-lists"
import { RowMessages } from "./row-messages"

type CheckStepProps = {
  importId: string
  run: DryRun
  fingerprint: string
  fileProblems: string[]
  lessonsFrom: string
  keepsUnreadable: boolean
  currency: string
  isSolo: boolean
}

/** The dry run: everything the import would do. */
export function CheckStep({
  importId,
  run,
  fingerprint,
  fileProblems,
  lessonsFrom,
  keepsUnreadable,
  currency,
  isSolo,
}: CheckStepProps) {
  const { counts, warnings } = run
  return (
    <>
      <FigureRow
        label="What the file holds"
        items={[
          { figure: counts.students, label: "students ready" },
          { figure: counts.problems, label: "rows with problems" },
          { figure: counts.skipped, label: "already in the school" },
          { figure: warnings.length, label: "worth a look" },
        ]}
      />
      {fileProblems.length > 0 || run.hitsLimit ? (
        <Callout tone="red">
          {fileProblems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          {run.hitsLimit ? (
            <p>
              Your plan has too few places for this list.{" "}
              <Link to={paths.selectPlan({ upgrade: "true" })}>Upgrade your plan</Link>, or import the rows
              that fit.
            </p>
          ) : null}
        </Callout>
      ) : null}
      <Notices run={run} lessonsFrom={lessonsFrom} />
      {counts.ready > 0 ? <MadeLists run={run} currency={currency} isSolo={isSolo} /> : null}
      {run.problems.total > 0 ? (
        <section className="section" aria-labelledby="problems">
          <header>
            <h2 id="problems">{countOf(run.problems.total, "row")} will stay out</h2>
            <a href={paths.importProblems(importId)}>Download these rows</a>
          </header>
          <p className="dim">Mend them in the downloaded file and import that file afterwards.</p>
          {run.rescuable > 0 && !keepsUnreadable ? <Rescue rows={run.rescuable} /> : null}
          <ExplainedRows
            caption="Rows with problems"
            list={run.problems}
            pageAddress={(page) => paths.import(importId, "check", page)}
          />
        </section>
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
      {warnings.length > 0 ? (
        <section className="section" aria-labelledby="warnings">
          <h2 id="warnings">Worth a look</h2>
          <p className="dim">These rows are imported.</p>
          <RowMessages said={warnings} />
        </section>
      ) : null}
      <PostForm className="buttons">
        <input type="hidden" name="fingerprint" value={fingerprint} />
        {counts.ready > 0 ? (
          <SubmitButton intent="import" pending="Importing…">
            Import {asSentence(counts)}
          </SubmitButton>
        ) : (
          <p>No row of this file can be imported.</p>
        )}
        <Link className="button" to={paths.import(importId, "columns")}>
          Change the columns
        </Link>
        <span className="dim">
          Nothing is written until you import. An import can be canceled while it runs, which deletes what it
          has made so far, and undone until somebody has worked with it.
        </span>
      </PostForm>
    </>
  )
}

/** Rows that stay out only for a cell the student doesn't need. */
function Rescue({ rows }: { rows: number }) {
  return (
    <PostForm className="buttons">
      <p>
        {countOf(rows, "row has", "rows have")} a problem only in cells a student can do without, such as a
        price or a birth date.
      </p>
      <SubmitButton variant="secondary" intent="keep-unreadable" pending="Checking…">
        Import these students without those cells
      </SubmitButton>
      <span className="dim">The cells are kept in the students’ notes.</span>
    </PostForm>
  )
}

function Notices({ run, lessonsFrom }: { run: DryRun; lessonsFrom: string }) {
  const lines = [
    ...run.notices,
    ...(run.counts.classes > 0
      ? [
          `Lessons go on the schedule from ${formatDate(lessonsFrom, "full")}, or from the day a class begins, for ${WEEKS_AHEAD} weeks ahead.`,
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
