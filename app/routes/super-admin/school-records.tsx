import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SchoolTabs } from "~/components/platform/platform/school-tabs"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterInput, FilterSearch } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import { requireStaff, schoolFor } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { orNotFound } from "~/http/responses.server"
import {
  type RecordView,
  recordLabels,
  recordViews,
  unsearchedViews,
} from "~/models/platform/support-consent/support-consent"
import { findConsent, recordEntry } from "~/models/platform/support-consent/support-consent.server"
import { todayOf } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { schoolFrame } from "./school-frame.server"
import { readRecords } from "./school-records.server"

/** Some of a school's screens, read-only, while it consents. Every look is in the school's activity before it is shown. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:enter")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const search = new URL(request.url).searchParams
  const show = recordViews.find((view) => view === search.get("show")) ?? "students"
  const asked = search.get("day") ?? ""
  const query = {
    search: (search.get("search") ?? "").trim().slice(0, 100),
    day: isDate(asked) ? asked : todayOf(school),
    page: readPage(request),
  }
  const mayEnter = recordEntry(staff, school, show)
  const records = mayEnter ? readRecords(school, show, query) : null
  return {
    id: school.school.id,
    name: school.school.name,
    ...schoolFrame(staff, school),
    reason: findConsent(school)?.reason ?? null,
    show,
    query,
    records,
    pages: records ? paged(request, records.total, records.perPage) : null,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${recordLabels[data.show]} of ${data.name}` : "Records"} · Tutti` },
]

export default function SchoolRecords() {
  const { id, name, kinds, canEnter, canHold, consentUntil, reason, show, query, records, pages } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        back={{ to: paths.platformSchools(), label: "Schools" }}
        title={name}
        expression={records ? "read-only, in the school’s time zone" : undefined}
      />
      <SchoolTabs schoolId={id} kinds={kinds} canEnter={canEnter} canHold={canHold} current="records" />
      {records ? (
        <>
          <Callout tone="amber">
            <p>
              <strong>You’re viewing {name}’s records.</strong> The school allows it until {consentUntil} (
              {reason}). Nothing can be changed here, and each page you open is in the school’s activity with
              your name.
            </p>
          </Callout>
          <Tabs
            label="Records"
            current={show}
            tabs={recordViews.map((view) => ({
              key: view,
              to: paths.platformRecords(id, { show: view }),
              label: recordLabels[view],
            }))}
          />
          <RecordFilter show={show} query={query} />
          {records.rows.length === 0 ? (
            <EmptyState>No {recordLabels[show].toLowerCase()} to show.</EmptyState>
          ) : (
            <DataTable
              caption={recordLabels[show]}
              rows={records.rows}
              rowKey={({ id: key }) => key}
              columns={records.heads.map((label, index) => ({
                label,
                cell: ({ cells }: { cells: string[] }) => cells[index],
              }))}
            />
          )}
          {pages ? <Pagination {...pages} /> : null}
        </>
      ) : (
        <EmptyState>
          {name} doesn’t let support view its records. Ask an administrator to allow it in Settings, Support
          access.
        </EmptyState>
      )}
    </>
  )
}

type RecordFilterProps = { show: RecordView; query: { search: string; day: string } }

function RecordFilter({ show, query }: RecordFilterProps) {
  if (unsearchedViews.includes(show)) return null
  return (
    <FilterForm role="search" aria-label="Filter records">
      <input type="hidden" name="show" value={show} />
      {show === "lessons" ? (
        <>
          <label htmlFor="records-day">Day</label>
          <FilterInput id="records-day" type="date" name="day" value={query.day} />
        </>
      ) : (
        <>
          <label className="visually-hidden" htmlFor="records-search">
            Search
          </label>
          <FilterSearch id="records-search" name="search" value={query.search} placeholder="Name or number" />
        </>
      )}
      <Button>Search</Button>
    </FilterForm>
  )
}
