import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import type { ExplainedRow, Paged } from "~/models/exchange/roster-import/dry-run"
import { asSentence, type ImportSummary } from "~/models/exchange/roster-import/roster-import"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { ExplainedRows } from "./explained-rows"

type ResultStepProps = {
  importId: string
  state: "imported" | "undone"
  /** whether it was canceled before its end */
  isCanceled: boolean
  summary: ImportSummary
  problems: Paged<ExplainedRow>
  /** why the import can't be undone; empty while it can */
  obstacles: string[]
}

/** What an import made, the rows it left out, and the way back. */
export function ResultStep({ importId, state, isCanceled, summary, problems, obstacles }: ResultStepProps) {
  return (
    <>
      {state === "undone" ? <Undone isCanceled={isCanceled} keptRows={summary.kept ?? []} /> : null}
      <FigureRow
        label="Imported"
        items={[
          { figure: summary.students, label: "students" },
          { figure: summary.families, label: "new families" },
          { figure: summary.teachers, label: "new teachers" },
          { figure: summary.classes, label: "classes" },
          { figure: summary.sessions, label: "sessions on the schedule" },
          { figure: summary.problems, label: "rows left out" },
        ]}
      />
      {state === "imported" ? (
        <p className="buttons">
          <LinkButton to={paths.schedule()} variant="primary">
            See the schedule
          </LinkButton>
          <LinkButton to={paths.students()}>See the students</LinkButton>
        </p>
      ) : null}
      {summary.clashes > 0 ? (
        <Callout tone="amber">
          <p>
            {countOf(summary.clashes, "new session")} overlap another of the same teacher, room or student.
            The schedule shows which.
          </p>
        </Callout>
      ) : null}
      {problems.total > 0 ? (
        <section className="section" aria-labelledby="problems">
          <header>
            <h2 id="problems">{countOf(problems.total, "row")} stayed out</h2>
            <a href={paths.importProblems(importId)}>Download these rows</a>
          </header>
          <p className="dim">Mend them in the downloaded file and import that file.</p>
          <ExplainedRows
            caption="Rows that stayed out"
            list={problems}
            pageAddress={(page) => paths.import(importId, undefined, page)}
          />
        </section>
      ) : null}
      {state === "imported" ? <WayBack summary={summary} obstacles={obstacles} /> : null}
    </>
  )
}

function Undone({ isCanceled, keptRows }: { isCanceled: boolean; keptRows: string[] }) {
  const what = isCanceled ? "This import was canceled before its end" : "This import was undone"
  if (keptRows.length === 0)
    return (
      <Callout>
        <p>{what}: everything it had made is deleted. The numbers say what that was.</p>
      </Callout>
    )
  return (
    <Callout tone="amber">
      <p>
        {what}: what it had made is deleted, except for {countOf(keptRows.length, "record")} that people began
        to use in the meantime: {keptRows.slice(0, 10).join(", ")}
        {keptRows.length > 10 ? `, and ${keptRows.length - 10} more` : ""}.
      </p>
    </Callout>
  )
}

function WayBack({ summary, obstacles }: Pick<ResultStepProps, "summary" | "obstacles">) {
  if (obstacles.length > 0)
    return (
      <Callout>
        <p>
          <b>This import can no longer be undone</b>, because the school has worked with it:
        </p>
        <ul className="grid gap-1">
          {obstacles.map((obstacle) => (
            <li key={obstacle} className="wrap-anywhere">
              {obstacle}
            </li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <details>
      <summary className="py-2.5">Undo this import</summary>
      <PostForm className="buttons">
        <p>
          Deletes the {asSentence(summary)} and {countOf(summary.sessions, "session")} this import made, and
          nothing else. It is possible until the school has worked with them.
        </p>
        <SubmitButton variant="danger-primary" intent="undo" pending="Undoing…">
          Delete what was imported
        </SubmitButton>
      </PostForm>
    </details>
  )
}
