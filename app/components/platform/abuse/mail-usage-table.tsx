import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { bytesText } from "~/utils/bytes"
import { paths } from "~/utils/paths"

type Used = { used: number; limit: number }
type Row = { schoolId: string; name: string; mails: Used; storage: Used; isStopped: boolean }

/** The schools that send the most today, with what each uses of its plan. */
export function MailUsageTable({ rows }: { rows: Row[] }) {
  if (rows.length === 0)
    return <EmptyState>No school’s emails count toward today’s limit yet (UTC).</EmptyState>
  return (
    <DataTable
      caption="Schools with the most emails today (UTC)"
      rows={rows}
      rowKey={({ schoolId }) => schoolId}
      columns={[
        {
          label: "School",
          cell: ({ schoolId, name }) => <Link to={paths.platformSchool(schoolId)}>{name}</Link>,
        },
        {
          label: "Emails today",
          numeric: true,
          cell: ({ mails }) =>
            `${mails.used.toLocaleString("en-US")} of ${mails.limit.toLocaleString("en-US")}`,
        },
        {
          label: "Storage",
          numeric: true,
          cell: ({ storage }) => `${bytesText(storage.used)} of ${bytesText(storage.limit)}`,
        },
        {
          label: "Emails",
          cell: ({ schoolId, name, isStopped }) =>
            isStopped ? (
              "stopped"
            ) : (
              <Link to={paths.abuse({ school: schoolId })}>
                Stop <span className="visually-hidden">emails of {name}</span>
              </Link>
            ),
        },
      ]}
    />
  )
}
