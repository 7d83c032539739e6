// American English would put another comma before the "and"; the product never has.
const list = new Intl.ListFormat("en-GB", { type: "conjunction" })

/** Names as people read them out: "Ada", "Ada and Ben", "Ada, Ben and Cleo"; nothing for none. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : list.format(names)

/** "Wed, Nov 25 and 4 more" */
export const firstAndMore = (one: string, others: number): string =>
  others > 0 ? `${one} and ${others} more` : one
