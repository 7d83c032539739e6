import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import type { ExpenseKind } from "~/models/money/expense/expense"
import { listEarnedBeside, sumEarnedByLessons } from "~/models/money/pay/earned-sums.server"
import type { LessonGroup } from "~/models/money/pay/lesson-groups.server"
import { daysSinceFirst, groupInParts, readKeptGroups } from "../taught/lesson-groups.server"
import { type Narrowing, none } from "./analytics-period"
import { type Counted, isOf } from "./counted"
import { listSpent, monthsIn, readTeachers } from "./margin.server"

// The margin summed up by teacher and instrument, from the sums that are kept of days and the lessons of all other days.

type Span = { first: string; last: string }

/** What lessons of a teacher and an instrument brought, or paid; `count` is how many have no rate yet. */
type Summed = { teacherId: string | null; instrument: string | null; amountMinor: number; count?: number }
type Sums = { income: readonly Summed[]; pay: readonly Summed[] }

/** The margin of a span by teacher and instrument, for the card's figures. */
export function sumMargin(actor: Actor, span: Span, narrowing: Narrowing): Counted[] {
  const teacherOf = readTeachers(actor)
  const { income, pay } = sumsOf(actor, span)
  const counted = (metric: MetricKey, { teacherId, instrument, amountMinor, count }: Summed): Counted => ({
    of: [metric],
    page: { noun: "teacher", id: teacherId ?? none },
    ...{ name: "", on: null, detail: "", minutes: null },
    ...{ teacher: teacherOf(teacherId), instrument, amountMinor, count: count ?? 0 },
  })
  const earned = actor.school.kind === "solo" ? [] : addUp([...pay, ...listBeside(actor, span)])
  const spent = (kind: ExpenseKind) =>
    addUp(
      listSpent(actor, span, kind).map(({ amountMinor }) => ({
        ...{ teacherId: null, instrument: null, amountMinor: amountMinor ?? 0 },
      })),
    )
  return [
    ...income.map((sum) => counted("charged-for-lessons", { ...sum, count: 0 })),
    ...earned.flatMap((sum) => [
      counted("teacher-earned", { ...sum, count: 0 }),
      ...(sum.count ? [counted("lessons-unrated", { ...sum, amountMinor: 0 })] : []),
    ]),
    ...spent("expense").map((sum) => counted("expenses-spent", sum)),
    ...spent("income").map((sum) => counted("other-income", sum)),
  ].filter((row) => isOf(row, narrowing))
}

const listBeside = (actor: Actor, { first, last }: Span): Summed[] =>
  listEarnedBeside(actor, { from: first, to: last }).map(({ unrated, ...pay }) => ({
    ...pay,
    count: unrated,
  }))

/** What families were charged for the lessons of a span, by teacher and instrument: the first amount of the margin. */
export const readIncome = (actor: Actor, span: Span): readonly Summed[] => sumsOf(actor, span).income

const keepSums = keepUnchanged<Sums>(50)

const sumsOf = (actor: Actor, span: Span): Sums =>
  keepSums([actor.school.id, span], () => {
    const months = monthsIn(span).map((piece) => {
      const { groups, missing } = readKeptGroups(actor, piece)
      return { ...sumGroups(actor, groups.flat()), missing }
    })
    const missing = months.flatMap((month) => month.missing)
    const others = sumGroups(actor, groupInParts(actor, daysSinceFirst(actor, span, missing)))
    return together([...months, others])
  })

/** What these lessons brought, and what their teachers earned by them, whether the school pays any. */
const sumGroups = (actor: Actor, groups: readonly LessonGroup[]): Sums => ({
  income: addUp(
    groups.flatMap(({ isOwn, teacherId, instrument, lessons, chargedMinor }) =>
      isOwn ? [{ teacherId, instrument, amountMinor: lessons * Math.round(chargedMinor) }] : [],
    ),
  ),
  pay: addUp(sumEarnedByLessons(actor, groups).map(({ unrated, ...pay }) => ({ ...pay, count: unrated }))),
})

const together = (all: readonly Sums[]): Sums => ({
  income: addUp(all.flatMap(({ income }) => income)),
  pay: addUp(all.flatMap(({ pay }) => pay)),
})

/** One sum for each teacher and instrument: of a large school's day some hundred groups, so no text is made as a key of each. */
function addUp(all: readonly Summed[]): Summed[] {
  const sums = new Map<string | null, Map<string | null, Required<Summed>>>()
  for (const { teacherId, instrument, amountMinor, count = 0 } of all) {
    const ofTeacher = sums.get(teacherId) ?? new Map<string | null, Required<Summed>>()
    sums.set(teacherId, ofTeacher)
    const sum = ofTeacher.get(instrument)
    if (sum) {
      sum.amountMinor += amountMinor
      sum.count += count
    } else ofTeacher.set(instrument, { teacherId, instrument, amountMinor, count })
  }
  return [...sums.values()].flatMap((ofTeacher) => [...ofTeacher.values()])
}
