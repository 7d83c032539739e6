// A student as whoever may follow their learning sees them: the office, their teachers, their family. Safe in the browser.

export type Learner = {
  readonly id: string
  readonly firstName: string
  readonly name: string
  readonly instrument: string | null
  readonly level: string | null
}
