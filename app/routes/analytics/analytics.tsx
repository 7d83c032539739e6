import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { GrowthPart } from "~/components/overview/analytics/growth-part"
import { periodText } from "~/components/overview/analytics/period-text"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "students", paths.analytics)
}

export const handle: FramedPage<typeof loader> = {
  tab: "students",
  title: "Analytics",
  head: (page) => ({ expression: periodText(page), actions: <PrintButton /> }),
}

export const meta: MetaFunction = () => [{ title: "Analytics · Tutti" }]

export default function Analytics() {
  const figures = useLoaderData<typeof loader>()
  const { address, query, until, filters, search, found } = figures
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.analytics({ ...address, teacher })}
      />
      {figures.isEmpty ? (
        <EmptyState action={<LinkButton to={paths.newStudent()}>New student</LinkButton>}>
          No active or trial students in these months. Who joined, left and stayed appears here once you add
          students.
        </EmptyState>
      ) : (
        <StudentFigures figures={figures} />
      )}
    </>
  )
}

/** Growth, and the cards of students. */
function StudentFigures({ figures }: { figures: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const { address, cards } = figures
  return (
    <>
      <GrowthPart figures={figures} address={address} />
      {cards.map((card) => (
        <FigureCard key={card.key} card={card} address={address} />
      ))}
    </>
  )
}
