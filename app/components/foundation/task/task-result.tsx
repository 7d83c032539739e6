import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { type Pages, Pagination } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import { sentenceOfTask, type TaskFacts, taskKinds } from "~/models/foundation/task/task"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Items that are done, couldn't be done, or were left when the task was canceled. */
export type TaskList = "done" | "exceptions" | "left"

type TaskResultProps = {
  task: Pick<TaskFacts, "id" | "kind" | "state" | "total" | "done" | "excepted">
  list: TaskList
  items: { id: string; name: string; note: string | null; to: string | null }[]
  pages: Pages
  /** The task that took this one back: how many items, and how many it couldn't. */
  undo: { id: string; undone: number; left: number } | null
  /** What people already know of it, to be read before it is undone. */
  known: string | null
}

function undoSentence(
  { undone, left }: NonNullable<TaskResultProps["undo"]>,
  item: [string, string],
): string {
  if (undone === 0) return left > 0 ? "Nothing could be undone." : "This is being undone."
  return left > 0 ? `This was undone, except for ${countOf(left, ...item)}.` : "This was undone."
}

/** What a task that has ended did, and what it couldn't do. */
export function TaskResult({ task, list, items, pages, undo: undoing, known }: TaskResultProps) {
  const { id, kind, state, total, done, excepted } = task
  const { exceptions, item, undo } = taskKinds[kind]
  const lists: { key: TaskList; label: string; count: number }[] = [
    { key: "exceptions", label: exceptions, count: excepted },
    { key: "done", label: "Done", count: done - excepted },
    { key: "left", label: "Left when canceled", count: total - done },
  ]
  const shown = lists.filter(({ count }) => count > 0)
  return (
    <section className="section" aria-labelledby="result">
      <h2 id="result">{state === "canceled" ? "Canceled" : "Finished"}</h2>
      <Callout tone={state === "canceled" || excepted > 0 ? "amber" : "ink"}>
        <p>{sentenceOfTask(task)}</p>
      </Callout>
      {undoing ? (
        <p>
          {undoSentence(undoing, item)}{" "}
          <Link to={paths.task(undoing.id)}>
            {undoing.undone > 0 || undoing.left === 0 ? "What was undone" : "Why"}
          </Link>
        </p>
      ) : null}
      {undo && (undoing ? undoing.left > 0 : done > excepted) ? (
        <>
          {known ? (
            <Callout tone="amber">
              <p>{known}</p>
            </Callout>
          ) : null}
          <PostForm className="buttons">
            <SubmitButton variant="secondary" intent="undo" pending="Undoing…">
              {undoing ? "Try to undo the rest" : undo.button}
            </SubmitButton>
            <span className="dim">{undo.effect}</span>
          </PostForm>
        </>
      ) : null}
      {shown.length > 0 ? (
        <>
          <Tabs
            label="Results"
            tabs={shown.map(({ key, label, count }) => ({
              key,
              label: `${label} ${formatNumber(count)}`,
              to: paths.task(id, { list: key }),
            }))}
            current={list}
          />
          <DataTable
            caption={lists.find(({ key }) => key === list)?.label ?? "Results"}
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              { label: "Name", cell: ({ name }) => name },
              {
                label: list === "exceptions" ? "Reason" : "Result",
                cell: ({ note, to }) => (to && note ? <Link to={to}>{note}</Link> : (note ?? "–")),
              },
            ]}
          />
          <Pagination {...pages} />
        </>
      ) : null}
    </section>
  )
}
