import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HistoryList } from "~/components/foundation/history/history-list"
import { familyFrame } from "~/components/people/family/family-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { familyOfPage } from "~/http/page-reads.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { listFamilyPapers } from "~/models/money/invoice/payer-papers.server"
import { fullName } from "~/utils/names"
import { formatInstant } from "~/utils/zones"

const mostEvents = 60

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const family = orNotFound(familyOfPage(actor, params.familyId ?? ""))
  const subjects = [
    { noun: "family", ids: [family.id] },
    { noun: "guardian", ids: family.guardians.map(({ id }) => id) },
    { noun: "student", ids: family.students.map(({ id }) => id) },
    ...listFamilyPapers(actor, family.id, mostEvents),
  ]
  const names = new Map([
    ...family.guardians.map(({ id, name }) => [id, name] as const),
    ...family.students.map((student) => [student.id, fullName(student)] as const),
  ])
  const events = listHistory(actor, subjects, mostEvents)
  return {
    history: events.map(({ at, nounId, ...event }) => ({
      ...event,
      about: names.get(nounId ?? ""),
      at: formatInstant(at, actor.school.timeZone),
    })),
  }
}

export const handle: FramedPage = { tab: "activity" }

export const meta = frameTitle(familyFrame, (family) => `Activity of ${family.name}`)

export default function FamilyActivity() {
  const { history } = useLoaderData<typeof loader>()
  if (history.length === 0)
    return <EmptyState>No activity yet. Changes to this family and its students appear here.</EmptyState>
  return <HistoryList entries={history} isWhole />
}
