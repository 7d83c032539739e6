import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { amountColumn, type Column, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import type { Hire } from "~/models/money/rental/rental"
import { HireQuery } from "~/models/money/rental/rental-forms"
import { hiresPerPage, listHires } from "~/models/money/rental/rentals.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page, ...filter } = HireQuery.parse(filledIn(request))
  const { rows, total } = listHires(actor, { ...filter, page })
  return {
    rows,
    filter,
    pages: paged(request, total, hiresPerPage),
    currency: actor.school.currency,
  }
}

export const { handle, meta } = framed({
  tab: "hires",
  title: "Instrument rentals",
  head: () => ({
    expression: "charged every month",
    actions: (
      <LinkButton to={paths.newRental()} variant="primary">
        Rent out an instrument
      </LinkButton>
    ),
  }),
})

export default function Hires() {
  const { rows, filter, pages, currency } = useLoaderData<typeof loader>()
  const isFiltered = Object.values(filter).some(Boolean)
  if (pages.total === 0 && !isFiltered)
    return (
      <EmptyState action={<Link to={paths.newRental()}>Rent out an instrument</Link>}>
        No instruments are rented out yet. A rental is charged every month until it ends.
      </EmptyState>
    )
  return (
    <>
      <FilterForm role="search" aria-label="Filter rentals">
        <FilterChoice
          name="state"
          label="Status"
          isLabeled
          every="All"
          value={filter.state}
          choices={[
            ["current", "Rented out"],
            ["ended", "Ended"],
          ]}
        />
        <FilterSearch
          id="hires-search"
          name="search"
          sought="Student, instrument or serial number"
          value={filter.search}
        />
        <button className="button" type="submit">
          Search
        </button>
      </FilterForm>
      <DataTable
        caption="Instruments rented out"
        columns={columnsIn(currency)}
        rows={rows}
        empty="No rentals match these filters."
        emptyAction={<Link to={paths.rentals()}>Clear filters</Link>}
        middle
        terse="labelled"
      />
      <Pagination {...pages} />
    </>
  )
}

const columnsIn = (currency: string): Column<Hire>[] => [
  { label: "Instrument", cell: ({ id, item }) => <Link to={paths.rental(id)}>{item}</Link> },
  {
    label: "Student",
    cell: ({ studentId, studentName }) => <Link to={paths.student(studentId)}>{studentName}</Link>,
  },
  { label: "Serial number", cell: ({ serialNumber }) => serialNumber ?? "–" },
  { label: "From", cell: ({ startsOn }) => formatDate(startsOn, "medium") },
  { label: "To", cell: ({ endsOn }) => (endsOn ? formatDate(endsOn, "medium") : "–") },
  amountColumn("priceMinor", currency, "A month"),
]
