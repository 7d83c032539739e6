import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import type { CreditRow, CreditState } from "~/models/teaching/credit/credit"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

const signs: Record<CreditState, Parameters<typeof Status>[0]> = {
  open: { head: "open", children: "Available" },
  used: { head: "on", children: "Used", tone: "ok" },
  expired: { head: "rest", children: "Expired", tone: "dim" },
  revoked: { head: "rest", children: "Revoked", tone: "dim" },
}

/** Make-up credits with their student, the lesson they came from, their expiry and their use. */
export function CreditTable({ credits }: { credits: CreditRow[] }) {
  return (
    <DataTable
      caption="Make-up credits"
      rows={credits}
      rowKey={({ creditId }) => creditId}
      columns={[
        {
          label: "Student",
          cell: ({ studentId, studentName }) => (
            <Link to={paths.studentCredits(studentId)}>{studentName}</Link>
          ),
        },
        {
          label: "Earned from",
          cell: (credit) => <Origin credit={credit} />,
        },
        { label: "Length", cell: ({ minutes }) => `${minutes} min` },
        { label: "Status", cell: ({ state }) => <Status {...signs[state]} /> },
        { label: "Details", cell: (credit) => <Fate credit={credit} /> },
      ]}
    />
  )
}

function Origin({ credit: { originSessionId, originClassName, originDate } }: { credit: CreditRow }) {
  if (!originSessionId || !originDate) return <>{originClassName}, granted</>
  return (
    <Link to={paths.session(originSessionId)}>
      {originClassName}, {formatDate(originDate, "day")}
    </Link>
  )
}

/** What became of the lesson that a credit was used for. */
function usedAs({ isMissed, isAhead }: CreditRow): string {
  if (isMissed) return "Not coming"
  return isAhead ? "Booked for" : "Made up"
}

function Fate({ credit }: { credit: CreditRow }) {
  if (credit.state === "used" && credit.usedSessionId && credit.usedOn)
    return (
      <Link to={paths.session(credit.usedSessionId)}>
        {usedAs(credit)} {formatDate(credit.usedOn, "short")}
      </Link>
    )
  if (credit.state === "revoked") return <>{credit.revokedReason ?? "Revoked"}</>
  const until = formatDate(credit.expiresOn, "medium")
  return <>{credit.state === "expired" ? `Expired ${until}` : `Use by ${until}`}</>
}
