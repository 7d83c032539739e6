// The form with which a teacher leaves: who takes each of their classes. Safe in the browser.

const prefix = "class."

export const takerName = (classId: string) => `${prefix}${classId}`

/** The chosen teacher by class; null where the class waits for one. */
export function chosenTakers(form: Iterable<[string, FormDataEntryValue]>): Map<string, string | null> {
  const takers = new Map<string, string | null>()
  for (const [name, value] of form)
    if (name.startsWith(prefix) && typeof value === "string")
      takers.set(name.slice(prefix.length), value.slice(0, 64) || null)
  return takers
}
