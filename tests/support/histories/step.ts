/** One step of a history: what is done, to which of the rows there are, and with what amount. */
export type Step<Verb extends string = string> = { verb: Verb; which: number; amountMinor: number }

/** What a command answers, as far as a history cares. */
export type Answer = { ok: boolean } | string | undefined

/** One of the rows, whatever their number. */
export const pick = <Row>(rows: readonly Row[], which: number): Row | undefined =>
  rows[which % Math.max(1, rows.length)]

/** What a charge is called once its amount was changed by hand. */
export const changedText = "Changed"
