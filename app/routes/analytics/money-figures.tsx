import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { MoneyPart } from "~/components/overview/analytics/money-part"
import { periodText } from "~/components/overview/analytics/period-text"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { cardPlans } from "~/models/overview/analytics/cards"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "money", paths.moneyFigures)
}

export const handle: FramedPage<typeof loader> = {
  tab: "money",
  title: "Analytics",
  head: (page) => ({ expression: periodText(page), actions: <PrintButton /> }),
}

export const meta: MetaFunction = () => [{ title: "Analytics, money · Tutti" }]

export default function MoneyFigures() {
  const figures = useLoaderData<typeof loader>()
  const { address, cards, money, query, until, filters, search, found } = figures
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.moneyFigures({ ...address, teacher })}
      />
      {figures.isEmpty ? (
        <EmptyState action={<LinkButton to={paths.unbilled()}>Go to Ready to invoice</LinkButton>}>
          No money in these months. What you bill and receive appears here once you send invoices.
        </EmptyState>
      ) : null}
      {money.length > 0 && !figures.isEmpty ? <MoneyPart figures={figures} address={address} /> : null}
      {(figures.isEmpty ? [] : cards).map((card) => (
        <FigureCard
          key={card.key}
          card={card}
          address={address}
          about={cardPlans[card.key].days === "today" ? "Today" : undefined}
        />
      ))}
    </>
  )
}
