import { Link } from "~/components/ui/link"
import { type PlanRhythm, rhythmLabels } from "~/models/money/installment/installment-labels"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type NewInvoicesPlanProps = { rule: { count: number; rhythm: PlanRhythm } | null; familyId: string }

/** How the family's new invoices are divided. */
export function NewInvoicesPlan({ rule, familyId }: NewInvoicesPlanProps) {
  return (
    <>
      <h2>Installments</h2>
      <p>
        {rule
          ? `New invoices: ${countOf(rule.count, "installment")}, ${rhythmLabels[rule.rhythm].toLowerCase()}.`
          : "New invoices are due in one payment."}{" "}
        <Link to={paths.familyInstallments(familyId)}>Change installments</Link>
      </p>
    </>
  )
}
