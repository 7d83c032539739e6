import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { periodText } from "~/components/overview/analytics/period-text"
import { TeachingPart } from "~/components/overview/analytics/teaching-part"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { type CardPlan, cardPlans } from "~/models/overview/analytics/cards"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "teaching", paths.teachingFigures)
}

export const handle: FramedPage<typeof loader> = {
  tab: "teaching",
  title: "Analytics",
  head: (page) => ({ expression: periodText(page), actions: <PrintButton /> }),
}

export const meta: MetaFunction = () => [{ title: "Analytics, lessons · Tutti" }]

export default function TeachingFigures() {
  const figures = useLoaderData<typeof loader>()
  const { address, cards, taught, query, until, filters, search, found } = figures
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.teachingFigures({ ...address, teacher })}
      />
      {taught.sessions === 0 ? (
        <EmptyState action={<LinkButton to={paths.schedule()}>Go to schedule</LinkButton>}>
          No lessons in these months. Hours and attendance appear here once lessons are taught.
        </EmptyState>
      ) : (
        <TeachingPart figures={figures} address={address} />
      )}
      {(cards.every(({ isEmpty }) => isEmpty) ? [] : cards).map((card) => (
        <FigureCard
          key={card.key}
          card={card}
          address={address}
          note={query.instrument ? (cardPlans[card.key] as CardPlan).ofAllInstruments : undefined}
        />
      ))}
    </>
  )
}
