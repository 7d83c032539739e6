import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { ComparedFamily } from "~/models/money/family-merge/family-merge"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type FamilyComparisonProps = { keep: ComparedFamily; gone: ComparedFamily; currency: string }

/** Two families side by side: the one that is kept first. */
export function FamilyComparison({ keep, gone, currency }: FamilyComparisonProps) {
  const rows = [
    { label: "Students", hasLedger: false, of: ({ students }: ComparedFamily) => joinNames(students) || "–" },
    {
      label: "Guardians",
      hasLedger: false,
      of: ({ guardians }: ComparedFamily) =>
        guardians
          .map(({ name, email, phone, hasAccess }) =>
            [name, email, phone, hasAccess ? "has portal access" : null].filter(Boolean).join(", "),
          )
          .join("; ") || "–",
    },
    {
      label: "Other payers",
      hasLedger: false,
      of: ({ payers }: ComparedFamily) =>
        payers.map(({ name, email }) => `${name}, ${email}`).join("; ") || "–",
    },
    { label: "Address", hasLedger: false, of: ({ address }: ComparedFamily) => address ?? "–" },
    {
      label: "Balance",
      hasLedger: true,
      of: ({ balanceMinor }: ComparedFamily) => formatMoney(balanceMinor, currency),
    },
  ]
  return (
    <DataTable
      caption="The two families"
      rows={rows}
      rowKey={({ label }) => label}
      columns={[
        { label: "What", cell: ({ label }) => label },
        { label: `Keep: ${keep.name}`, cell: ({ of }) => of(keep) },
        { label: `Remove: ${gone.name}`, cell: ({ of }) => of(gone) },
        {
          label: "Ledgers",
          action: true,
          cell: ({ hasLedger }) =>
            hasLedger ? (
              <>
                <Link to={paths.family(keep.id)}>Ledger of the first</Link>{" "}
                <Link to={paths.family(gone.id)}>Ledger of the second</Link>
              </>
            ) : null,
        },
      ]}
    />
  )
}
