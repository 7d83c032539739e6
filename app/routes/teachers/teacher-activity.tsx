import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HistoryList } from "~/components/foundation/history/history-list"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { formatInstant } from "~/utils/zones"

const mostEvents = 60

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const events = listHistory(actor, [{ noun: "teacher", ids: [teacher.id] }], mostEvents)
  return {
    history: events.map(({ at, ...event }) => ({ ...event, at: formatInstant(at, actor.school.timeZone) })),
  }
}

export const handle: FramedPage = { tab: "activity" }

export const meta = frameTitle(teacherFrame, (teacher) => `Activity of ${teacher.name}`)

export default function TeacherActivity() {
  const { history } = useLoaderData<typeof loader>()
  if (history.length === 0)
    return <EmptyState>No activity yet. Changes to this teacher appear here.</EmptyState>
  return <HistoryList entries={history} isWhole />
}
