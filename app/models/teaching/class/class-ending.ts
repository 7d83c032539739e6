// A class, or one of its weekly times, that ends. Safe in the browser.

/** Why an ending isn't undone anymore. */
export const endingRefusals = {
  "changed-since": "The class, its students or its lessons have changed since.",
  attendance: "A lesson has attendance now.",
  begun: "The time of a removed lesson has passed.",
} as const

export type Ending = {
  id: string
  lastDay: string
  /** The weekly time that ends, as text; without one the whole class does. */
  part: string | null
  /** When its families were told (UTC ms). */
  toldAt: number | null
}
