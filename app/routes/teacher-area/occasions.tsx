import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { framed } from "~/components/shell/frame"
import { OccasionTable } from "~/components/teaching/occasion/occasion-table"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listOccasions } from "~/models/teaching/occasion/find-occasion.server"
import { occasionsPerPage } from "~/models/teaching/occasion/occasion"
import { paths } from "~/utils/paths"

/** The events that a teacher leads or to which their students are invited. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const isPast = new URL(request.url).searchParams.get("view") === "past"
  const { rows, total } = listOccasions(actor, { teacherId: own.id, isPast, page: readPage(request) })
  return { rows, isPast, pages: paged(request, total, occasionsPerPage) }
}

export const { handle, meta } = framed({
  title: "My events",
  head: () => ({ back: { to: paths.teacherSchedule(), label: "My schedule" } }),
})

export default function OwnOccasions() {
  const { rows, isPast, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <Tabs
        label="Which events"
        tabs={[
          { to: paths.teacherOccasions(), label: "Upcoming", current: !isPast },
          { to: paths.teacherOccasions({ view: "past" }), label: "Past", current: isPast },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState>
          {isPast
            ? "No past events."
            : "No upcoming events. You see those you lead, and those your students are invited to."}
        </EmptyState>
      ) : (
        <>
          <OccasionTable
            caption={isPast ? "Past events" : "Upcoming events"}
            rows={rows}
            arePast={isPast}
            to={paths.teacherOccasion}
          />
          <Pagination of="events" {...pages} />
        </>
      )}
    </>
  )
}
