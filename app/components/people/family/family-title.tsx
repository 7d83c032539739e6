import type { FamilyName } from "~/models/people/family/family-name"

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
