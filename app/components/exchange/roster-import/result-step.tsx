import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { LinkButton } from "~/components/ui/button"
import { Measures } from "~/components/ui/measures"
import { Note } from "~/components/ui/note"
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
  /** what stands in the way of undoing it; empty while it can be undone */
  obstacles: string[]
}

/** What an import made, the rows it left out, and the way back. */
export function ResultStep({ importId, state, isCanceled, summary, problems, obstacles }: ResultStepProps) {
  return (
    <>
      {state === "undone" ? <Undone isCanceled={isCanceled} kept={summary.kept ?? []} /> : null}
      <Measures
        label="Imported"
        measures={[
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
          <LinkButton to={paths.schedule()} variant="go">
            See the schedule
          </LinkButton>
          <LinkButton to={paths.students()}>See the students</LinkButton>
        </p>
      ) : null}
      {summary.clashes > 0 ? (
        <Note tone="amber">
          <p>
            {countOf(summary.clashes, "new session")} overlap another of the same teacher, room or student.
            The schedule shows which.
          </p>
        </Note>
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

function Undone({ isCanceled, kept }: { isCanceled: boolean; kept: string[] }) {
  const what = isCanceled ? "This import was canceled before its end" : "This import was undone"
  if (kept.length === 0)
    return (
      <Note>
        <p>{what}: everything it had made is deleted. The numbers say what that was.</p>
      </Note>
    )
  return (
    <Note tone="amber">
      <p>
        {what}: what it had made is deleted, except for {countOf(kept.length, "record")} that people began to
        use in the meantime: {kept.slice(0, 10).join(", ")}
        {kept.length > 10 ? `, and ${kept.length - 10} more` : ""}.
      </p>
    </Note>
  )
}

function WayBack({ summary, obstacles }: Pick<ResultStepProps, "summary" | "obstacles">) {
  if (obstacles.length > 0)
    return (
      <Note>
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
      </Note>
    )
  return (
    <details>
      <summary className="py-2.5">Undo this import</summary>
      <PostForm className="buttons">
        <p>
          Deletes the {asSentence(summary)} and {countOf(summary.sessions, "session")} this import made, and
          nothing else. It is possible until the school has worked with them.
        </p>
        <SubmitButton variant="cut-go" intent="undo" pending="Undoing…">
          Delete what was imported
        </SubmitButton>
      </PostForm>
    </details>
  )
}
