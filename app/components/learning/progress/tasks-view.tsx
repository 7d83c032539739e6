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
  open: Assignment[]
  done: Assignment[]
  result?: SubmissionResult
}

/** Giving a task, what is open, and what was done in the last two months. */
export function TasksView({ name, day, inAWeek, open, done, result }: TasksViewProps) {
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="open">
        <h2 id="open">{open.length ? `Open, ${open.length}` : "Open"}</h2>
        {open.length ? (
          <TaskList
            tasks={open}
            action={({ id }) => (
              <div className="buttons">
                <TaskButton assignmentId={id} intent="done">
                  Done
                </TaskButton>
                <TaskButton assignmentId={id} intent="withdraw" variant="danger">
                  Take back
                </TaskButton>
              </div>
            )}
          />
        ) : (
          <EmptyState>
            Nothing is open. What you give {name} to do stands here and on the family’s page.
          </EmptyState>
        )}
        {done.length ? (
          <details className="disclosure">
            <summary>Done in the last two months, {done.length}</summary>
            <TaskList
              tasks={done}
              action={({ id }) => (
                <TaskButton assignmentId={id} intent="undone" variant="plain">
                  Not done
                </TaskButton>
              )}
            />
          </details>
        ) : null}
      </section>
      <section className="section" aria-labelledby="give">
        <h2 id="give">Give a task</h2>
        <TaskForm key={open.length} day={day} dueOn={inAWeek} result={result} />
      </section>
    </div>
  )
}
