// A student, a guardian or a teacher who was entered twice. Safe in the browser.

/** Who can be merged, as in the address of the comparison. */
export const mergedNouns = ["student", "guardian", "teacher"] as const
export type MergedNoun = (typeof mergedNouns)[number]

export const nounLabels: Record<MergedNoun, { one: string; many: string; heading: string }> = {
  student: { one: "student", many: "students", heading: "Students" },
  guardian: { one: "guardian", many: "guardians", heading: "Guardians" },
  teacher: { one: "teacher", many: "teachers", heading: "Teachers" },
}

/** Whose answer stays; `both` joins two texts. */
export const fieldChoices = ["keep", "gone", "both"] as const
export type FieldChoice = (typeof fieldChoices)[number]
export type FieldChoices = Record<string, FieldChoice>

/** What both records say to one question. Where they differ, one is chosen. */
export type ComparedField = {
  name: string
  label: string
  keep: string
  gone: string
  /** What can be chosen; none where both say the same or only one of them says anything. */
  choices: FieldChoice[]
  /** What is chosen unless someone chooses otherwise. */
  chosen: FieldChoice
}

/** What stands in the way, with the page on which it is settled. */
export type MergeClash = { text: string; to?: { path: string; label: string } }

/** Two records side by side. */
export type PersonComparison = {
  keep: { id: string; name: string; about: string }
  gone: { id: string; name: string; about: string }
  fields: ComparedField[]
  /** What joins the record that stays, such as "12 lessons". */
  moves: string[]
  /** What is settled by itself, and how. */
  remarks: string[]
  clashes: MergeClash[]
}

/** Two records that look like one person, with the reasons. */
export type PersonSuspect = {
  one: { id: string; name: string; about: string }
  other: { id: string; name: string; about: string }
  reasons: string[]
}

/** The chosen answer to a question; an answer that was never offered counts as the one that is shown first. */
export const chosenOf = ({ name, choices, chosen }: ComparedField, given: FieldChoices): FieldChoice => {
  const asked = given[name]
  return asked && choices.includes(asked) ? asked : chosen
}

/**
 * Compares what two records say to a question. The answer of the record that stays comes first; an empty one gives way.
 * @param longest of a text that may be joined from both
 */
export function compareField(
  name: string,
  label: string,
  { keep, gone, longest }: { keep: string | null; gone: string | null; longest?: number },
): ComparedField {
  const [first, second] = [keep?.trim() ?? "", gone?.trim() ?? ""]
  const differ = first !== "" && second !== "" && first !== second
  const mayJoin = longest !== undefined && first.length + second.length + 2 <= longest
  const choices: FieldChoice[] = differ ? (mayJoin ? ["both", "keep", "gone"] : ["keep", "gone"]) : []
  const chosen = choices[0] ?? (first === "" && second !== "" ? "gone" : "keep")
  return { name, label, keep: first, gone: second, choices, chosen }
}

/** Two texts as one. */
export const joinTexts = (keep: string, gone: string): string => `${keep}\n\n${gone}`

/** Who answers the name of a custom field. */
export const customName = (fieldId: string) => `field-${fieldId}`
