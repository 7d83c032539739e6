import { cacheUntilWrite } from "db/cache-until-write.server"
import { LRUCache } from "lru-cache"
import type { Actor } from "~/models/foundation/access/actor"
import { type DividedPart, keptParts, listOpenParts } from "~/models/money/income-split/income-split.server"
import { addDays, daysBetween, laterOf, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { MonthSpan } from "../dashboard/trends.server"
import { type Narrowing, none } from "./analytics-period"
import { type Counted, figureOf, isOf } from "./counted"
import { monthsIn } from "./margin.server"
import { type AgeBand, ageOf, inBands, listMoneyParts, type MoneyMonth } from "./money-figures.server"

// What was billed, received and is outstanding by teacher and instrument, summed up.

const keepSums = cacheUntilWrite<readonly Counted[][]>(50)

/** Billed and received of spans of days, each in one month or over several, by teacher and instrument. */
function sumsOf(actor: Actor, spans: readonly MonthSpan[]): Counted[][] {
  const pieces = spans.map(monthsIn)
  const asked = [...new Map(pieces.flat().map((span) => [keyOf(span), span])).values()]
  const values = keepSums([actor.school.id, asked], () => readSums(actor, asked))
  const sums = new Map(asked.map((span, index) => [keyOf(span), values[index] ?? []]))
  return pieces.map((those) => those.flatMap((span) => sums.get(keyOf(span)) ?? []))
}

const keyOf = ({ first, last }: MonthSpan) => `${first} ${last}`

/** Spans are read in runs of days that follow each other. */
function readSums(actor: Actor, spans: readonly MonthSpan[]): Counted[][] {
  const parts = keptParts(actor)
  const runs: MonthSpan[] = []
  for (const span of [...spans].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const run = runs.at(-1)
    if (run && span.first <= addDays(run.last, 1)) run.last = laterOf(run.last, span.last)
    else runs.push({ ...span })
  }
  const all = runs.flatMap((run) => listMoneyParts(actor, run, {}, parts))
  const rows = groupBy(all, ({ on }) => monthOf(on ?? ""))
  return spans.map(({ first, last }) =>
    addUp((rows.get(monthOf(first)) ?? []).filter(({ on }) => on !== null && on >= first && on <= last)),
  )
}

/** One row for each figure, part, teacher and instrument, also where it comes to nothing. */
export function addUp(rows: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>()
  for (const { of, part, teacher, instrument, amountMinor } of rows) {
    const key = `${of[0]} ${part} ${teacher?.id} ${instrument}`
    const sum = sums.get(key)
    if (sum) sum.amountMinor = (sum.amountMinor ?? 0) + (amountMinor ?? 0)
    else
      sums.set(key, {
        ...{ of, teacher, instrument, amountMinor, name: "", on: null, detail: "", minutes: null },
        ...(part ? { part } : {}),
        page: { noun: "teacher", id: teacher?.id ?? none },
      })
  }
  return [...sums.values()]
}

const chosen = (rows: readonly Counted[], narrowing: Narrowing) => rows.filter((row) => isOf(row, narrowing))

/** Billed and received of a span, for the figures of a card. */
export const sumMoneyParts = (actor: Actor, span: MonthSpan, narrowing: Narrowing): Counted[] =>
  chosen(sumsOf(actor, [span])[0] ?? [], narrowing)

/** Billed and received of each of some spans, of all or of a teacher or an instrument. */
export const moneyOf = (actor: Actor, spans: readonly MonthSpan[], narrowing: Narrowing): MoneyMonth[] =>
  sumsOf(actor, spans).map((sums, index) => {
    const rows = chosen(sums, narrowing)
    return {
      ...(spans[index] as MonthSpan),
      billedMinor: figureOf(rows, "billed-part"),
      collectedMinor: figureOf(rows, "received-part"),
    }
  })

type OpenRow = Pick<Counted, "teacher" | "instrument"> & { invoiceId: string; on: string; openMinor: number }

const keepOpen = cacheUntilWrite<readonly OpenRow[]>(40)

/** What was open on a day: of an earlier one as it was recorded by its end, which later records leave as it is. */
export function listOpenRows(actor: Actor, day: string): readonly OpenRow[] {
  const { id, timeZone } = actor.school
  return keepOpen([id, timeZone, day], () => listOpenParts(actor, day, keptParts(actor)).map(rowOf))
}

const rowOf = ({ page, teacher, instrument, on, amountMinor }: DividedPart): OpenRow => ({
  ...{ invoiceId: page.id, teacher, instrument, on, openMinor: amountMinor },
})

type Asked = { day: string; narrowing: Narrowing }

/** Of the rows of a day, as many questions as one look at the tab asks, for a dozen teachers and instruments. */
const askedKept = 30

/** What is worked out of rows alone stays known while the same rows are kept. It's shared, so it must not be changed. */
function whileKept<Value extends object>(
  work: (rows: readonly OpenRow[], day: string) => Value,
): (actor: Actor, asked: Asked) => Value {
  const known = new WeakMap<readonly OpenRow[], LRUCache<string, Value>>()
  return (actor, { day, narrowing }) => {
    const rows = listOpenRows(actor, day)
    const ofRows = known.get(rows) ?? new LRUCache<string, Value>({ max: askedKept })
    known.set(rows, ofRows)
    const key = JSON.stringify([day, narrowing.teacher, narrowing.instrument])
    const value =
      ofRows.get(key) ??
      work(
        rows.filter((row) => isOf(row, narrowing)),
        day,
      )
    ofRows.set(key, value)
    return value
  }
}

const openSums = whileKept((rows, day): readonly Counted[] =>
  addUp(
    rows.map(({ on, openMinor, ...row }) => ({
      ...row,
      ...{ of: ["open-part"], part: ageOf(daysBetween(on, day)), amountMinor: openMinor },
      ...{ page: { noun: "invoice", id: row.invoiceId }, name: "", on, detail: "", minutes: null },
    })),
  ),
)

const openBands = whileKept((rows, day): readonly AgeBand[] =>
  inBands(rows.map(({ on, ...row }) => ({ ...row, daysLate: daysBetween(on, day) }))),
)

/** What is open on a day, by how long it has been overdue, for the figures of a card. */
export const sumOutstanding = (actor: Actor, day: string, narrowing: Narrowing): Counted[] => [
  ...openSums(actor, { day, narrowing }),
]

/** The same in bands, of all or of a teacher or an instrument. */
export const ageingOf = (actor: Actor, day: string, narrowing: Narrowing): AgeBand[] => [
  ...openBands(actor, { day, narrowing }),
]
