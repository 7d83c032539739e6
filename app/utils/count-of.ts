import { formatNumber } from "./formats"

const rules = new Intl.PluralRules("en-US")

/** The form of a word that goes with a number: "stays" with 1, "stay" with any other. */
export const formFor = (n: number, one: string, many = `${one}s`): string =>
  rules.select(n) === "one" ? one : many

/** A number with its noun: "1 family", "46 families", "1,200 students". */
export const countOf = (n: number, one: string, many?: string): string =>
  `${formatNumber(n)} ${formFor(n, one, many)}`
