import { data, type LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { RefusedStatement, StatementView } from "~/components/money/statement/statement-view"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { requestedStatement } from "./family-statement.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const asked = requestedStatement(actor, request, params.familyId)
  const { currency, name: schoolName, timeZone } = actor.school
  const about = { currency, schoolName, today: today(timeZone, now()) }
  return data({ ...asked, ...about }, { status: asked.refused ? 400 : 200 })
}

export const meta = pageTitle<typeof loader>((data) => `Statement, ${data.family.name}`, "Statement, family")

export default function FamilyStatement() {
  const { family, payer, payers, statement, refused, ...about } = useLoaderData<typeof loader>()
  const { currency, schoolName, today: day } = about
  const { from, to } = statement ?? {}
  const of = payer ? { payer: payer.id } : {}
  const period = {
    today: day,
    payerId: payer?.id,
    address: (days: { from: string; to: string }) =>
      paths.statement(family.id, { from: days.from, to: days.to, ...of }),
  }
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.family(family.id), label: "Family billing" }}
        title="Statement"
        expression={[payer?.name, family.name, schoolName].filter(Boolean).join(", ")}
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
      {statement ? (
        <StatementView
          {...period}
          statement={statement}
          currency={currency}
          pdf={paths.statementPdf(family.id, { from, to, ...of })}
          csv={paths.statementCsv(family.id, { from, to, ...of })}
        />
      ) : (
        <RefusedStatement {...period} refused={refused} />
      )}
    </div>
  )
}
