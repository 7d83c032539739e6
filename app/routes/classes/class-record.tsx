import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { ClassFrame, type FramedClass } from "~/components/teaching/class/class-frame"
import { requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { findClassFigures } from "~/models/overview/record/class-record.server"
import { comingText } from "~/models/teaching/class/class"
import { termStart } from "~/models/teaching/seat/seat"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { today } from "~/utils/zones"

export const shouldRevalidate = whenRecordChanges("classId", "class-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedClass> {
  const actor = await requireMember(request, "class:read")
  const found = classOfPage(actor, params.classId ?? "")
  if (!found) throw notFound()
  const { coming, comingFrom, ...figures } = findClassFigures(actor, found.id)
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
    coming: comingText({ count: coming, first: comingFrom }),
    ...figures,
    since: formatDate(termStart(today(actor.school.timeZone, now())), "day"),
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
