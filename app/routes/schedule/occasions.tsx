import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { OccasionTable } from "~/components/teaching/occasion/occasion-table"
import { LinkButton } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listOccasions } from "~/models/teaching/occasion/find-occasion.server"
import { occasionsPerPage } from "~/models/teaching/occasion/occasion"
import { paths } from "~/utils/paths"

/** Recitals, exams and excursions of the school. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const isPast = new URL(request.url).searchParams.get("view") === "past"
  const { rows, total } = listOccasions(actor, { isPast, page: readPage(request) })
  return { rows, isPast, pages: paged(request, total, occasionsPerPage) }
}

export const meta: MetaFunction = () => [{ title: "Events · Tutti" }]

export default function Occasions() {
  const { rows, isPast, pages } = useLoaderData<typeof loader>()
  const add = (
    <LinkButton variant="primary" to={paths.newOccasion()}>
      Add event
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title="Events"
        back={{ to: paths.schedule(), label: "Schedule" }}
        actions={rows.length > 0 || isPast ? add : undefined}
      />
      <Tabs
        label="Which events"
        tabs={[
          { to: paths.occasions(), label: "Upcoming", current: !isPast },
          { to: paths.occasions({ view: "past" }), label: "Past", current: isPast },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState action={isPast ? undefined : add}>
          {isPast
            ? "No past events."
            : "No upcoming events. Plan a recital, an exam or a field trip, and invite students."}
        </EmptyState>
      ) : (
        <>
          <OccasionTable
            caption={isPast ? "Past events" : "Upcoming events"}
            rows={rows}
            arePast={isPast}
            to={paths.occasion}
          />
          <Pagination of="events" {...pages} />
        </>
      )}
    </>
  )
}
