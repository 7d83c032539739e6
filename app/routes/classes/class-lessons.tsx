import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AttendanceGrid } from "~/components/overview/record/attendance-grid"
import { MissingLessons } from "~/components/overview/record/missing-lessons"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { classFrame } from "~/components/teaching/class/class-frame"
import { ClassSessionList } from "~/components/teaching/class/class-session-list"
import { Link } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { PrintButton } from "~/components/ui/print-button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { classOfPage } from "~/http/page-reads.server"
import { gridLessons, listClassGrid } from "~/models/overview/record/class-record.server"
import { listClassSessions } from "~/models/teaching/class/class-sessions.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const grid = listClassGrid(actor, found.id, readPage(request))
  return {
    pages: paged(request, grid.total, gridLessons),
    grid,
    isMonthly: found.price?.billing === "monthly",
    next: listClassSessions(actor, found.id, 200),
  }
}

export const handle: FramedPage = { tab: "lessons" }

export const meta = frameTitle(classFrame, (found) => `Lessons of ${found.name}`)

export default function ClassLessons() {
  const { id, isSolo } = useLoadedFrame(classFrame)
  const { pages, grid, next, isMonthly } = useLoaderData<typeof loader>()
  return (
    <>
      <section className="section" aria-labelledby="attendance">
        <header>
          <h2 id="attendance">Attendance</h2>
          <PrintButton />
        </header>
        <AttendanceGrid grid={grid} />
        <p className="no-print">
          <Link to={paths.attendanceSheet(id)}>Attendance sheet of a month</Link>
        </p>
        <MissingLessons lessons={grid.lessons} isMonthly={isMonthly} />
        <Pagination {...pages} />
      </section>
      <section className="section" aria-labelledby="next">
        <header>
          <h2 id="next">Upcoming lessons</h2>
          <Link to={paths.classSchedule(id)}>Weekly times</Link>
        </header>
        {next.length > 0 ? (
          <ClassSessionList sessions={next} isSolo={isSolo} />
        ) : (
          <EmptyState>No upcoming lessons.</EmptyState>
        )}
      </section>
    </>
  )
}
