import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Fragment } from "react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { Answers, TotalOf } from "~/components/overview/analytics/answers"
import { reasonsHeld } from "~/components/overview/analytics/at-risk-reasons"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "ahead", paths.figuresAhead)
}

export const handle: FramedPage<typeof loader> = {
  tab: "ahead",
  title: "Analytics",
  head: ({ nextMonth }) => ({
    expression: `Who may leave, and what ${formatDate(`${nextMonth}-01`, "month")} brings`,
    actions: <PrintButton />,
  }),
}

export const meta: MetaFunction = () => [{ title: "Analytics, looking ahead · Tutti" }]

const isBilling = ({ metric }: { metric: string }) => metric === "billing-expected"

export default function FiguresAhead() {
  const { address, cards, nextMonth, query, until, filters, search, found } = useLoaderData<typeof loader>()
  const total = { cards, address }
  const month = formatDate(`${nextMonth}-01`, "month")
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.figuresAhead({ ...address, teacher })}
      />
      {cards.every(({ isEmpty }) => isEmpty) ? (
        <EmptyState action={<LinkButton to={paths.schedule()}>Go to schedule</LinkButton>}>
          Nothing planned for next month. What it brings, and students who may leave, appear here once lessons
          are scheduled.
        </EmptyState>
      ) : (
        <>
          <Answers label="Looking ahead">
            <p>
              <TotalOf of="students-at-risk" noun="students may leave" card="at-risk" {...total} />
              {reasonsHeld(cards).map((reason, index) => (
                <Fragment key={reason.of}>
                  {index === 0 ? ": " : ", "}
                  <TotalOf {...reason} card="at-risk" {...total} />
                </Fragment>
              ))}
              .
            </p>
            <p>
              {month} has <TotalOf of="lessons-planned" noun="lessons" card="forecast" {...total} /> in{" "}
              <TotalOf of="hours-planned" card="forecast" {...total} />.
            </p>
            {cards.some(({ key, columns }) => key === "forecast" && columns.some(isBilling)) ? (
              <p>
                You’ll bill about <TotalOf of="billing-expected" card="forecast" {...total} /> for it.
              </p>
            ) : null}
          </Answers>
          {cards.map((card) => (
            <FigureCard
              key={card.key}
              card={card}
              address={address}
              about={card.key === "forecast" ? month : "Today"}
            />
          ))}
        </>
      )}
    </>
  )
}
