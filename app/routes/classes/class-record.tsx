import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { ClassFrame, type FramedClass } from "~/components/teaching/class/class-frame"
import { requireMember } from "~/http/guards.server"
import { classOfPage, nextOfClassPage, rosterOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { comingText } from "~/models/teaching/class/class"
import { countAttendance } from "~/models/teaching/class/class-sessions.server"
import { termStart } from "~/models/teaching/seat/seat"
import { listWaiting } from "~/models/teaching/waiting-list/waiting-list.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { today } from "~/utils/zones"

export const shouldRevalidate = whenRecordChanges("classId", "class-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedClass> {
  const actor = await requireMember(request, "class:read")
  const found = classOfPage(actor, params.classId ?? "")
  if (!found) throw notFound()
  const day = today(actor.school.timeZone, now())
  const { present } = rosterOfPage(actor, found.id)
  const next = nextOfClassPage(actor, found.id).find(({ state }) => state === "planned")
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
    enrolled: present.filter(({ isComing }) => !isComing).length,
    coming: comingText(present),
    waiting: listWaiting(actor, found.id).length,
    next: next
      ? {
          id: next.id,
          localDate: next.localDate,
          startTime: next.startTime,
          isToday: next.localDate === day,
        }
      : null,
    ...countAttendance(actor, found.id),
    since: formatDate(termStart(day), "day"),
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
