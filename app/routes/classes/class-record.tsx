import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { ClassFrame, type FramedClass } from "~/components/teaching/class/class-frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { classMoneyOfPage, classOfPage, termStartOfPage } from "~/http/page-reads.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { findClassFigures } from "~/models/overview/record/class-record.server"
import { comingText } from "~/models/teaching/class/class"
import { formatDate } from "~/utils/formats"

export const shouldRevalidate = whenRecordChanges("classId", "class-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedClass> {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const since = termStartOfPage(actor)
  const { coming, comingFrom, enrolled, ...figures } = findClassFigures(actor, found.id, since)
  // A class of a term to come has no one today: what counts are those it begins with.
  const isAhead = enrolled === 0 && comingFrom !== null
  return {
    id: found.id,
    name: found.name,
    isSolo: actor.school.kind === "solo",
    isOver: found.isOver,
    endedOn: found.endedOn,
    kind: found.kind,
    instrument: found.instrument,
    teacherName: found.teacherName,
    capacity: found.capacity,
    enrolled: isAhead ? coming : enrolled,
    coming: isAhead
      ? ` from ${formatDate(comingFrom, "day")}`
      : comingText({ count: coming, first: comingFrom }),
    ...figures,
    since: formatDate(since, "day"),
    chargedMinor: seesFamilyMoney(actor)
      ? classMoneyOfPage(actor, found.id).reduce((sum, { chargedMinor }) => sum + chargedMinor, 0)
      : null,
    currency: actor.school.currency,
    times: found.rules.map(({ text }) => text).join(", "),
  }
}

export default function ClassRecord() {
  return (
    <ClassFrame>
      <Outlet />
    </ClassFrame>
  )
}

export function ErrorBoundary() {
  return (
    <ClassFrame>
      <FailedPage />
    </ClassFrame>
  )
}
