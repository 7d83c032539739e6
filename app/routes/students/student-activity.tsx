import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HistoryList } from "~/components/foundation/history/history-list"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { classesOfPage, studentOfPage } from "~/http/page-reads.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { listCredits } from "~/models/teaching/credit/credit.server"
import { formatInstant } from "~/utils/zones"

const mostEvents = 60

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const subjects = [
    {
      noun: "make-up-credit",
      ids: listCredits(actor, { studentId: student.id }).map(({ creditId }) => creditId),
    },
    { noun: "student", ids: [student.id] },
    { noun: "family", ids: [student.familyId] },
    { noun: "enrollment", ids: classesOfPage(actor, student.id).map(({ enrollmentId }) => enrollmentId) },
  ]
  const events = listHistory(actor, subjects, mostEvents)
  return {
    history: events.map(({ at, ...event }) => ({ ...event, at: formatInstant(at, actor.school.timeZone) })),
  }
}

export const handle: FramedPage = { tab: "overview" }

export const meta = frameTitle(studentFrame, (student) => `Activity of ${student.name}`)

export default function StudentActivity() {
  const { history } = useLoaderData<typeof loader>()
  if (history.length === 0)
    return <EmptyState>No activity yet. Changes to this student and the family appear here.</EmptyState>
  return <HistoryList entries={history} isWhole />
}
