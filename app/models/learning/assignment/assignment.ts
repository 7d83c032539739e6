// A practice assignment for a student until the next lesson. Safe in the browser.

export type Assignment = {
  id: string
  task: string
  /** Days in the school's zone, `YYYY-MM-DD`. */
  givenOn: string
  dueOn: string | null
  doneOn: string | null
  /** Who gave it, and who said it is done. */
  by: string | null
  doneBy: string | null
  className: string | null
  isLate: boolean
}
