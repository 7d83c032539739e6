import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import {
  findFigureRowsInBackground,
  type MadeFigure,
  rowsAtOnce,
} from "~/models/overview/analytics/analytics.server"
import { analyticsAddress } from "~/models/overview/analytics/analytics-period"
import { FigureRowsQuery, findFigureHead } from "~/models/overview/analytics/analytics-query.server"
import type { Counted } from "~/models/overview/analytics/counted"
import { durationText } from "~/utils/durations"
import { formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  const query = FigureRowsQuery.parse(filledIn(request))
  const found = orNotFound(await findFigureRowsInBackground(actor, query, readPage(request), request.signal))
  const { card, of, part, days } = query
  return {
    ...found,
    made: "made" in found ? found.made : null,
    ...findFigureHead(actor, query),
    pages: paged(request, found.total, rowsAtOnce),
    address: { ...analyticsAddress(query), card, of, part, days },
    currency: actor.school.currency,
  }
}

export const meta = pageTitle<typeof loader>((data) => data.title, "Analytics")

const tabAddress = {
  students: paths.analytics,
  teaching: paths.teachingFigures,
  money: paths.moneyFigures,
  ahead: paths.figuresAhead,
}

/** What a figure counts: the rows that add up to it. */
export default function FigureRows() {
  const { rows, made, minutes, amountMinor, title, definition, about, tab, card, pages, address, currency } =
    useLoaderData<typeof loader>()
  const { card: _, of: __, part: ___, days: ____, ...chosen } = address
  return (
    <div className="stack">
      <PageHead
        back={{ to: tabAddress[tab](chosen), label: card }}
        title={title}
        expression={about}
        actions={
          made ? undefined : (
            <a className="button no-print" href={paths.figureRowsFile(address)} download>
              Download CSV
            </a>
          )
        }
      />
      <p>{definition}</p>
      {made ? (
        <MadeOf made={made} to={(of) => paths.figureRows({ ...address, of })} />
      ) : rows.length === 0 ? (
        <EmptyState action={<Link to={tabAddress[tab](chosen)}>Back to the figures</Link>}>
          Nothing was counted for this choice.
        </EmptyState>
      ) : (
        <>
          {minutes !== null || amountMinor !== null ? (
            <p>
              Total:{" "}
              {[
                minutes === null ? null : durationText(minutes),
                amountMinor === null ? null : formatMoney(amountMinor, currency),
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          ) : null}
          <DataTable caption={title} rows={rows} rowKey={keyOf} columns={columnsOf(rows, currency)} />
          <Pagination {...pages} />
        </>
      )}
    </div>
  )
}

const keyOf = ({ page, name, on, detail, teacher, instrument }: Counted) =>
  [page.id, name, on, detail, teacher?.id, instrument].join(" ")

const addresses = {
  student: paths.student,
  teacher: paths.teacher,
  expense: paths.expense,
  invoice: paths.invoice,
  family: (id: string) => paths.family(id),
  lesson: (id: string) => paths.session(id),
}

/** Columns that none of the rows fills are left out. */
function columnsOf(rows: Counted[], currency: string) {
  return [
    {
      label: "Name",
      cell: ({ page, name }: Counted) => <Link to={addresses[page.noun](page.id)}>{name || "No name"}</Link>,
      isUsed: true,
    },
    {
      label: "Date",
      cell: ({ on }: Counted) => (on ? formatDate(on, "medium") : ""),
      isUsed: rows.some(({ on }) => on),
    },
    {
      label: "Details",
      cell: ({ detail }: Counted) => detail,
      isUsed: rows.some(({ detail }) => detail),
    },
    {
      label: "Teacher",
      cell: ({ teacher }: Counted) => teacher?.name ?? "",
      isUsed: rows.some(({ teacher }) => teacher),
    },
    {
      label: "Instrument",
      cell: ({ instrument }: Counted) => instrument ?? "",
      isUsed: rows.some(({ instrument }) => instrument),
    },
    {
      label: "Minutes",
      numeric: true,
      cell: ({ minutes }: Counted) => (minutes === null ? "" : formatNumber(minutes)),
      isUsed: rows.some(({ minutes }) => minutes !== null),
    },
    {
      label: "Amount",
      numeric: true,
      cell: ({ amountMinor }: Counted) => (amountMinor === null ? "" : formatMoney(amountMinor, currency)),
      isUsed: rows.some(({ amountMinor }) => amountMinor !== null),
    },
  ].flatMap(({ isUsed, ...column }) => (isUsed ? [column] : []))
}

type MadeOfProps = {
  made: MadeFigure
  to: (metric: MetricKey) => string
}

const sentences = {
  share: "The first figure as a share of the second:",
  difference: "The first figure less the others:",
  balance: "The first and the last figure less those between:",
  sum: "These figures added up:",
}

/** A share, a difference or a sum with the figures it is made of; each opens its own rows. */
function MadeOf({ made: { is, text, parts }, to }: MadeOfProps) {
  return (
    <>
      <p>
        {sentences[is]} <b>{text}</b>
      </p>
      <FigureRow
        label="Made of"
        items={parts.map(({ metric, name, text: figure, opens }) => ({
          figure,
          label: name,
          to: opens ? to(metric) : undefined,
          metric,
        }))}
      />
      <dl className="definitions">
        {parts.map(({ metric, name, definition }) => (
          <div key={metric}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
