import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Link } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { sentenceOfTask, taskKinds } from "~/models/foundation/task/task"
import { countTasks, listTasks, tasksPerPage, titleOf } from "~/models/foundation/task/task.server"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "task:read")
  const page = readPage(request)
  const tasks = listTasks(actor, page)
  return {
    tasks: tasks.map(({ about, createdAt, ...task }) => ({
      ...task,
      title: titleOf({ kind: task.kind, about }),
      startedAt: formatInstant(createdAt, actor.school.timeZone),
    })),
    pages: paged(request, countTasks(actor), tasksPerPage),
  }
}

export const meta: MetaFunction = () => [{ title: "Background work · Tutti" }]

export default function Tasks() {
  const { tasks, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Background work" expression="long work that keeps running while you do other things" />
      <DataTable
        caption="Background work, newest first"
        rows={tasks}
        empty="No background work yet. Large invoice runs appear here with their progress and results."
        columns={[
          {
            label: "Work",
            cell: ({ id, title }) => <Link to={paths.task(id)}>{title}</Link>,
          },
          { label: "Started", cell: ({ startedAt }) => startedAt },
          { label: "By", cell: ({ starterName }) => starterName ?? "–" },
          { label: "Status", cell: (task) => progressText(task) },
        ]}
      />
      <Pagination {...pages} />
    </>
  )
}

function progressText(task: ReturnType<typeof useLoaderData<typeof loader>>["tasks"][number]): string {
  const { kind, state, done, total, excepted } = task
  const sofar = `${formatNumber(done)} of ${countOf(total, ...taskKinds[kind].item)}`
  if (state === "failed") return `Stopped: ${sofar}`
  if (state === "waiting" || state === "running") return `In progress: ${sofar}`
  return `${sentenceOfTask(task)}${excepted > 0 ? ` ${countOf(excepted, "exception")}.` : ""}`
}
