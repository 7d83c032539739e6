import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { StatementView } from "~/components/money/statement/statement-view"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { statementPeriod } from "~/models/money/statement/statement"
import { portalStatement } from "~/models/money/statement/statement.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const day = today(actor.school.timeZone, now())
  const statement = portalStatement(actor, statementPeriod(new URL(request.url).searchParams, day))
  if (!statement) throw notFound()
  return { statement, currency: actor.school.currency, schoolName: actor.school.name, today: day }
}

export const meta: MetaFunction = () => [{ title: "Your statement · Tutti" }]

export default function StudentStatement() {
  const { statement, currency, schoolName, today: day } = useLoaderData<typeof loader>()
  const { from, to } = statement
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.studentInvoices(), label: "All invoices" }}
        title="Statement"
        expression={schoolName}
      />
      <StatementView
        statement={statement}
        currency={currency}
        today={day}
        address={(period) => paths.studentStatement({ from: period.from, to: period.to })}
        pdf={paths.studentStatementPdf({ from, to })}
        csv={paths.studentStatementCsv({ from, to })}
      />
    </div>
  )
}
