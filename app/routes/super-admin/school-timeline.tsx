import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SchoolTabs } from "~/components/platform/platform/school-tabs"
import { LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff, schoolFor } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { orNotFound } from "~/http/responses.server"
import { readTimelineQuery, type TimelineFilter, timelineLabels } from "~/models/platform/timeline/timeline"
import { listTimeline } from "~/models/platform/timeline/timeline.server"
import { paths } from "~/utils/paths"
import { schoolFrame } from "./school-frame.server"
import { lineOf } from "./timeline-lines.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:read")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const query = readTimelineQuery(new URL(request.url).searchParams)
  const { rows, hasMore, total } = listTimeline(staff, school.school.id, query)
  if (total !== undefined) paged(request, total)
  return {
    id: school.school.id,
    name: school.school.name,
    ...schoolFrame(staff, school),
    query,
    hasMore,
    rows: rows.map(lineOf),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${viewOf(data.query)} of ${data.name}` : "Timeline"} · Tutti` },
]

/** "Timeline", or "Timeline (Payments)": the school's own page of payments has a title of its own. */
const viewOf = ({ show }: TimelineFilter) =>
  show === "all" ? "Timeline" : `Timeline (${timelineLabels[show].many})`

export default function SchoolTimeline() {
  const { id, name, kinds, canEnter, canHold, query, hasMore, rows } = useLoaderData<typeof loader>()
  const { show, page } = query
  const at = (to: number) =>
    paths.platformTimeline(id, {
      show: show === "all" ? undefined : show,
      page: to === 1 ? undefined : String(to),
    })
  const hasAmounts = rows.some(({ amount }) => amount !== null)
  return (
    <>
      <PageHead
        back={{ to: paths.platformSchools(), label: "Schools" }}
        title={name}
        expression="newest first, without names of the school’s people"
      />
      <SchoolTabs schoolId={id} kinds={kinds} canEnter={canEnter} canHold={canHold} current={show} />
      {rows.length === 0 ? (
        <EmptyState action={<LinkButton to={paths.platformTimeline(id)}>View the whole timeline</LinkButton>}>
          {page > 1 ? "That page doesn’t exist." : "Nothing here yet."}
        </EmptyState>
      ) : (
        <DataTable
          caption="Timeline, newest first"
          rows={rows}
          rowKey={({ id: key }) => key}
          columns={[
            {
              label: "What",
              cell: ({ text, detail, to }) => (
                <span className="wrap-anywhere">
                  {to ? <Link to={to}>{text}</Link> : text}{" "}
                  {detail ? <span className="dim small"> {detail}</span> : null}
                </span>
              ),
            },
            ...(show === "all" ? [{ label: "Type", cell: ({ kind }: Line) => kind }] : []),
            { label: "By", cell: ({ who }) => <span className="wrap-anywhere">{who}</span> },
            { label: "When (UTC)", cell: ({ when }) => when },
            ...(hasAmounts
              ? [{ label: "Amount", numeric: true, cell: ({ amount }: Line) => amount ?? "–" }]
              : []),
          ]}
        />
      )}
      {page > 1 || hasMore ? (
        <nav className="toolbar" aria-label="Pages">
          {page > 1 ? (
            <Link className="button" to={at(page - 1)} rel="prev">
              Newer
            </Link>
          ) : null}{" "}
          {hasMore ? (
            <Link className="button" to={at(page + 1)} rel="next">
              Older
            </Link>
          ) : null}
        </nav>
      ) : null}
    </>
  )
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]
