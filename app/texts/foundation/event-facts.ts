import { isTime } from "~/utils/clock-times"
import { addDays, isDate } from "~/utils/dates"
import { dayName, formatDate, formatNumber, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { upperFirst } from "~/utils/names"
import { readableAddress } from "~/utils/postal-address"
import { formatInstant } from "~/utils/zones"
import { count } from "./activity"

// The facts an event keeps, as a person reads them: no ids, no minor units, no field names. Safe in the browser.

type School = { currency: string; timeZone: string }

/** Labels of facts whose stored name is not the word on the screens. */
const factLabels: Readonly<Record<string, string>> = {
  accepted: "Reason to schedule it anyway",
  by: "Direction",
  billing: "Billing type",
  body: "Message",
  cancelled: "Canceled",
  fromDate: "From",
  kind: "Type",
  made: "Invoices created",
  payerShare: "Share",
  people: "Recipients",
  registerTakenAt: "Attendance recorded",
  rows: "Records",
  sessions: "Lessons",
  state: "Status",
  task: "Assignment",
  toDate: "To",
  until: "Valid until",
  why: "Reason",
  with: "Shared with",
  words: "Text",
}

/** Stored values that have another word on the screens. */
const valueLabels: Readonly<Record<string, string>> = {
  cancelled: "canceled",
  per_hour: "per hour",
  half_month: "half month",
  per_session: "per lesson",
  two_weeks: "two weeks",
}

export type Fact = { label: string; before: string; after: string }

/** The differences, fact by fact, in the school's currency and time zone. */
export function factsOf(before: unknown, after: unknown, school: School): Fact[] {
  const [was, is] = [entriesOf(before), entriesOf(after)]
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(isTold)
  return names.map((name) => ({
    label: labelOf(name),
    before: textOf(name, was.get(name), school),
    after: textOf(name, is.get(name), school),
  }))
}

function entriesOf(facts: unknown): Map<string, unknown> {
  if (Array.isArray(facts)) return new Map([["entries", facts]])
  const entries = typeof facts === "object" && facts !== null ? Object.entries(facts) : []
  return new Map(entries.filter(([, value]) => !isOfMachine(value)))
}

/** Rows as they were, by which something is undone. */
const isOfMachine = (value: unknown): boolean =>
  Array.isArray(value) && value.some((each) => typeof each === "object" && each !== null && "table" in each)

/** Ids, codes and secrets of the machine say nothing to a reader. */
const isTold = (name: string) => !/(^id|Ids?|Reference|rrule|^text|^keptDespite)$/.test(name)

function labelOf(name: string): string {
  const known = factLabels[name]
  if (known) return known
  const label = name
    .replace(/(Minor|At|On)$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase()
  return upperFirst(label)
}

function textOf(name: string, value: unknown, school: School): string {
  if (value === undefined || value === null || value === "") return "–"
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (typeof value === "number") return numberText(name, value, school)
  if (typeof value === "string") {
    if (isDate(value)) return formatDate(value, "medium")
    return isTime(value) ? formatTime(value) : (valueLabels[value] ?? readableAddress(name, value) ?? value)
  }
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each !== "object")
    return texts.length === value.length ? texts.join(", ") || "–" : count(value.length, "entry", "entries")
  }
  return [...entriesOf(value)]
    .filter(([inner]) => isTold(inner))
    .map(([inner, each]) => `${labelOf(inner)} ${textOf(inner, each, school)}`)
    .join(", ")
}

const aMonday = "2024-01-01"

function numberText(name: string, value: number, { currency, timeZone }: School): string {
  if (name.endsWith("Minor")) return formatMoney(value, currency)
  if (name.endsWith("At")) return formatInstant(value, timeZone)
  if (name === "payerShare") return `${formatNumber(value / 100)}%`
  if (name === "weekday") return dayName(addDays(aMonday, value - 1))
  return formatNumber(value)
}
