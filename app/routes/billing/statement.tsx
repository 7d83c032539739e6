import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { StatementView } from "~/components/money/statement/statement-view"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { statementPeriod } from "~/models/money/statement/statement"
import { familyStatement } from "~/models/money/statement/statement.server"
import { findFamily } from "~/models/people/family/family.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const family = findFamily(actor, params.familyId ?? "")
  if (!family) throw notFound()
  const day = today(actor.school.timeZone, now())
  const period = statementPeriod(new URL(request.url).searchParams, day)
  return {
    family: { id: family.id, name: family.name },
    statement: familyStatement(actor, family.id, period),
    currency: actor.school.currency,
    today: day,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Statement, ${data?.family.name ?? "family"} · Tutti` },
]

export default function FamilyStatement() {
  const { family, statement, currency, today: day } = useLoaderData<typeof loader>()
  const { from, to } = statement
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.family(family.id), label: "Family billing" }}
        title="Statement"
        expression={family.name}
      />
      <StatementView
        statement={statement}
        currency={currency}
        today={day}
        address={(period) => paths.statement(family.id, { from: period.from, to: period.to })}
        pdf={paths.statementPdf(family.id, { from, to })}
        csv={paths.statementCsv(family.id, { from, to })}
      />
    </div>
  )
}
