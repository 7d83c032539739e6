import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LiveConversation } from "~/components/platform/support/live-conversation"
import { LateMark } from "~/components/platform/support-desk/matter-line"
import { MatterStatus } from "~/components/platform/support-desk/matter-state"
import type { FramedPage } from "~/components/shell/frame"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { Tabs } from "~/components/ui/tabs"
import { requireStaff } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import type { SuperActor } from "~/models/foundation/access/actor"
import { mayStaff, staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import {
  type DeskFilter,
  kindLabels,
  type Matter,
  matterKinds,
  matterPriorities,
  matterStates,
  plainFilter,
  priorityLabels,
  readDeskQuery,
  stateLabels,
  waitText,
  writeDeskQuery,
} from "~/models/platform/support-desk/desk"
import { countDesk, listDesk, MATTERS_PER_PAGE } from "~/models/platform/support-desk/list-desk.server"
import { figureDays, findDeskFigures } from "~/models/platform/support-desk/matter.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "matter:answer")
  const query = readDeskQuery(new URL(request.url).searchParams)
  const seesAll = mayStaff(staff.roles, "desk:read")
  const { total, matters } = listDesk(staff, query.filter, query.page)
  return {
    query,
    pages: paged(request, total, MATTERS_PER_PAGE),
    counts: countDesk(staff),
    figureDays,
    seesAll,
    figures: seesAll ? figuresOf(staff) : { reply: null, rating: null },
    matters: matters.map((matter) => ({ ...matter, when: staffTime(matter.at) })),
  }
}

/** How quickly people were answered, and how they found it, as texts; null before anyone was. */
function figuresOf(staff: SuperActor) {
  const { answered, medianMs, rated, good } = findDeskFigures(staff)
  return {
    reply:
      medianMs === null ? null : `${waitText(medianMs)} median reply time, ${countOf(answered, "answer")}`,
    rating: rated === 0 ? null : `${Math.round((good / rated) * 100)}% of ${countOf(rated, "rating")} good`,
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Support",
  head: ({ seesAll }) => ({
    expression: seesAll ? "urgent first, then the longest wait" : "what Support handed over to you",
    actions: (
      <>
        <LinkButton to={paths.failedRequests()}>Find an error ID</LinkButton>{" "}
        {seesAll ? <LinkButton to={paths.staffSavedAnswers()}>Saved answers</LinkButton> : null}
      </>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Support desk · Tutti" }]

const toMatter = ({ kind, id }: Pick<Matter, "kind" | "id">) =>
  kind === "chat" ? paths.deskChat(id) : paths.deskInquiry(kind, id)

export default function SupportDesk() {
  const { query, pages, counts, figures, figureDays: days, matters } = useLoaderData<typeof loader>()
  const { filter } = query
  const at = (changes: Partial<DeskFilter>) => paths.desk(writeDeskQuery({ ...filter, ...changes }))
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
      <DeskFilters filter={filter} />
      <LiveConversation everyMs={20_000} />
      {figures.reply || figures.rating ? (
        <p className="small dim">
          Last {days} days: {[figures.reply, figures.rating].filter(Boolean).join("; ")}.
        </p>
      ) : null}
      <DataTable
        caption="Inquiries"
        rows={matters}
        empty={
          filter.state === "waiting"
            ? "No one is waiting for an answer."
            : "No inquiries match these filters."
        }
        emptyAction={<LinkButton to={at({ ...plainFilter, state: "all" })}>Clear filters</LinkButton>}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        columns={[
          {
            label: "From",
            cell: (matter) => (
              <>
                <Link to={toMatter(matter)}>{matter.name}</Link>
                {matter.schoolName ? <SchoolName {...matter} /> : null}
              </>
            ),
          },
          { label: "Type", cell: ({ kind }) => kindLabels[kind].one },
          {
            label: "About",
            cell: ({ about, tags }) => (
              <span className="wrap-anywhere">
                {about}
                {tags.length > 0 ? <span className="dim small"> {tags.join(", ")}</span> : null}
              </span>
            ),
          },
          {
            label: "Since (UTC)",
            cell: ({ when }) => <span className="md:whitespace-nowrap">{when}</span>,
          },
          { label: "Assigned to", cell: ownerOf },
          {
            label: "Status",
            cell: ({ state, isLate, priority }) => (
              <>
                <MatterStatus state={state} /> {isLate ? <LateMark /> : null}
                {priority === "normal" ? null : <span className="small"> {priorityLabels[priority]}</span>}
              </>
            ),
          },
        ]}
      />
      <Pagination {...pages} />
    </>
  )
}

/** A person, a role that it was handed to, or both. */
const ownerOf = ({ assigneeName, handedTo }: Pick<Matter, "assigneeName" | "handedTo">) =>
  [assigneeName, handedTo ? staffRoleLabels[handedTo] : null].filter(Boolean).join(", ") || "Unassigned"

function SchoolName({
  schoolId,
  schoolName,
  isProven,
}: Pick<Matter, "schoolId" | "schoolName" | "isProven">) {
  if (!schoolId) return <span className="dim"> {schoolName}</span>
  return (
    <>
      {" "}
      <Link to={paths.platformSchool(schoolId)}>{schoolName}</Link>{" "}
      {isProven ? null : <span className="dim"> (unproven)</span>}
    </>
  )
}

const ownerLabels = {
  all: "Assigned to anyone",
  mine: "Assigned to me",
  nobody: "Unassigned",
  handed: "Handed over",
}

/** The filters of the support queue. */
function DeskFilters({ filter }: { filter: DeskFilter }) {
  return (
    <FilterForm role="search" aria-label="Filters">
      {filter.kind === "all" ? null : <input type="hidden" name="kind" value={filter.kind} />}
      <FilterChoice
        id="desk-state"
        name="state"
        label="Status"
        value={filter.state}
        choices={[
          ...matterStates.map((state) => [state, stateLabels[state]] as const),
          ["all", "Any status"],
        ]}
      />
      <FilterChoice
        id="desk-whose"
        name="whose"
        label="Assigned to"
        value={filter.whose}
        choices={Object.entries(ownerLabels)}
      />
      <FilterChoice
        id="desk-priority"
        name="priority"
        label="Priority"
        value={filter.priority}
        choices={[
          ["all", "Any priority"],
          ...matterPriorities.map((priority) => [priority, priorityLabels[priority]] as const),
        ]}
      />
      <FilterSearch
        id="desk-search"
        name="search"
        value={filter.search}
        sought="Words, name, school or tag"
      />
      <Button>Search</Button>
    </FilterForm>
  )
}
