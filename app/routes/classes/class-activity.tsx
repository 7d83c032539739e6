import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HistoryList } from "~/components/foundation/history/history-list"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { classFrame } from "~/components/teaching/class/class-frame"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { classOfPage, rosterOfPage } from "~/http/page-reads.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listHistory } from "~/models/foundation/audit/history.server"
import { listRulesOf } from "~/models/teaching/class/find-class.server"
import { formatInstant } from "~/utils/zones"

const mostEvents = 60

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const { present, gone } = rosterOfPage(actor, found.id)
  return { history: historyOf(actor, found.id, [...present, ...gone]) }
}

function historyOf(
  actor: Actor,
  classId: string,
  rows: { enrollmentId: string; studentId: string; name: string }[],
) {
  const names = new Map(rows.map(({ studentId, name }) => [studentId, name]))
  return listHistory(
    actor,
    [
      { noun: "class", ids: [classId] },
      { noun: "schedule", ids: listRulesOf(actor, classId).map(({ id }) => id) },
      { noun: "enrollment", ids: rows.map(({ enrollmentId }) => enrollmentId) },
    ],
    mostEvents,
  ).map(({ at, after, ...event }) => ({
    ...event,
    after: withName(after, names),
    at: formatInstant(at, actor.school.timeZone),
  }))
}

/** Earlier entries store only the enrollment's ID; the sentence needs the name. */
function withName(after: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof after !== "object" || after === null || !("studentId" in after)) return after
  return { name: names.get(String(after.studentId)), ...after }
}

export const handle: FramedPage = { tab: "overview" }

export const meta = frameTitle(classFrame, (found) => `Activity of ${found.name}`)

export default function ClassActivity() {
  const { history } = useLoaderData<typeof loader>()
  if (history.length === 0)
    return <EmptyState>No activity yet. Changes to this class and its students appear here.</EmptyState>
  return <HistoryList entries={history} isWhole />
}
