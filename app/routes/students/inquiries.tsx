import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { PeopleTabs } from "~/components/people/family/people-tabs"
import { StageMark, stageSigns } from "~/components/people/inquiry/stage-mark"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { StageFlow } from "~/components/ui/stage-flow"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import {
  listCampaigns,
  listInquiries,
  listOpenInquiries,
  type OpenInquiry,
} from "~/models/people/inquiry/inquiries.server"
import {
  askedFor,
  countedFilters,
  openStages,
  readInquiryQuery,
  type StageFilter,
  stageFilters,
  stageLabels,
  timesText,
} from "~/models/people/inquiry/inquiry"
import { groupLabel, numbersByLabels } from "~/texts/people/enrollment-form"
import { now, todayOf } from "~/utils/clock.server"
import { ageOn, daysBetween } from "~/utils/dates"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

// Those who asked for lessons on the school's public page: whom to answer, who came, who didn't and why.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { searchParams } = new URL(request.url)
  const { stage, campaign, group } = readInquiryQuery(searchParams)
  const page = readPage(request)
  const team = new Map(listOfficeMembers(actor).map(({ id, name }) => [id, name]))
  const open = listOpenInquiries(actor, campaign)
  const { inquiries, total } = listInquiries(actor, { stage, page, campaign, group }, open)
  const today = todayOf(actor)
  return {
    ...{ stage, campaign },
    group: group && { ...group, label: groupLabel(group) },
    stages: stagesOf(actor, open),
    campaigns: listCampaigns(actor),
    pages: paged(request, total),
    rows: inquiries.map((row) => ({
      ...row,
      age: row.birthDate ? ageOn(row.birthDate, today) : null,
      wanted: timesText(row.times),
      on: localDate(row.createdAt, actor.school.timeZone),
      waits: row.stage === "new" ? daysBetween(localDate(row.createdAt, actor.school.timeZone), today) : 0,
      until:
        row.stage === "offered" && row.offeredUntil !== null
          ? formatDate(localDate(row.offeredUntil - 60_000, actor.school.timeZone), "medium")
          : null,
      nextBy: team.get(row.memberId ?? "") ?? null,
    })),
    setsPage: may(actor, "school:settings"),
    mayAnswer: may(actor, "student:write"),
    acts: may(actor, "list:select") ? listActsFor(actor, "inquiries", []) : [],
    list: searchParams.toString(),
  }
}

/** How many are at each open stage, and what of them is next. */
function stagesOf(actor: Actor, open: readonly OpenInquiry[]) {
  const { timeZone } = actor.school
  const dayOf = (at: number) => formatDate(localDate(at, timeZone), "short", actor.school)
  const soonest = (times: readonly (number | null)[]) => {
    const coming = times.filter((at) => at !== null && at > now()) as number[]
    return coming.length > 0 ? dayOf(Math.min(...coming) - 60_000) : undefined
  }
  return openStages.map((stage) => {
    const theirs = open.filter((each) => each.stage === stage)
    const waits = daysBetween(
      localDate(Math.min(now(), ...theirs.map(({ createdAt }) => createdAt)), timeZone),
      todayOf(actor),
    )
    const nextTrial = soonest(theirs.map(({ trialEndsAt }) => trialEndsAt))
    const nextEnd = soonest(theirs.map(({ offeredUntil }) => offeredUntil))
    const note =
      stage === "new" && waits > 0
        ? `waiting up to ${countOf(waits, "day")}`
        : stage === "tried" && theirs.length > 0
          ? "how did it go?"
          : stage === "trial" && nextTrial
            ? `next ${nextTrial}`
            : stage === "offered" && nextEnd
              ? `next ends ${nextEnd}`
              : ""
    return { stage, count: theirs.length, note }
  })
}

export const meta: MetaFunction = () => [{ title: "Inquiries · Tutti" }]

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

export default function Inquiries() {
  const { stage, stages, campaign, campaigns, group, pages, rows, setsPage, ...found } =
    useLoaderData<typeof loader>()
  const ofGroup = group && { by: group.by, of: group.name ?? undefined }
  const counted = stage in countedFilters ? countedFilters[stage as keyof typeof countedFilters] : undefined
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
      <StageFlow
        label="Open inquiries by stage"
        stages={stages.map(({ stage: each, count, note }) => ({
          to: paths.inquiries({ stage: each, campaign }),
          head: stageSigns[each].head,
          label: stageLabels[each],
          metric: "inquiries-in-stage" as const,
          sum: formatNumber(count),
          note,
          isCurrent: stage === each,
        }))}
      />
      <Tabs
        label="Stages"
        current={stage}
        tabs={(Object.keys(stageFilters) as (keyof typeof stageFilters)[]).map((key) => ({
          key,
          label: stageFilters[key],
          to: paths.inquiries({ stage: key, campaign, ...ofGroup }),
        }))}
      />
      {group || counted ? (
        <p>
          {[counted, group && `${numbersByLabels[group.by]}: ${group.label}`].filter(Boolean).join(". ")}.{" "}
          <Link to={paths.inquiries({ campaign })}>Clear filters</Link>
        </p>
      ) : null}
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
      {rows.length === 0 && (campaign || group) ? (
        <EmptyState>
          No inquiries match these filters. <Link to={paths.inquiries({ stage })}>Clear filters</Link>
        </EmptyState>
      ) : (
        <>
          {found.acts.length > 0 && rows.length > 0 ? (
            <SelectionForm
              noun="inquiries"
              acts={found.acts}
              list={found.list}
              shown={rows.length}
              total={pages.total}
            >
              <InquiryTable />
            </SelectionForm>
          ) : (
            <InquiryTable />
          )}
          <Pagination {...pages} />
        </>
      )}
    </div>
  )
}

function InquiryTable() {
  const { stage, campaigns, rows, mayAnswer, acts } = useLoaderData<typeof loader>()
  return (
    <DataTable
      caption="Inquiries"
      pick={acts.length > 0 ? ({ id, name }) => ({ value: id, label: name }) : undefined}
      rows={rows}
      empty={
        stage === "open"
          ? "No open inquiries. When someone asks for lessons on your public page and confirms their email, you see them here."
          : stage === "won"
            ? "No one has become a student yet. Add an open inquiry as a student."
            : stage === "lost"
              ? "No lost inquiries. When someone isn’t coming, mark their inquiry as lost and say why."
              : "No inquiries at this stage."
      }
      columns={columnsOf(stage, campaigns.length > 0, mayAnswer)}
    />
  )
}

const columnsOf = (stage: StageFilter, hasCampaigns: boolean, mayAnswer: boolean) => [
  {
    label: "Name",
    cell: ({ id, name, age, guardianName, waits }: Row) => (
      <>
        <Link to={paths.inquiry(id)}>{name}</Link> {age === null ? null : <span className="dim">{age}</span>}
        {guardianName || waits > 0 ? (
          <>
            <br />
            <span className="small dim">
              {[guardianName && `from ${guardianName}`, waits > 0 && `waiting ${countOf(waits, "day")}`]
                .filter(Boolean)
                .join(", ")}
            </span>
          </>
        ) : null}
      </>
    ),
  },
  { label: "Stage", cell: ({ stage, until }: Row) => <StageMark stage={stage} until={until} /> },
  {
    label: "Asked for",
    cell: ({ wanted, ...row }: Row) => (
      <span>
        {[askedFor(row), row.instrument].filter(Boolean).join(", ")}
        {wanted ? (
          <>
            <br />
            <span className="small dim">{wanted}</span>
          </>
        ) : null}
      </span>
    ),
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
  ...(stage === "won" || stage === "lost" || !mayAnswer
    ? []
    : [{ label: "Do next", action: true, cell: BestNext }]),
]

/** The next thing to do for someone: an answer at first, an offer once they are known. */
function BestNext({ id, name, stage }: Row) {
  const of = <span className="visually-hidden"> {name}</span>
  if (stage === "new") return <LinkButton to={paths.inquiry(id)}>Answer{of}</LinkButton>
  return stage === "contacted" || stage === "tried" ? (
    <LinkButton to={paths.makeOffer(id)}>Make an offer{of}</LinkButton>
  ) : null
}
