// A class, or one of its weekly times, that ends. Safe in the browser.

export type Ending = {
  id: string
  lastDay: string
  /** The weekly time that ends, as text; without one the whole class does. */
  part: string | null
  /** When its families were told (UTC ms). */
  toldAt: number | null
}
