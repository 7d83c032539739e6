import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { MatterStatus } from "~/components/platform/platform/matter-state"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FigureRow } from "~/components/ui/figure-row"
import { FilterButton, FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import { requireStaff } from "~/http/guards.server"
import {
  type DeskFilter,
  kindLabels,
  type Matter,
  matterKinds,
  matterStates,
  plainFilter,
  readDeskQuery,
  stateLabels,
  writeDeskQuery,
} from "~/models/platform/support-desk/desk"
import { countDesk, listDesk, MATTERS_PER_PAGE } from "~/models/platform/support-desk/list-desk.server"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "desk:read")
  const query = readDeskQuery(new URL(request.url).searchParams)
  const { total, matters } = listDesk(staff, query.filter, query.page)
  return {
    query,
    total,
    perPage: MATTERS_PER_PAGE,
    counts: countDesk(staff),
    matters: matters.map((matter) => ({ ...matter, when: formatInstant(matter.at, "UTC") })),
  }
}

export const handle: FramedPage = {
  title: "Support",
  head: () => ({ expression: "longest wait first" }),
}

export const meta: MetaFunction = () => [{ title: "Support desk · Tutti" }]

const toMatter = ({ kind, id }: Pick<Matter, "kind" | "id">) =>
  kind === "chat" ? paths.deskChat(id) : paths.deskInquiry(kind, id)

export default function SupportDesk() {
  const { query, total, perPage, counts, matters } = useLoaderData<typeof loader>()
  const { filter, page } = query
  const at = (changes: Partial<DeskFilter>, to = 1) =>
    paths.desk(writeDeskQuery({ filter: { ...filter, ...changes }, page: to }))
  const from = (page - 1) * perPage + 1
  const last = Math.max(1, Math.ceil(total / perPage))
  return (
    <>
      <FigureRow
        label="By status"
        items={matterStates.map((state) => ({
          figure: counts[state][filter.kind],
          label: stateLabels[state].toLowerCase(),
          to: at({ state }),
        }))}
      />
      <Tabs
        label="Type"
        tabs={(["all", ...matterKinds] as const).map((kind) => ({
          to: at({ kind }),
          label: `${kind === "all" ? "All" : kindLabels[kind].many} (${counts.waiting[kind]})`,
          current: kind === filter.kind,
        }))}
      />
      <Filters filter={filter} />
      {matters.length > 0 ? (
        <DataTable
          caption="Inquiries"
          rows={matters}
          rowKey={({ kind, id }) => `${kind}-${id}`}
          columns={[
            {
              label: "From",
              cell: (matter) => (
                <>
                  <Link to={toMatter(matter)}>{matter.name}</Link>
                  {matter.schoolName ? <span className="dim"> {matter.schoolName}</span> : null}
                </>
              ),
            },
            { label: "Type", cell: ({ kind }) => kindLabels[kind].one },
            { label: "About", cell: ({ about }) => <span className="wrap-anywhere">{about}</span> },
            { label: "Since (UTC)", cell: ({ when }) => when },
            { label: "Assigned to", cell: ({ assigneeName }) => assigneeName ?? "Unassigned" },
            { label: "Status", cell: ({ state }) => <MatterStatus state={state} /> },
          ]}
        />
      ) : (
        <EmptyState action={<LinkButton to={at({ ...plainFilter, state: "all" })}>Clear filters</LinkButton>}>
          {filter.state === "waiting"
            ? "No one is waiting for an answer."
            : "No inquiries match these filters."}
        </EmptyState>
      )}
      <Pagination
        from={from}
        to={from + matters.length - 1}
        total={matters.length === 0 ? 0 : total}
        previous={page > 1 ? at({}, Math.min(page - 1, last)) : undefined}
        next={page < last ? at({}, page + 1) : undefined}
      />
    </>
  )
}

const ownerLabels = { all: "Assigned to anyone", mine: "Assigned to me", nobody: "Unassigned" }

function Filters({ filter }: { filter: DeskFilter }) {
  return (
    <FilterForm role="search" aria-label="Filters">
      {filter.kind === "all" ? null : <input type="hidden" name="kind" value={filter.kind} />}
      <label className="visually-hidden" htmlFor="desk-state">
        Status
      </label>
      <FilterSelect id="desk-state" name="state" value={filter.state}>
        {matterStates.map((state) => (
          <option key={state} value={state}>
            {stateLabels[state]}
          </option>
        ))}
        <option value="all">Any status</option>
      </FilterSelect>
      <label className="visually-hidden" htmlFor="desk-whose">
        Assigned to
      </label>
      <FilterSelect id="desk-whose" name="whose" value={filter.whose}>
        {Object.entries(ownerLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <FilterButton>Apply filters</FilterButton>
    </FilterForm>
  )
}
