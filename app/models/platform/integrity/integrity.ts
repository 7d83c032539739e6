/** One question to the database; nothing found is what is wanted. */
export type IntegrityCheck = {
  name: string
  /** How many rows do not fit. */
  found: number
  /** The first few, as ids: where to look. */
  examples: string[]
}
