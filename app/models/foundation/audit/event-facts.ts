import { formatDate } from "~/utils/date-text"
import { isDate } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { count } from "./sentence-parts"

// The facts an event keeps, as a person reads them: no ids, no minor units, no field names. Safe in the browser.

export type Fact = { label: string; before: string; after: string }

/** What was different, fact by fact; `currency` is the school's, for amounts. */
export function factsOf(before: unknown, after: unknown, currency: string): Fact[] {
  const [was, is] = [entriesOf(before), entriesOf(after)]
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(isTold)
  return names.map((name) => ({
    label: labelOf(name),
    before: textOf(name, was.get(name), currency),
    after: textOf(name, is.get(name), currency),
  }))
}

function entriesOf(facts: unknown): Map<string, unknown> {
  if (Array.isArray(facts)) return new Map([["entries", facts]])
  return new Map(typeof facts === "object" && facts !== null ? Object.entries(facts) : [])
}

/** Ids and secrets of the machine say nothing to a reader. */
const isTold = (name: string) => !/(^id|Ids?|Reference|rrule|^text)$/.test(name)

function labelOf(name: string): string {
  const label = name
    .replace(/(Minor|At|On)$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase()
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function textOf(name: string, value: unknown, currency: string): string {
  if (value === undefined || value === null || value === "") return "–"
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (typeof value === "number") {
    if (name.endsWith("Minor")) return formatMoney(value, currency)
    if (name.endsWith("At")) return `${new Date(value).toISOString().slice(0, 16).replace("T", " ")} UTC`
    return String(value)
  }
  if (typeof value === "string") return isDate(value) ? formatDate(value, "medium") : value
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each !== "object")
    return texts.length === value.length ? texts.join(", ") || "–" : count(value.length, "entry", "entries")
  }
  return [...entriesOf(value)]
    .filter(([inner]) => isTold(inner))
    .map(([inner, each]) => `${labelOf(inner)} ${textOf(inner, each, currency)}`)
    .join(", ")
}
