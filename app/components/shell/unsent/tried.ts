/** What waits, and how often the server has failed at it. */
export type Tried = { failures?: number }

/** After as many failures its writer hears of them, and may discard what waits. It is sent again and again all the same. */
const mostFailures = 3

export const keepsFailing = ({ failures = 0 }: Tried): boolean => failures >= mostFailures

/** Counts as far as it matters: each count is written to the device. */
export const failedOnceMore = ({ failures = 0 }: Tried): Tried => ({
  failures: Math.min(failures + 1, mostFailures),
})
