import type { SubmissionResult } from "@conform-to/react"
import { EmptyState } from "~/components/ui/empty-state"
import type { Assignment } from "~/models/learning/assignment/assignment"
import { TaskButton } from "./task-button"
import { TaskForm } from "./task-form"
import { TaskList } from "./task-list"

type TasksViewProps = {
  name: string
  day: string
  inAWeek: string
  entryId: string
  open: Assignment[]
  done: Assignment[]
  result?: SubmissionResult
}

/** Assignments to do, those completed in the last two months, and a form for a new one. */
export function TasksView({ name, day, inAWeek, entryId, open, done, result }: TasksViewProps) {
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="open">
        <h2 id="open">{open.length ? `To do (${open.length})` : "To do"}</h2>
        {open.length ? (
          <TaskList
            tasks={open}
            action={({ id }) => (
              <div className="buttons">
                <TaskButton assignmentId={id} intent="done">
                  Mark as complete
                </TaskButton>
                <TaskButton assignmentId={id} intent="withdraw" variant="danger">
                  Remove
                </TaskButton>
              </div>
            )}
          />
        ) : (
          <EmptyState>No assignments to do. New ones appear here and on {name}’s family page.</EmptyState>
        )}
        {done.length ? (
          <details className="disclosure">
            <summary>Completed in the last two months ({done.length})</summary>
            <TaskList
              tasks={done}
              action={({ id, task }) => (
                <TaskButton assignmentId={id} intent="undone" variant="plain" aria-label={`Reopen ${task}`}>
                  Reopen
                </TaskButton>
              )}
            />
          </details>
        ) : null}
      </section>
      <section className="section" aria-labelledby="give">
        <h2 id="give">New assignment</h2>
        <TaskForm key={open.length} entryId={entryId} day={day} dueOn={inAWeek} result={result} />
      </section>
    </div>
  )
}
