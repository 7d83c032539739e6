import type { ReactNode } from "react"
import { Status } from "~/components/ui/status"
import type { Assignment } from "~/models/learning/assignment/assignment"
import { formatDate } from "~/utils/formats"

type TaskListProps = {
  tasks: Assignment[]
  /** what can be done with a task */
  action: (task: Assignment) => ReactNode
}

/** Tasks with due dates, who assigned them, and their buttons. */
export function TaskList({ tasks, action }: TaskListProps) {
  return (
    <ul className="task-list">
      {tasks.map((task) => (
        <li key={task.id}>
          <div>
            <p className="whitespace-pre-line wrap-anywhere">{task.task}</p>
            <p className="small dim">
              <DueText task={task} />
              {[
                task.className,
                task.by ? `from ${task.by}` : null,
                `assigned ${formatDate(task.givenOn, "day")}`,
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          </div>
          {action(task)}
        </li>
      ))}
    </ul>
  )
}

function DueText({ task: { doneOn, doneBy, dueOn, isLate } }: { task: Assignment }) {
  if (doneOn)
    return (
      <>
        <Status tone="ok">Completed {formatDate(doneOn, "day")}</Status>
        {doneBy ? ` by ${doneBy}; ` : "; "}
      </>
    )
  if (!dueOn) return null
  return (
    <>
      <Status head={isLate ? "x" : "open"} tone={isLate ? "bad" : undefined}>
        {isLate ? "Was due" : "Due"} {formatDate(dueOn, "short")}
      </Status>
      {"; "}
    </>
  )
}
