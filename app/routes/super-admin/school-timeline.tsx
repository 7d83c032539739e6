import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SchoolTabs } from "~/components/platform/school/school-tabs"
import { actText } from "~/components/platform/staff/staff-acts"
import { pageTitle } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { roles } from "~/models/foundation/access/actor"
import { readTimelineQuery, type TimelineFilter, timelineLabels } from "~/models/platform/timeline/timeline"
import { listTimeline, type TimelineRow } from "~/models/platform/timeline/timeline.server"
import { sentenceWithoutNames } from "~/texts/foundation/activity"
import { caseLabels } from "~/texts/platform/cases"
import { formatMoney } from "~/utils/money"
import { upperFirst } from "~/utils/names"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"
import { schoolFrame } from "./school-frame.server"

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

export const meta = pageTitle<typeof loader>((data) => `${viewOf(data.query)} of ${data.name}`, "Timeline")

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
      <DataTable
        caption="Timeline, newest first"
        rows={rows}
        empty={page > 1 ? "That page doesn’t exist." : "Nothing here yet."}
        emptyAction={<LinkButton to={paths.platformTimeline(id)}>View the whole timeline</LinkButton>}
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

/** A row of the timeline as it is shown. */
function lineOf(row: TimelineRow) {
  return {
    id: `${row.kind}-${row.id}`,
    kind: timelineLabels[row.kind].one,
    when: staffTime(row.at),
    who: whoOf(row.who),
    amount:
      row.amountMinor === null || row.currency === null ? null : formatMoney(row.amountMinor, row.currency),
    ...partsOf(row),
  }
}

/** A person's name, or a role of the school. */
const whoOf = (name: string | null) => {
  const role = roles.find((each) => each === name)
  return role ? roleLabels[role] : (name ?? "–")
}

/** "Partially refunded" for PARTIALLY_REFUNDED, "Invoice issued" for invoice-issued. */
const spoken = (name: string) => {
  const text = name.toLowerCase().replaceAll(/[_-]/g, " ")
  return upperFirst(text)
}

type Parts = { text: string; detail: string | null; to: string | null }

function partsOf(row: TimelineRow): Parts {
  switch (row.kind) {
    case "payment": {
      const back = row.refundedMinor && row.currency ? formatMoney(row.refundedMinor, row.currency) : null
      return {
        text: spoken(row.what),
        detail: [back ? `${back} refunded` : null, row.more].filter(Boolean).join(", "),
        to: paths.transactions({ search: row.id }),
      }
    }
    case "activity":
      return {
        text: upperFirst(sentenceWithoutNames({ noun: row.more ?? "", verb: row.what })),
        detail: null,
        to: null,
      }
    case "chat":
      return {
        text: row.text || "An image",
        detail: row.what === "staff" ? "Our answer" : null,
        to: paths.deskChat(row.link ?? ""),
      }
    case "message": {
      const kind = row.what === "demo" ? "demo" : "contact"
      return {
        text: row.text ?? "",
        detail: `${kind === "demo" ? "Demo request" : "Contact message"}${row.more ? ", unproven: anyone could have typed this email" : ""}`,
        to: paths.deskInquiry(kind, row.link ?? ""),
      }
    }
    case "case": {
      const reason = row.what as keyof typeof caseLabels
      return {
        text: caseLabels[reason] ?? spoken(row.what),
        detail: row.more === "open" ? "Open" : "Closed",
        to: null,
      }
    }
    case "email":
      return { text: spoken(row.what), detail: row.more, to: null }
    case "act":
      return {
        text: actText(row.what),
        detail:
          [row.more && `Reason: ${row.more}`, row.text && `To the school: ${row.text}`]
            .filter(Boolean)
            .join(" ") || null,
        to: null,
      }
  }
}
