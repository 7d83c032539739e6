import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DataTable } from "~/components/ui/data-table"
import { Measures } from "~/components/ui/measures"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { countPlatform, listNewestSchools, type NewSchool } from "~/models/platform/platform-figures.server"
import { formatDate, localDate } from "~/utils/dates"
import { requireSuperAdmin } from "~/utils/http/guards.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireSuperAdmin(request)
  return {
    figures: countPlatform(staff),
    newest: listNewestSchools(staff).map((school) => ({
      ...school,
      registeredOn: formatDate(localDate(school.createdAt, "UTC"), "medium"),
    })),
  }
}

export const meta: MetaFunction = () => [{ title: "Platform · Tutti" }]

export default function Overview() {
  const { figures, newest } = useLoaderData<typeof loader>()
  const { schools } = figures
  return (
    <>
      <PageHead title="Platform" expression="all schools together; no pupil's data" />
      <section className="sec" aria-labelledby="schools">
        <h2 id="schools">Schools by subscription</h2>
        <Measures
          label="Schools by subscription"
          measures={[
            { figure: schools.active, label: "active" },
            { figure: schools.pending, label: "pending" },
            { figure: schools.expired, label: "expired" },
            { figure: schools.none, label: "none" },
          ]}
        />
      </section>
      <section className="sec" aria-labelledby="waiting">
        <h2 id="waiting">Waiting, and given up</h2>
        <Measures
          label="Waiting, and given up"
          measures={[
            { figure: figures.attemptsWaiting, label: "payments PayPal has not decided" },
            { figure: figures.attemptsMismatched, label: "payments that do not match" },
            {
              figure: figures.mailWaiting,
              label: (
                <>
                  mails to send, <Given n={figures.mailDead} />
                </>
              ),
            },
            {
              figure: figures.jobsWaiting,
              label: (
                <>
                  jobs due, <Given n={figures.jobsDead} />
                </>
              ),
            },
          ]}
        />
      </section>
      <section className="sec" aria-labelledby="newest">
        <h2 id="newest">Newest schools</h2>
        <DataTable
          caption="Newest schools"
          columns={[
            { label: "School", cell: (school) => school.name },
            { label: "Kind", cell: (school) => (school.kind === "solo" ? "solo teacher" : "school") },
            { label: "Registered", cell: (school) => school.registeredOn },
            { label: "Subscription", cell: (school) => <SubscriptionStatus status={school.status} /> },
          ]}
          rows={newest}
          rowKey={(school) => school.id}
        />
      </section>
    </>
  )
}

const Given = ({ n }: { n: number }) => (n ? <span className="bad">{n} given up</span> : <>none given up</>)

const heads = { active: "on", pending: "half", expired: "x", none: "rest" } as const

const SubscriptionStatus = ({ status }: Pick<NewSchool, "status">) => (
  <Status head={heads[status]} tone={status === "expired" ? "bad" : status === "active" ? "ok" : undefined}>
    {status}
  </Status>
)
