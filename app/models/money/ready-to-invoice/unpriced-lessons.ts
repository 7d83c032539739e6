import type { FamilyName } from "~/models/people/family/family-name"

/** A class without a price, and the families whose lessons in it can't be charged. */
export type UnpricedLessons = {
  classId: string
  className: string
  lessons: number
  /** The day of the first of them, `YYYY-MM-DD`. */
  firstOn: string
  families: (FamilyName & { familyId: string; lessons: number })[]
  /** Families that aren't named. */
  more: number
}
