import { Link } from "~/components/ui/link"
import { familyLabel } from "~/models/people/family/family-name"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type BilledFamilyProps = {
  family: Parameters<typeof familyLabel>[0] & { familyId: string }
  /** Whose account the invoice was on before two families were merged, and since when it isn't. */
  movedFrom: { name: string; movedOn: string } | null
}

/** Whose account an invoice is on. */
export function BilledFamily({ family, movedFrom }: BilledFamilyProps) {
  return (
    <>
      <p>
        <Link to={paths.family(family.familyId)}>Billing for {familyLabel(family)}</Link>
      </p>
      {movedFrom ? (
        <p className="small dim">
          On the account of {movedFrom.name} until the families were merged on{" "}
          {formatDate(movedFrom.movedOn, "medium")}.
        </p>
      ) : null}
    </>
  )
}
