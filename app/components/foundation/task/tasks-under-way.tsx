import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { type TaskFacts, taskKinds } from "~/models/foundation/task/task"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

type TasksUnderWayProps = { tasks: Pick<TaskFacts, "id" | "kind" | "state" | "done" | "total">[] }

/** Says on the screens it concerns that work is running, with the way to it. */
export function TasksUnderWay({ tasks }: TasksUnderWayProps) {
  return tasks.map(({ id, kind, state, done, total }) => {
    const { title, running, item } = taskKinds[kind]
    return (
      <CalloutText key={id} tone={state === "failed" ? "red" : "ink"}>
        {state === "failed" ? `${title} stopped` : running}: {formatNumber(done)} of {countOf(total, ...item)}
        . <Link to={paths.task(id)}>See progress</Link>
      </CalloutText>
    )
  })
}
