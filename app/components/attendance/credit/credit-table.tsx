import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { CreditRow, CreditState } from "~/models/teaching/credit/credit"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

const signs: Record<CreditState, Parameters<typeof Status>[0]> = {
  open: { head: "open", children: "Open" },
  used: { head: "on", children: "Used", tone: "ok" },
  expired: { head: "rest", children: "Expired", tone: "dim" },
  revoked: { head: "rest", children: "Revoked", tone: "dim" },
}

/** Make-up credits with their student, the session they came from, their expiry and their use. */
export function CreditTable({ credits }: { credits: CreditRow[] }) {
  return (
    <DataTable
      caption="Make-up credits"
      rows={credits}
      rowKey={({ creditId }) => creditId}
      columns={[
        { label: "Student", cell: ({ studentName }) => studentName },
        {
          label: "From",
          cell: (credit) => (
            <Link to={paths.session(credit.originSessionId)}>
              {credit.originClassName}, {formatDate(credit.originDate, "day")}
            </Link>
          ),
        },
        { label: "Length", cell: ({ minutes }) => `${minutes} min` },
        { label: "State", cell: ({ state }) => <Status {...signs[state]} /> },
        { label: "What became of it", cell: (credit) => <Fate credit={credit} /> },
      ]}
    />
  )
}

function Fate({ credit }: { credit: CreditRow }) {
  if (credit.state === "used" && credit.usedSessionId && credit.usedOn)
    return (
      <Link to={paths.session(credit.usedSessionId)}>made up on {formatDate(credit.usedOn, "short")}</Link>
    )
  if (credit.state === "revoked") return <>{credit.revokedReason ?? "Revoked"}</>
  const until = formatDate(credit.expiresOn, "medium")
  return <>{credit.state === "expired" ? `ended on ${until}` : `use it by ${until}`}</>
}
