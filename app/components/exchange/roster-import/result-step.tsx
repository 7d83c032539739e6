import { PostForm, SubmitButton } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import type { ExplainedRow, Paged } from "~/models/exchange/roster-import/dry-run"
import {
  asSentence,
  type DeletedCounts,
  type ImportSummary,
} from "~/models/exchange/roster-import/roster-import"
import { countOf, formatNumber, formFor } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { ExplainedRows } from "./explained-rows"

type ResultStepProps = {
  importId: string
  state: "imported" | "undone"
  /** whether it was canceled before its end */
  isCanceled: boolean
  summary: ImportSummary
  /** of an import that was undone or canceled, how much was deleted */
  deleted: DeletedCounts | null
  problems: Paged<ExplainedRow>
  /** why the import can't be undone; empty while it can */
  obstacles: string[]
}

/** What an import created, the rows it left out, and how to undo it. */
export function ResultStep(props: ResultStepProps) {
  const { importId, state, isCanceled, summary, deleted, problems, obstacles } = props
  return (
    <>
      {deleted ? (
        <Undone isCanceled={isCanceled} deleted={deleted} keptRows={summary.kept ?? []} />
      ) : (
        <FigureRow
          label="Imported"
          items={[
            countItem(summary.students, "student"),
            countItem(summary.families, "new family", "new families"),
            countItem(summary.teachers, "new teacher"),
            countItem(summary.classes, "class", "classes"),
            countItem(summary.sessions, "lesson on the schedule", "lessons on the schedule"),
            countItem(summary.problems, "row not imported", "rows not imported"),
          ]}
        />
      )}
      {state === "imported" ? (
        <p className="buttons">
          <LinkButton to={paths.schedule()} variant="primary">
            View schedule
          </LinkButton>
          <LinkButton to={paths.students()}>View students</LinkButton>
        </p>
      ) : null}
      {state === "imported" && summary.clashes > 0 ? (
        <CalloutText tone="amber">
          {countOf(summary.clashes, "new lesson overlaps", "new lessons overlap")} another lesson with the
          same teacher, room or student. The schedule marks each conflict.
        </CalloutText>
      ) : null}
      {state === "imported" && summary.notJoined ? (
        <Callout tone="amber">
          <p>{countOf(summary.notJoined.length, "student couldn’t", "students couldn’t")} join a class:</p>
          <ul className="grid gap-1">
            {summary.notJoined.slice(0, 25).map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
          {summary.notJoined.length > 25 ? (
            <p>And {formatNumber(summary.notJoined.length - 25)} more.</p>
          ) : null}
        </Callout>
      ) : null}
      {problems.total > 0 ? (
        <section className="section" aria-labelledby="problems">
          <header>
            <h2 id="problems">{countOf(problems.total, "row")} not imported</h2>
            <a href={paths.importProblems(importId)}>Download these rows</a>
          </header>
          {state === "imported" ? (
            <p className="dim">Fix them in the downloaded file, then import that file.</p>
          ) : (
            <p className="dim">
              {formFor(problems.total, "This row was", "These rows were")} left out and didn’t need to be
              deleted.
            </p>
          )}
          <ExplainedRows caption="Rows not imported" list={problems} />
        </section>
      ) : null}
      {state === "imported" ? <WayBack summary={summary} obstacles={obstacles} /> : null}
    </>
  )
}

const countItem = (n: number, one: string, many?: string) => ({
  figure: formatNumber(n),
  label: formFor(n, one, many),
})

type UndoneProps = { isCanceled: boolean; deleted: DeletedCounts; keptRows: string[] }

function Undone({ isCanceled, deleted, keptRows }: UndoneProps) {
  const what = isCanceled ? "This import was canceled" : "This import was undone"
  return (
    <>
      {keptRows.length === 0 ? (
        <CalloutText>{what}, and everything it created was deleted.</CalloutText>
      ) : (
        <CalloutText tone="amber">
          {what}. What it created was deleted, except for {countOf(keptRows.length, "record")} already in use:{" "}
          {keptRows.slice(0, 10).join(", ")}
          {keptRows.length > 10 ? `, and ${formatNumber(keptRows.length - 10)} more` : ""}.
        </CalloutText>
      )}
      <FigureRow
        label={isCanceled ? "Canceled and deleted" : "Undone and deleted"}
        items={[
          countItem(deleted.students, "student deleted", "students deleted"),
          countItem(deleted.families, "family deleted", "families deleted"),
          countItem(deleted.teachers, "teacher deleted", "teachers deleted"),
          countItem(deleted.classes, "class deleted", "classes deleted"),
          ...(deleted.sessions === null
            ? []
            : [countItem(deleted.sessions, "lesson deleted", "lessons deleted")]),
        ]}
      />
    </>
  )
}

function WayBack({ summary, obstacles }: Pick<ResultStepProps, "summary" | "obstacles">) {
  if (obstacles.length > 0)
    return (
      <Callout>
        <p>
          <b>This import can no longer be undone</b> because some of its data is in use:
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
          Deletes only the {asSentence(summary)} and {countOf(summary.sessions, "lesson")} this import
          created. You can undo it until someone uses this data.
        </p>
        <SubmitButton
          variant="danger-primary"
          intent="undo"
          pending="Undoing…"
          label="Delete imported data"
        />
      </PostForm>
    </details>
  )
}
