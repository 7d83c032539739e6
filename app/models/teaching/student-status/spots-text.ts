import { countOf } from "~/utils/formats"

/** "2 make-up lessons or guest spots": what is booked for a student beside their classes. Safe in the browser. */
export const spotsText = (count: number): string =>
  countOf(count, "make-up lesson or guest spot", "make-up lessons or guest spots")

/** ", frees 2 make-up lessons or guest spots"; empty for none. */
export const freedText = (count: number): string => (count > 0 ? `, frees ${spotsText(count)}` : "")
