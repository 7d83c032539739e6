import { FieldProblem } from "~/components/form/field-frame"
import { FamilyTitle } from "~/components/people/family/family-title"
import { DataTable } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import type { BatchFamily } from "~/models/money/invoice/invoice-batch"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type BatchFamiliesProps = {
  families: BatchFamily[]
  currency: string
  /** The families selected before; by default every family that can be invoiced. */
  selected?: string[]
  /** What is wrong with the choice. */
  problem?: string
}

/** Which families would get an invoice and for how much, and which would not and why. */
export function BatchFamilies({ families, currency, selected, problem }: BatchFamiliesProps) {
  const possible = families.filter(({ problem }) => problem === null)
  return (
    <>
      <fieldset
        id="batch-family"
        tabIndex={-1}
        className={problem ? "field invalid" : undefined}
        aria-describedby={problem ? "batch-family-error" : undefined}
      >
        <legend className="visually-hidden">Families to invoice</legend>
        <FieldProblem id="batch-family-error" message={problem} />
        <DataTable
          caption="Families ready to invoice"
          middle
          terse
          rows={families}
          rowKey={({ familyId }) => familyId}
          columns={[
            {
              label: "Family",
              cell: ({ familyId, familyName, familyChildren, problem }) => (
                <label className="checkbox">
                  <input
                    type="checkbox"
                    name="family[]"
                    value={familyId}
                    defaultChecked={problem === null && (selected?.includes(familyId) ?? true)}
                    disabled={problem !== null}
                  />
                  <span>
                    <FamilyTitle familyName={familyName} familyChildren={familyChildren} />
                  </span>
                </label>
              ),
            },
            { label: "Payer", cell: ({ payers, problem }) => problem ?? payers },
            {
              label: "Items",
              numeric: true,
              cell: ({ familyId, lines }) => (
                <a href={paths.newInvoice({ family: familyId })}>{countOf(lines, "item")}</a>
              ),
            },
            {
              label: "Amount",
              numeric: true,
              beside: true,
              cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
            },
          ]}
        />
      </fieldset>
      <LedgerList
        rows={[]}
        total={{
          label: `${formatNumber(possible.length)} of ${countOf(families.length, "family", "families")} can be invoiced`,
          amount: formatMoney(
            possible.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
            currency,
          ),
        }}
      />
    </>
  )
}
