import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

/** A family without charges and payments: they are on the account of the family that it was merged into, or there are none. */
export function EmptyLedger({ mergedInto }: { mergedInto: { id: string; name: string } | null }) {
  return (
    <EmptyState>
      {mergedInto ? (
        <>
          This family was merged into <Link to={paths.family(mergedInto.id)}>{mergedInto.name}</Link>. Its
          invoices and payments are there.
        </>
      ) : (
        "No charges or payments yet. This family’s invoices and payments appear here."
      )}
    </EmptyState>
  )
}
