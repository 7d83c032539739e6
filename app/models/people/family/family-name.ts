// How a family is named where several are listed or offered: families of the same name are told apart by the first names
// of their children. Safe in the browser.

export type FamilyName = {
  familyName: string
  /** "Otis, Milo", only where the school has another family of that name. */
  familyChildren: string | null
}

/** In a line of text, a select or a file: "Haddad family (Otis, Milo)". */
export const familyLabel = ({ familyName, familyChildren }: FamilyName): string =>
  familyChildren ? `${familyName} (${familyChildren})` : familyName
