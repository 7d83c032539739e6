import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { RefusedStatement, StatementView } from "~/components/money/statement/statement-view"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { statementPeriod } from "~/models/money/statement/statement"
import { portalStatement } from "~/models/money/statement/statement.server"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const day = todayOf(actor)
  const { currency, name: schoolName } = actor.school
  const about = { currency, schoolName, name: actor.name, today: day }
  const asked = statementPeriod(new URL(request.url).searchParams, day)
  const statement = orNotFound(portalStatement(actor, asked.ok ? asked.period : { from: day, to: day }))
  if (!asked.ok) return data({ ...about, statement: null, refused: asked.refused }, { status: 400 })
  return data({ ...about, statement, refused: null })
}

export const meta: MetaFunction = () => [{ title: "Your statement · Tutti" }]

export default function StudentStatement() {
  const { statement, refused, currency, schoolName, name, today: day } = useLoaderData<typeof loader>()
  const period = {
    today: day,
    address: ({ from, to }: { from: string; to: string }) => paths.studentStatement({ from, to }),
  }
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.studentInvoices(), label: "All invoices" }}
        title="Statement"
        expression={`${name}, ${schoolName}`}
      />
      {statement ? (
        <StatementView
          {...period}
          statement={statement}
          currency={currency}
          pdf={paths.studentStatementPdf({ from: statement.from, to: statement.to })}
          csv={paths.studentStatementCsv({ from: statement.from, to: statement.to })}
        />
      ) : (
        <RefusedStatement {...period} refused={refused} />
      )}
    </div>
  )
}
