import type { ReactNode } from "react"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { ComparedFamily } from "~/models/money/family-merge/family-merge"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { addressInLine } from "~/utils/postal-address"

type FamilyComparisonProps = { keep: ComparedFamily; gone: ComparedFamily; currency: string }

/** Two families side by side: the one that is kept first. */
export function FamilyComparison({ keep, gone, currency }: FamilyComparisonProps) {
  const rows: { label: string; of: (family: ComparedFamily) => ReactNode }[] = [
    { label: "Students", of: ({ students }) => joinNames(students) || "–" },
    {
      label: "Guardians",
      of: ({ guardians }) =>
        guardians
          .map(({ name, email, phone, hasAccess }) =>
            [name, email, phone, hasAccess ? "has portal access" : null].filter(Boolean).join(", "),
          )
          .join("; ") || "–",
    },
    {
      label: "Other payers",
      of: ({ payers }) => payers.map(({ name, email }) => `${name}, ${email}`).join("; ") || "–",
    },
    { label: "Address", of: ({ address }) => addressInLine(address) || "–" },
    {
      label: "Balance",
      of: ({ id, name, balanceMinor }) => (
        <Link to={paths.family(id)} aria-label={`Balance of ${name}: ${formatMoney(balanceMinor, currency)}`}>
          {formatMoney(balanceMinor, currency)}
        </Link>
      ),
    },
  ]
  return (
    <DataTable
      caption="The two families"
      rows={rows}
      rowKey={({ label }) => label}
      terse="labelled"
      columns={[
        { label: "What", cell: ({ label }) => label },
        { label: `Keep: ${keep.name}`, cell: ({ of }) => of(keep) },
        { label: `Remove: ${gone.name}`, cell: ({ of }) => of(gone) },
      ]}
    />
  )
}
