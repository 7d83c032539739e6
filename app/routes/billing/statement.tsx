import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { StatementView } from "~/components/money/statement/statement-view"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { requestedStatement } from "./family-statement.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  return {
    ...requestedStatement(actor, request, params.familyId),
    currency: actor.school.currency,
    today: today(actor.school.timeZone, now()),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Statement, ${data?.family.name ?? "family"} · Tutti` },
]

export default function FamilyStatement() {
  const { family, payer, payers, statement, currency, today: day } = useLoaderData<typeof loader>()
  const { from, to } = statement
  const of = payer ? { payer: payer.id } : {}
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.family(family.id), label: "Family billing" }}
        title="Statement"
        expression={payer?.name ?? family.name}
      />
      {payers.length > 1 ? (
        <p className="no-print">
          {[null, ...payers].map((each) => (
            <span key={each?.id ?? "all"}>
              {each ? " · " : null}
              {each?.id === payer?.id ? (
                <b>{each?.name ?? "Whole family"}</b>
              ) : (
                <Link to={paths.statement(family.id, { from, to, payer: each?.id })}>
                  {each?.name ?? "Whole family"}
                </Link>
              )}
            </span>
          ))}
        </p>
      ) : null}
      <StatementView
        statement={statement}
        payerId={payer?.id}
        currency={currency}
        today={day}
        address={(period) => paths.statement(family.id, { from: period.from, to: period.to, ...of })}
        pdf={paths.statementPdf(family.id, { from, to, ...of })}
        csv={paths.statementCsv(family.id, { from, to, ...of })}
      />
    </div>
  )
}
