import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { StageMark } from "~/components/people/inquiry/stage-mark"
import { Button, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import { may } from "~/models/foundation/access/permissions"
import { listCampaigns, listInquiries } from "~/models/people/inquiry/inquiries.server"
import { askedFor, cleanCampaign, type StageFilter, stageFilters } from "~/models/people/inquiry/inquiry"
import { formatDate } from "~/utils/date-text"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

// Those who asked for lessons on the school's public page: whom to answer, who came, who didn't and why.

const isFilter = (text: string | null): text is StageFilter =>
  text !== null && Object.hasOwn(stageFilters, text)

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get("stage")
  const campaign = cleanCampaign(searchParams.get("campaign"))
  const stage = isFilter(asked) ? asked : "open"
  const page = readPage(request)
  const team = new Map(listOfficeMembers(actor).map(({ id, name }) => [id, name]))
  const { inquiries, total } = listInquiries(actor, { stage, page, campaign })
  return {
    ...{ stage, campaign },
    campaigns: listCampaigns(actor),
    pages: paged(request, total),
    rows: inquiries.map((row) => ({
      ...row,
      on: localDate(row.createdAt, actor.school.timeZone),
      until:
        row.stage === "offered" && row.offeredUntil !== null
          ? formatDate(localDate(row.offeredUntil - 60_000, actor.school.timeZone), "medium")
          : null,
      nextBy: team.get(row.memberId ?? "") ?? null,
    })),
    setsPage: may(actor, "school:settings"),
  }
}

export const meta: MetaFunction = () => [{ title: "Inquiries · Tutti" }]

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

export default function Inquiries() {
  const { stage, campaign, campaigns, pages, rows, setsPage } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        title="Inquiries"
        expression="new families who asked for lessons on your public page"
        actions={
          <>
            <LinkButton to={paths.inquiryNumbers()}>View numbers</LinkButton>{" "}
            {setsPage ? <LinkButton to={paths.schoolPageSettings()}>Set up public page</LinkButton> : null}
          </>
        }
      />
      <PeopleTabs current="inquiries" />
      <Tabs
        label="Stages"
        current={stage}
        tabs={(Object.keys(stageFilters) as StageFilter[]).map((key) => ({
          key,
          label: stageFilters[key],
          to: paths.inquiries({ stage: key, campaign }),
        }))}
      />
      {campaigns.length > 0 ? (
        <FilterForm>
          <input type="hidden" name="stage" value={stage} />
          <label>
            Campaign{" "}
            <FilterSelect name="campaign" value={campaign ?? ""}>
              <option value="">All</option>
              {campaigns.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </FilterSelect>
          </label>{" "}
          <Button variant="secondary">Filter</Button>
        </FilterForm>
      ) : null}
      {rows.length === 0 && campaign ? (
        <EmptyState>
          No inquiries match these filters. <Link to={paths.inquiries({ stage })}>Clear filters</Link>
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Inquiries"
            rows={rows}
            empty={
              stage === "open"
                ? "No open inquiries. When someone asks for lessons on your public page and confirms their email, you see them here."
                : stage === "won"
                  ? "No one has become a student yet. Add an open inquiry as a student."
                  : "No lost inquiries. When someone isn’t coming, mark their inquiry as lost and say why."
            }
            columns={columnsOf(stage, campaigns.length > 0)}
          />
          <Pagination {...pages} />
        </>
      )}
    </div>
  )
}

const columnsOf = (stage: StageFilter, hasCampaigns: boolean) => [
  { label: "Name", cell: ({ id, name }: Row) => <Link to={paths.inquiry(id)}>{name}</Link> },
  { label: "Stage", cell: ({ stage, until }: Row) => <StageMark stage={stage} until={until} /> },
  {
    label: "Asked for",
    cell: (row: Row) => [askedFor(row), row.instrument].filter(Boolean).join(", "),
  },
  { label: "Form", cell: ({ formName }: Row) => formName ?? "Public page" },
  ...(hasCampaigns ? [{ label: "Campaign", cell: ({ campaign }: Row) => campaign ?? "–" }] : []),
  { label: "Received", cell: ({ on }: Row) => formatDate(on, "medium") },
  ...(stage === "lost"
    ? [{ label: "Reason", cell: ({ lostReason }: Row) => lostReason ?? "Left the school" }]
    : [
        {
          label: "Next step",
          cell: ({ nextStep, nextOn, nextBy }: Row) =>
            [nextStep, nextOn && formatDate(nextOn, "medium"), nextBy].filter(Boolean).join(", ") || "None",
        },
        {
          label: "May be",
          cell: ({ families }: Row) => (families.length > 0 ? joinNames(families) : "New family"),
        },
      ]),
]
