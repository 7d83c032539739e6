// What in a note is medical: a teacher needs to see it in red, not at the end of a page.
import { fold } from "~/utils/names"

const condition =
  /(?:allerg|epi-?pen|asth?m|anaphyla|diabet|insulin|epilep|seizure|inhaler|c(?:o)?eliac|zöliak|alergi|nut-free)/i

const noCondition =
  /^(?:(?:there (?:are|is) )?(?:none|no|nil|nothing|not any|nka|nkda|nkfa|keine?r?|nichts|nein|aucune?|non|neant|rien|ninguna?|ninguno|nada|nessun[ao]?|nenhuma?|geen|nee|ingen|inga|nej|nei|brak|zadn[ey]|nincs|ei)(?: (?:known|bekannt|connues?|conocidas?|nota|conhecidas?|bekend|kendte|kjente|kanda|znane|reported|at this time|medical|food|drug|health|issues?|problems?|needs|concerns?|conditions?|allerg\p{L}*|uczulen|alerg\p{L}*|that (?:we|i) know of|or|and|und|medikamente))*)$/u

/** Whether a cell of medical notes says that there are none: "None known", "No known allergies", "NKA", "keine". */
export const saysNoCondition = (text: string): boolean => noCondition.test(fold(text))

/** The lines and sentences that name a condition, and the rest, both as they were written. */
export function splitMedical(notes: string): { medical: string | null; rest: string | null } {
  if (!condition.test(notes) || saysNoCondition(notes)) return { medical: null, rest: notes }
  const parts = notes.split(/(?<=[.!?;])\s+|\n+/)
  const isMedical = (part: string) => condition.test(part) && !saysNoCondition(part)
  return {
    medical: parts.filter(isMedical).join("\n") || null,
    rest:
      parts
        .filter((part) => !isMedical(part))
        .join("\n")
        .trim() || null,
  }
}
