// Erasing one person: a student, a guardian, or someone else who pays a family's invoices. Safe in the browser.

export const erasedNouns = ["student", "guardian", "payer"] as const
export type ErasedNoun = (typeof erasedNouns)[number]

/** How an erased person is called where a row of them stays. */
export const erasedNames: Record<ErasedNoun, string> = {
  student: "Erased student",
  guardian: "Erased guardian",
  payer: "Erased payer",
}

/** What has to be done first, with the page on which it is done. */
export type ErasureObstacle = { text: string; path: string; label: string }

export type ErasurePreview = {
  noun: ErasedNoun
  id: string
  name: string
  familyId: string
  goes: string[]
  stays: { what: string; why: string }[]
  obstacles: ErasureObstacle[]
}
