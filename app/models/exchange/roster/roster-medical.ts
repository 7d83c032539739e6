// What in a note is medical: a teacher needs to see it in red, not at the end of a page.

const condition =
  /(?:allerg|epi-?pen|asth?m|anaphyla|diabet|insulin|epilep|seizure|inhaler|c(?:o)?eliac|zöliak|alergi|nut-free)/i

/** The lines and sentences that name a condition, and the rest, both as they were written. */
export function splitMedical(notes: string): { medical: string | null; rest: string | null } {
  if (!condition.test(notes)) return { medical: null, rest: notes }
  const parts = notes.split(/(?<=[.!?;])\s+|\n+/)
  const isMedical = (part: string) => condition.test(part)
  return {
    medical: parts.filter(isMedical).join("\n") || null,
    rest:
      parts
        .filter((part) => !isMedical(part))
        .join("\n")
        .trim() || null,
  }
}
