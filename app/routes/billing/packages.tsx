import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { RenewButton } from "~/components/money/package/packages"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { FilterButton, FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import {
  lessonsText,
  packageFilters,
  packageStateLabels,
  type WaitingLesson,
} from "~/models/money/package/package"
import { PackageQuery } from "~/models/money/package/package-forms"
import { listPackages, listWaitingLessons } from "~/models/money/package/packages.server"
import { labelFamilies } from "~/models/people/family/family-name.server"
import { nameWithClass } from "~/models/people/student/class-title"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const query = PackageQuery.parse(filledIn(request))
  const { rows, total } = listPackages(actor, query)
  return {
    rows: labelFamilies(actor, rows).map((row) => ({ ...row, formKey: newId() })),
    pages: paged(request, total),
    waiting: listWaitingLessons(actor),
    query,
  }
}

export const handle: FramedPage = {
  tab: "packages",
  title: "Packages",
  head: () => ({
    expression: "newest first",
    actions: (
      <LinkButton to={paths.sellPackage()} variant="primary">
        Sell a package
      </LinkButton>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Packages sold · Tutti" }]

export default function Packages() {
  const { rows, pages, waiting, query } = useLoaderData<typeof loader>()
  return (
    <>
      <WaitingLessons lessons={waiting} />
      <p className="no-print">
        <Link to={paths.packageOffers()}>Set up packages</Link>
      </p>
      <FilterForm role="search" aria-label="Search packages">
        <label className="toolbar" htmlFor="package-search">
          <span>Student or family</span>
          <FilterSearch id="package-search" name="search" value={query.search} />
        </label>
        <FilterChoice
          name="state"
          label="Status"
          isLabeled
          every="All"
          value={query.state}
          choices={packageFilters.map((state) => [state, packageStateLabels[state].word] as const)}
        />
        <FilterButton>Apply</FilterButton>
      </FilterForm>
      <DataTable
        caption="Packages sold, newest first"
        rows={rows}
        empty={
          query.search || query.state
            ? "No packages match these filters."
            : "No packages sold yet. A class billed by package takes its lessons from them."
        }
        emptyAction={query.search || query.state ? <Link to={paths.packages()}>Clear filters</Link> : null}
        middle
        columns={[
          {
            label: "Package",
            cell: ({ id, name, studentName, familyName }) => (
              <>
                <Link to={paths.package(id)}>{name}</Link>
                <br />
                <span className="small dim">{studentName ?? `${familyName}, whole family`}</span>
              </>
            ),
          },
          { label: "Left", numeric: true, cell: ({ leftUnits }) => lessonsText(leftUnits) },
          { label: "Sold", cell: ({ soldOn }) => formatDate(soldOn, "medium") },
          {
            label: "Valid until",
            cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn, "medium") : "–"),
          },
          {
            label: "Status",
            cell: ({ state }) => (
              <Status head={packageStateLabels[state].head} tone={packageStateLabels[state].tone}>
                {packageStateLabels[state].word}
              </Status>
            ),
          },
          {
            label: "Renew",
            action: true,
            cell: (row) => <RenewButton bought={row} formKey={row.formKey} />,
          },
        ]}
      />
      {pages.total > rows.length ? <Pagination {...pages} /> : null}
    </>
  )
}

/** Lessons that no package covered and that are not charged, each with what can be done about it. */
function WaitingLessons({ lessons }: { lessons: WaitingLesson[] }) {
  if (lessons.length === 0) return null
  return (
    <section className="section" aria-labelledby="waiting-title" id="waiting">
      <h2 id="waiting-title">Waiting for a package</h2>
      <CalloutText tone="amber">
        {countOf(lessons.length, "lesson")} took place without a package and aren’t charged. The next package
        you sell covers them.
      </CalloutText>
      <ul className="rows">
        {lessons.map(({ seatId, sessionId, studentId, familyId, studentName, className, localDate }) => (
          <li key={seatId} className="flex-wrap">
            <span className="flex-1">
              <Link to={paths.session(sessionId)}>{formatDate(localDate, "short")}</Link>,{" "}
              {nameWithClass(studentName, className)}
            </span>{" "}
            <Link to={paths.sellPackage({ family: familyId, student: studentId })}>
              Sell a package<span className="visually-hidden"> to {studentName}</span>
            </Link>{" "}
            <Link to={paths.waiver(seatId)}>
              Waive<span className="visually-hidden"> the lesson of {studentName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
