// What a person ticks in a list to do one thing with. Safe in the browser.

/** The lists with ticks. */
export const selectableNouns = [
  "students",
  "classes",
  "invoices",
  "families",
  "people",
  "teachers",
  "inquiries",
] as const
export type SelectableNoun = (typeof selectableNouns)[number]

/** What is meant: the rows ticked, the page of the list, or everything that passes its filter. */
export const selectionScopes = ["ticked", "page", "all"] as const
export type SelectionScope = (typeof selectionScopes)[number]

/** More at once can't be selected. */
export const mostSelected = 10_000
/** So many are done while the person waits; more become a task that goes on without them. */
export const mostAtOnce = 25

/** One line of a preview: what happens to a record, or why nothing does. */
export type PlannedItem = {
  id: string
  name: string
  /** What happens; of an exception, why nothing does. */
  text: string
  can: boolean
  /** How many things it makes; one unless given. */
  makes?: number
  /** It has none yet of what it gets, such as a price. */
  isFirst?: boolean
  /** What it brings about beside that, such as charges of past lessons: the families and the rest in words are of the act. */
  beside?: { lessons: number; amountMinor: number; byPackage: number; familyIds: string[] }
  /** What the work needs to know of it. */
  detail?: object
}

/** What is no longer as the preview showed it: null where it was not there, or no longer is. */
export type PlanChange = { name: string; was: string | null; is: string | null }

/** The differences between what was shown and what would happen now, by name. */
export function comparePlans(shown: readonly PlannedItem[], present: readonly PlannedItem[]): PlanChange[] {
  const before = new Map(shown.map((item) => [item.id, item]))
  const after = new Map(present.map((item) => [item.id, item]))
  const changed = shown.flatMap((item): PlanChange[] => {
    const now = after.get(item.id)
    if (!now) return [{ name: item.name, was: item.text, is: null }]
    return now.can === item.can && now.text === item.text
      ? []
      : [{ name: item.name, was: item.text, is: now.text }]
  })
  const added = present.flatMap(({ id, name, text }): PlanChange[] =>
    before.has(id) ? [] : [{ name, was: null, is: text }],
  )
  return [...changed, ...added]
}

/** The exceptions by their reason, the most frequent first, with the name of the first. */
export function countReasons(
  items: readonly PlannedItem[],
): { reason: string; count: number; name: string }[] {
  const counts = new Map<string, { reason: string; count: number; name: string }>()
  for (const { can, text: reason, name } of items) {
    if (can) continue
    const known = counts.get(reason)
    if (known) known.count += 1
    else counts.set(reason, { reason, count: 1, name })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
