import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SubscriptionState } from "~/components/platform/school/subscription-state"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { Status } from "~/components/ui/status"
import { requireSuperAdmin } from "~/http/guards.server"
import {
  possibleStandings,
  type StandingKind,
  standingLabels,
} from "~/models/accounts/subscription/subscription"
import type { SuperActor } from "~/models/foundation/access/actor"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import type { Condition } from "~/models/platform/condition/condition"
import { findCondition } from "~/models/platform/condition/condition.server"
import { countPlatform, listNewestSchools } from "~/models/platform/growth/platform-figures.server"
import { kindLabels, matterKinds } from "~/models/platform/support-desk/desk"
import { countDesk } from "~/models/platform/support-desk/list-desk.server"
import { formatDate, formFor } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireSuperAdmin(request)
  return {
    condition: mayStaff(staff.roles, "machine:read") ? findCondition(staff) : null,
    figures: countPlatform(staff),
    waiting: waitingFor(staff),
    seesMoney: mayStaff(staff.roles, "subscription:read"),
    seesMachine: mayStaff(staff.roles, "machine:read"),
    newest: listNewestSchools(staff).map((school) => ({
      ...school,
      registeredOn: formatDate(localDate(school.createdAt, "UTC"), "medium"),
    })),
  }
}

/** What waits for the reader's roles; null for a role that was handed nothing. */
function waitingFor(staff: SuperActor) {
  const { waiting } = countDesk(staff)
  return waiting.all > 0 || mayStaff(staff.roles, "desk:read") ? waiting : null
}

export const { handle, meta } = framed({
  title: "Platform",
  head: () => ({
    actions: (
      <>
        <LinkButton to={paths.missedSearches()}>Searches without a result</LinkButton>{" "}
        <LinkButton to={paths.failedRequests()}>Find an error ID</LinkButton>
      </>
    ),
  }),
})

export default function Overview() {
  const { condition, figures, waiting, newest, seesMoney, seesMachine } = useLoaderData<typeof loader>()
  const { schools } = figures
  return (
    <>
      {condition ? <ConditionLine {...condition} /> : null}
      {waiting ? (
        <section className="section" aria-labelledby="asking">
          <h2 id="asking">Waiting for an answer</h2>
          <FigureRow
            label="Waiting for an answer"
            items={matterKinds.map((kind) => ({
              figure: waiting[kind],
              label: kindLabels[kind][waiting[kind] === 1 ? "one" : "many"].toLowerCase(),
              to: paths.desk({ kind }),
              metric: "desk-waiting" as const,
            }))}
          />
        </section>
      ) : null}
      <section className="section" aria-labelledby="schools">
        <h2 id="schools">Schools by subscription</h2>
        <FigureRow
          label="Schools by subscription"
          items={possibleStandings()
            .filter((kind) => schools[kind] > 0 || alwaysShown.has(kind))
            .map((kind) => ({
              figure: schools[kind],
              label: standingLabels[kind]
                .toLowerCase()
                .replace(platformProvider.toLowerCase(), platformProvider),
              to: paths.platformSchools({ state: kind }),
              metric: "schools-in-state" as const,
            }))}
        />
      </section>
      <Queues figures={figures} seesMoney={seesMoney} seesMachine={seesMachine} />
      <section className="section" aria-labelledby="newest">
        <h2 id="newest">Newest schools</h2>
        <DataTable
          caption="Newest schools"
          rowsId="newest-schools"
          columns={[
            {
              label: "School",
              cell: (school) => <Link to={paths.platformSchool(school.id)}>{school.name}</Link>,
            },
            { label: "Type", cell: (school) => (school.kind === "solo" ? "Solo teacher" : "School") },
            { label: "Registered", cell: (school) => school.registeredOn },
            { label: "Subscription", cell: (school) => <SubscriptionState state={school.status} /> },
          ]}
          rows={newest}
          rowKey={(school) => school.id}
        />
      </section>
    </>
  )
}

/** Counted even when there are none. */
const alwaysShown = new Set<StandingKind>(["active", "ending", "payment-failed", "unpaid", "expired"])
type QueuesProps = {
  figures: ReturnType<typeof useLoaderData<typeof loader>>["figures"]
  seesMoney: boolean
  seesMachine: boolean
}

/** What is under way, as far as the reader may open it. */
function Queues({ figures, seesMoney, seesMachine }: QueuesProps) {
  if (!seesMoney && !seesMachine) return null
  const money = [
    {
      figure: figures.attemptsWaiting,
      label: formFor(figures.attemptsWaiting, "pending payment"),
      to: paths.pendingPayments(),
      metric: "work-waiting" as const,
    },
    {
      figure: figures.casesOpen,
      label: formFor(figures.casesOpen, "case to review", "cases to review"),
      to: `${paths.paidSubscriptions()}#cases`,
      metric: "cases-open" as const,
    },
  ]
  const machine = [
    {
      figure: figures.mailWaiting,
      to: paths.platformDatabase({ show: "mail", state: "waiting" }),
      metric: "queue-waiting" as const,
      label: (
        <>
          {formFor(figures.mailWaiting, "email")} to send, <GivenUp n={figures.mailDead} />
        </>
      ),
    },
    {
      figure: figures.jobsWaiting,
      to: paths.platformDatabase({ show: "jobs", state: "waiting" }),
      metric: "queue-waiting" as const,
      label: (
        <>
          {formFor(figures.jobsWaiting, "job")} waiting, <GivenUp n={figures.jobsDead} />
        </>
      ),
    },
  ]
  return (
    <section className="section" aria-labelledby="waiting">
      <h2 id="waiting">Queues</h2>
      <FigureRow label="Queues" items={[...(seesMoney ? money : []), ...(seesMachine ? machine : [])]} />
    </section>
  )
}

const GivenUp = ({ n }: { n: number }) => (n ? <span className="bad">{n} failed</span> : <>none failed</>)

/** One line about the whole installation, and under it what needs someone, each with what to do. */
function ConditionLine({ facts, troubles }: Condition) {
  const isBad = troubles.some(({ tone }) => tone === "bad")
  const isCalm = troubles.every(({ tone }) => tone === "note")
  return (
    <>
      <p>
        <Status head={isCalm ? "on" : "x"} tone={isCalm ? "ok" : isBad ? "bad" : "warn"}>
          {isCalm ? "All systems normal" : "Needs attention"}
        </Status>{" "}
        {facts.map(({ label, value }) => `${label}: ${value}`).join(" · ")}
      </p>
      {troubles.map(({ key, tone, what, remedy }) => (
        <CalloutText key={`${key} ${what}`} tone={tone === "bad" ? "red" : "amber"}>
          <strong>{what}</strong> {remedy}
        </CalloutText>
      ))}
    </>
  )
}
