import { glossary, type Metric, type MetricKey } from "~/models/foundation/metrics/figures"
import { type Narrowing, none } from "./analytics-period"

// What the figures of a card count, row by row: a figure is never anything else than the sum over its rows. Safe in the
// browser.

export type Counted = {
  /** The figures that count it. */
  of: readonly MetricKey[]
  /** The page that shows it. */
  page: { noun: "student" | "lesson" | "teacher" | "expense" | "invoice" | "family"; id: string }
  name: string
  /** `YYYY-MM-DD`, where it belongs to a day. */
  on: string | null
  detail: string
  teacher: { id: string; name: string } | null
  instrument: string | null
  minutes: number | null
  amountMinor: number | null
  /** The reason or the age it is counted under, where a figure opens only these. */
  part?: string
  /** How many it stands for, where it sums up several; one unless given. */
  count?: number
}

/** Whether something belongs to the teacher and the instrument that were chosen. */
export const isOf = (
  row: Pick<Counted, "teacher" | "instrument">,
  { teacher, instrument }: Narrowing,
): boolean =>
  (teacher === undefined || (row.teacher?.id ?? none) === teacher) &&
  (instrument === undefined || (row.instrument ?? none) === instrument)

/** The rows that a figure counts. */
export const rowsOf = (rows: readonly Counted[], key: MetricKey): Counted[] =>
  rows.filter(({ of }) => of.includes(key))

/** What a figure comes to: a number of rows, minutes, or minor units. */
export function figureOf(rows: readonly Counted[], key: MetricKey): number {
  const { adds } = glossary[key] as Metric & { adds?: string }
  return rowsOf(rows, key).reduce(
    (sum, { minutes, amountMinor, count = 1 }) =>
      sum + (adds === "minutes" ? (minutes ?? 0) : adds === "amount" ? (amountMinor ?? 0) : count),
    0,
  )
}

export type Group = { id: string; name: string; rows: Counted[] }

/** The rows by their teacher or instrument, by name; those without come last. */
export function groupsOf(rows: readonly Counted[], by: "teacher" | "instrument"): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const [id, name] =
      by === "teacher"
        ? [row.teacher?.id ?? none, row.teacher?.name ?? "No teacher"]
        : [row.instrument ?? none, row.instrument ?? "No instrument"]
    const group = groups.get(id) ?? { id, name, rows: [] }
    group.rows.push(row)
    groups.set(id, group)
  }
  const isNone = ({ id }: Group) => Number(id === none)
  return [...groups.values()].sort((a, b) => isNone(a) - isNone(b) || a.name.localeCompare(b.name, "en"))
}
