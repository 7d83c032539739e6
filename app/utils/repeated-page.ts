/** The `handle` of a page that shows nothing but the database, its address, its viewer and the present minute (no new ids). */
export type RepeatedPage = { repeats?: true }

/** Whether the answers of a route with this `handle` repeat until something is written. */
export const pageRepeats = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "repeats" in handle && handle.repeats === true
