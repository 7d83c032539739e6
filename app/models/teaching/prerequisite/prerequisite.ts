import { joinNames } from "~/utils/names"

// What a class requires of whom joins it: another class completed, an age, a level. Safe in the browser.

export type Prerequisite = {
  id: string
  requiredId: string | null
  className: string | null
  minAge: number | null
  minLevel: string | null
}

/** A student who lacks something, with what it is as sentences. */
export type Lacking = { id: string; name: string; lacks: string[] }

/** "Completed Theory 1", "Age 8 or older", or "Level Grade 2 or higher" */
export function prerequisiteText({
  className,
  minAge,
  minLevel,
}: Pick<Prerequisite, "className" | "minAge" | "minLevel">): string {
  if (minAge !== null) return `Age ${minAge} or older`
  return minLevel === null ? `Completed ${className ?? "another class"}` : `Level ${minLevel} or higher`
}

const namesShown = 5

/** "Milo Adler: Hasn’t completed Theory 1. And 3 more." */
export function lackingText(lacking: readonly Lacking[]): string {
  const shown = lacking.slice(0, namesShown).map(({ name, lacks }) => `${name}: ${lacks.join(" ")}`)
  const more = lacking.length > namesShown ? [`And ${lacking.length - namesShown} more.`] : []
  return [...shown, ...more].join(" ")
}

/** Who lacks what, beside the field for the reason. */
export const lackingMessage = (lacking: readonly Lacking[]): string =>
  `${lackingText(lacking)} Enter a reason to enroll anyway, or choose other students.`

/** The same for a family that would take a spot. */
export const lackingAtSpot = (lacking: readonly Lacking[]): string =>
  `${lackingText(lacking)} Contact the school about this spot.`

/** All of them in a line. */
export const prerequisitesText = (all: readonly Prerequisite[]): string =>
  all.length === 0 ? "None" : joinNames(all.map(prerequisiteText))
