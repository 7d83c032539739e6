import { Link } from "~/components/ui/button"
import type { Column } from "~/components/ui/data-table"
import type { FamilyName } from "~/models/people/family/family-name"
import { paths } from "~/utils/paths"

/** A family's name, with its children's first names in grey where another family has the same name. */
export function FamilyTitle({ familyName, familyChildren }: FamilyName) {
  return familyChildren ? (
    <>
      {`${familyName} `}
      <span className="dim">{familyChildren}</span>
    </>
  ) : (
    familyName
  )
}

/** The families of a table's rows, each with the way to it. */
export const familyColumn: Column<FamilyName & { familyId: string }> = {
  label: "Family",
  cell: ({ familyId, ...family }) => (
    <Link to={paths.family(familyId)}>
      <FamilyTitle {...family} />
    </Link>
  ),
}
