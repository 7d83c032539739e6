import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { SubscriptionState } from "~/components/platform/school/subscription-state"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { SearchForm } from "~/components/ui/search-form"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { listPaidOrphans } from "~/models/accounts/school/orphaned-subscription.server"
import {
  closeCase,
  type ListedCase,
  listClosedCases,
  listOpenCases,
} from "~/models/accounts/subscription-case/subscription-case.server"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { type Agreement, agreementLabels } from "~/models/platform/platform-payment/paid-subscriptions"
import {
  checkedTexts,
  checkWithProvider,
  listPaidSubscriptions,
  subscriptionViews,
} from "~/models/platform/platform-payment/paid-subscriptions.server"
import { readStaffQuery } from "~/models/platform/staff/staff-query"
import { recordPlatformAct } from "~/models/platform/staff-act/staff-act.server"
import { caseAdvice, caseFacts, caseLabels } from "~/texts/platform/cases"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { staffTimeAndZone } from "~/utils/work-times.server"
import { localDate } from "~/utils/zones"

const dayOf = (at: number) => formatDate(localDate(at, "UTC"), "medium")

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const query = readStaffQuery(new URL(request.url).searchParams, subscriptionViews)
  const { rows, total, differing } = listPaidSubscriptions(staff, query)
  return {
    query,
    pages: paged(request, total),
    differing,
    rows: rows.map((row) => ({
      schoolId: row.schoolId,
      schoolName: row.schoolName,
      plan: row.plan ? `${planCatalogue[row.plan].name}, ${row.interval ?? "monthly"}` : "None",
      standing: row.standing,
      paidUntil: row.paidUntil ? dayOf(row.paidUntil) : "–",
      providerId: row.providerSubscriptionId,
      theirs: row.providerStatus,
      askedAt: row.providerAskedAt ? staffTimeAndZone(row.providerAskedAt) : null,
      agreement: row.agreement,
    })),
    cases: listOpenCases(staff).map(caseRow),
    closed: listClosedCases(staff).map(caseRow),
    orphans: listPaidOrphans(staff).map(({ providerSubscriptionId, updatedAt }) => ({
      providerSubscriptionId,
      at: staffTimeAndZone(updatedAt),
    })),
  }
}

const caseRow = ({ id, schoolId, schoolName, reason, facts, createdAt, closedAt, closedBy }: ListedCase) => ({
  key: id,
  schoolId,
  caseId: id,
  schoolName,
  reason: caseLabels[reason],
  facts: caseFacts(facts),
  advice: caseAdvice(reason, facts),
  since: staffTimeAndZone(createdAt),
  closed: closedAt === null ? null : `${staffTimeAndZone(closedAt)}, ${closedBy ?? "settled"}`,
})

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "subscription:act")
  const form = await request.formData()
  const schoolId = String(form.get("schoolId") ?? "")
  const school = orNotFound(schoolFor(staff, schoolId))
  return intents(form, paths.paidSubscriptions(), {
    check: act({
      run: () => checkWithProvider(staff, school),
      saved: (checked) => ({
        title: school.school.name,
        text: checkedTexts[checked],
        tone: checked === "unreachable" ? "bad" : "good",
      }),
    }),
    close: act({
      run: () =>
        asOneAct(() => {
          if (!closeCase(staff, { schoolId, caseId: String(form.get("caseId") ?? "") })) return
          recordPlatformAct(staff, {
            verb: "close-case",
            about: school.school.name,
            schoolId,
            reason: String(form.get("note") ?? "")
              .trim()
              .slice(0, 500),
          })
        }),
      saved: "Case closed.",
    }),
    else: act({ run: () => undefined }),
  })
}

export const { handle, meta } = framed({
  title: "Paid subscriptions",
  head: () => ({ expression: `compared with ${platformProvider} every hour` }),
})

export default function PaidSubscriptions() {
  const { query, rows, pages, differing, cases, closed, orphans } = useLoaderData<typeof loader>()
  return (
    <>
      {cases.length > 0 ? (
        <section className="section" aria-labelledby="cases">
          <h2 id="cases">Needs review</h2>
          <OpenCases cases={cases} />
        </section>
      ) : null}
      <PaidOrphans orphans={orphans} />
      <Tabs
        label="Subscriptions"
        tabs={[
          {
            to: paths.paidSubscriptions({ search: query.search }),
            label: "All",
            current: query.show === "all",
          },
          {
            to: paths.paidSubscriptions({ search: query.search, show: "differing" }),
            label: `Mismatched ${differing}`,
            current: query.show === "differing",
          },
        ]}
      />
      <SearchForm
        label={`School or ${platformProvider} ID`}
        search={query.search}
        keep={{ name: "show", value: query.show }}
      />
      <DataTable
        caption="Paid subscriptions"
        columns={[
          {
            label: "School",
            cell: (row) => <Link to={paths.schoolMoney(row.schoolId)}>{row.schoolName}</Link>,
          },
          { label: "Plan", cell: (row) => row.plan },
          { label: "Tutti", cell: (row) => <SubscriptionState state={row.standing} /> },
          { label: "Paid until", cell: (row) => row.paidUntil },
          { label: platformProvider, cell: (row) => <Theirs {...row} /> },
          { label: "Match", cell: (row) => <AgreementStatus agreement={row.agreement} /> },
          {
            label: "Actions",
            action: true,
            cell: (row) => (
              <PostForm sends={{ schoolId: row.schoolId }}>
                <button className="button" type="submit" name="intent" value="check">
                  {`Check with ${platformProvider}`}
                  <span className="visually-hidden">: {row.schoolName}</span>
                </button>
              </PostForm>
            ),
          },
        ]}
        rows={rows}
        empty={
          query.search || query.show !== "all" ? "No subscriptions match." : "No paid subscriptions yet."
        }
        rowKey={(row) => row.schoolId}
      />
      <Pagination {...pages} />
      {closed.length > 0 ? (
        <section className="section" aria-labelledby="closed">
          <h2 id="closed">Closed cases</h2>
          <ClosedCases cases={closed} />
        </section>
      ) : null}
    </>
  )
}

type ProviderState = { theirs: string | null; providerId: string | null; askedAt: string | null }

const Theirs = ({ theirs, providerId, askedAt }: ProviderState) => (
  <span className="long-text">
    {theirs ?? "–"} <span className="dim">{providerId}</span>{" "}
    <span className="dim">{askedAt ? `checked ${askedAt}` : "never checked"}</span>
  </span>
)

const heads = { agree: "on", differ: "x", "not-asked": "rest", "not-at-provider": "half" } as const
const tones = { agree: "ok", differ: "bad", "not-asked": "dim", "not-at-provider": "warn" } as const

/** Whether the provider's state and our row agree. */
const AgreementStatus = ({ agreement }: { agreement: Agreement }) => (
  <Status head={heads[agreement]} tone={tones[agreement]}>
    {agreementLabels[agreement]}
  </Status>
)

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type CaseRow = Loaded["cases"][number]

const school = {
  label: "School",
  cell: (row: CaseRow) => <Link to={paths.schoolMoney(row.schoolId)}>{row.schoolName}</Link>,
}

const details = {
  label: "Details",
  cell: ({ reason, facts }: CaseRow) => (
    <>
      <b>{reason}</b>{" "}
      {facts.map(([label, text]) => (
        <span key={label} className="block long-text">
          <span className="dim">{label}:</span> {text}
        </span>
      ))}
    </>
  ),
}

/** Cases that need attention; each can be checked again or closed. */
function OpenCases({ cases }: { cases: CaseRow[] }) {
  return (
    <DataTable
      caption="Open cases"
      columns={[
        school,
        details,
        { label: "What to do", cell: (row) => <span className="long-text">{row.advice}</span> },
        { label: "Since", cell: (row) => row.since },
        {
          label: "Actions",
          action: true,
          cell: (row) => (
            <PostForm className="buttons" sends={{ schoolId: row.schoolId, caseId: row.caseId }}>
              <button
                className="button"
                type="submit"
                name="intent"
                value="check"
              >{`Check with ${platformProvider}`}</button>
              <label className="visually-hidden" htmlFor={`note-${row.key}`}>
                Internal note on closing {row.schoolName}
              </label>
              <input id={`note-${row.key}`} name="note" maxLength={500} placeholder="Internal note" />
              <button className="button plain" type="submit" name="intent" value="close">
                Close case
              </button>
            </PostForm>
          ),
        },
      ]}
      rows={cases}
      rowKey={(row) => row.key}
    />
  )
}

/** Cases that were closed, newest first. */
const ClosedCases = ({ cases }: { cases: CaseRow[] }) => (
  <DataTable
    caption="Closed cases, newest first"
    columns={[
      school,
      details,
      { label: "Opened", cell: (row) => row.since },
      { label: "Closed", cell: (row) => row.closed ?? "–" },
    ]}
    rows={cases}
    rowKey={(row) => row.key}
  />
)

type PaidOrphansProps = { orphans: { providerSubscriptionId: string; at: string }[] }

/** Subscriptions that were paid after their registration was canceled; we ended them at the provider. */
function PaidOrphans({ orphans }: PaidOrphansProps) {
  if (orphans.length === 0) return null
  return (
    <section className="section" aria-labelledby="orphans">
      <h2 id="orphans">Paid after the registration was canceled</h2>
      <p>{`We ended these at ${platformProvider}. You may need to refund them there.`}</p>
      <ul>
        {orphans.map(({ providerSubscriptionId, at }) => (
          <li key={providerSubscriptionId}>
            {providerSubscriptionId} <span className="dim">{at}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
