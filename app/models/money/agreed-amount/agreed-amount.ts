// An amount that the office agreed with a family instead of what a lesson or a package usually costs. Safe in the browser.

/** How an amount was set by hand, newest first; minor units. */
export type AgreedChange = {
  id: string
  /** In the school's zone, as text. */
  at: string
  actorName: string
  fromMinor: number
  toMinor: number
  reason: string
}
