// Erasing one person: a student, a guardian, or someone else who pays a family's invoices; a teacher, or another member of
// the team. Safe in the browser.

export const erasedNouns = ["student", "guardian", "payer"] as const
export type ErasedNoun = (typeof erasedNouns)[number]
export type StaffNoun = "teacher" | "member"

/** How an erased person is called where a row of them stays. */
export const erasedNames: Record<ErasedNoun | StaffNoun, string> = {
  teacher: "Former teacher",
  member: "Former member",
  student: "Erased student",
  guardian: "Erased guardian",
  payer: "Erased payer",
}

/** What has to be done first, with the page on which it is done. */
export type ErasureObstacle = { text: string; path: string; label: string }

/** What goes, what stays, and what stands in the way. */
export type ErasureEffect = {
  name: string
  goes: string[]
  /** For whom they asked for lessons without being a student yet. */
  asked?: string[]
  stays: { what: string; why: string }[]
  obstacles: ErasureObstacle[]
}

export type ErasurePreview = ErasureEffect & { noun: ErasedNoun; id: string; familyId: string }
