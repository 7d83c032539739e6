import type { StudentStatus } from "~/models/people/student/student"
import { addMonths } from "~/utils/dates"

// Students who joined and left, why, and how many stayed: counted from the history of each student's status.

export type StatusHistory = {
  studentId: string
  name: string
  /** In the order they took effect; dates `YYYY-MM-DD`. */
  changes: { status: StudentStatus; from: string; reason: string | null }[]
}

export type Mover = { studentId: string; name: string; on: string; reason: string | null }

type Span = { first: string; last: string }

/** When a student has a spot in one of the classes asked for; both days included, the last one open. */
export type Stay = { studentId: string; startsOn: string; endsOn: string | null }

/** How many of those with such a spot on the last day of each month are active or on trial then. */
export const learningByMonth = (
  histories: readonly StatusHistory[],
  stays: readonly Stay[],
  months: readonly Span[],
): { month: string; count: number }[] =>
  months.map(({ first, last }) => ({
    month: first.slice(0, 7),
    count: learningOn(histories, stays, last).length,
  }))

/** Who is active or on trial on a day, of those with such a spot then; of all where no spots are asked for. */
export function learningOn(
  histories: readonly StatusHistory[],
  stays: readonly Stay[] | null,
  day: string,
): StatusHistory[] {
  const there =
    stays &&
    new Set(
      stays.flatMap(({ studentId, startsOn, endsOn }) =>
        startsOn <= day && (endsOn === null || endsOn >= day) ? [studentId] : [],
      ),
    )
  return histories.filter((history) => {
    if (there && !there.has(history.studentId)) return false
    const status = statusOn(history, day)
    return status === "trial" || status === "active"
  })
}

/** Someone who has a place, also while it is paused. */
const isLearning = (status: StudentStatus | undefined): boolean =>
  status === "trial" || status === "active" || status === "paused"

const statusOn = ({ changes }: StatusHistory, day: string): StudentStatus | undefined =>
  changes.filter(({ from }) => from <= day).at(-1)?.status

/** The day someone first had a place. */
const joinedOn = ({ changes }: StatusHistory): string | undefined =>
  changes.find(({ status }) => isLearning(status))?.from

const within = (day: string | undefined, { first, last }: Span): day is string =>
  day !== undefined && day >= first && day <= last

const byDay = (a: Mover, b: Mover) => a.on.localeCompare(b.on) || a.name.localeCompare(b.name, "en")

/** Those whose first place began in the span (both days included), oldest first. */
export const joinedIn = (histories: readonly StatusHistory[], span: Span): Mover[] =>
  histories
    .flatMap((history) => {
      const on = joinedOn(history)
      return within(on, span) ? [{ studentId: history.studentId, name: history.name, on, reason: null }] : []
    })
    .sort(byDay)

/** Those who became former in the span and have not come back since, but not a lead who never began; with the reason given, oldest first. */
export const leftIn = (histories: readonly StatusHistory[], span: Span): Mover[] =>
  histories
    .flatMap(({ studentId, name, changes }) => {
      const latest = changes.at(-1)
      const neverBegan =
        changes.some(({ status }) => status === "lead") && !changes.some(({ status }) => isLearning(status))
      return !neverBegan && latest?.status === "former" && within(latest.from, span)
        ? [{ studentId, name, on: latest.from, reason: latest.reason }]
        : []
    })
    .sort(byDay)

/** After how many months it is looked who is still here. */
export const retentionSteps = [1, 3, 6, 12] as const

export type Cohort = {
  /** `YYYY-MM` */
  month: string
  joined: number
  /** For each step: how many still had a place so many months after joining; null while that day is to come for someone. */
  kept: (number | null)[]
}

/** For each month, those who joined in it and how many of them stayed. Months without a newcomer are left out. */
export const retention = (
  histories: readonly StatusHistory[],
  months: readonly Span[],
  today: string,
): Cohort[] =>
  cohortsOf(histories, months, today).map(({ month, joined, kept }) => ({
    month,
    joined: joined.length,
    kept: kept.map((those) => those?.length ?? null),
  }))

/** Some start months together: of each step those who joined so many months ago, and how many of them were still here. */
export type CohortSum = { joined: number; kept: ({ of: number; count: number } | null)[] }

export const sumCohorts = (cohorts: readonly Cohort[]): CohortSum => ({
  joined: cohorts.reduce((sum, { joined }) => sum + joined, 0),
  kept: retentionSteps.map((_, index) => {
    const known = cohorts.filter(({ kept }) => (kept[index] ?? null) !== null)
    if (known.length === 0) return null
    return {
      of: known.reduce((sum, { joined }) => sum + joined, 0),
      count: known.reduce((sum, { kept }) => sum + (kept[index] ?? 0), 0),
    }
  }),
})

/** The same by name. */
export function cohortsOf(
  histories: readonly StatusHistory[],
  months: readonly Span[],
  today: string,
): { month: string; joined: Mover[]; kept: (Mover[] | null)[] }[] {
  const everyone = histories.flatMap((history) => {
    const on = joinedOn(history)
    return on === undefined ? [] : [{ history, on }]
  })
  return months.flatMap((span) => {
    const joined = everyone.filter(({ on }) => within(on, span))
    if (joined.length === 0) return []
    const moverOf = ({ history: { studentId, name }, on }: (typeof joined)[number]): Mover => ({
      ...{ studentId, name, on },
      reason: null,
    })
    const kept = retentionSteps.map((step) => {
      if (joined.some(({ on }) => addMonths(on, step) > today)) return null
      return joined
        .filter(({ history, on }) => isLearning(statusOn(history, addMonths(on, step))))
        .map(moverOf)
    })
    return [{ month: span.first.slice(0, 7), joined: joined.map(moverOf), kept }]
  })
}

/** What a reason is counted under. */
export const reasonOf = (reason: string | null): string => reason?.trim() || "No reason given"

/** Reasons for leaving with how many gave each, and how many had in the days compared with, most frequent first. */
export function reasonsOf(
  movers: readonly Mover[],
  before: readonly Mover[] = [],
): { reason: string; count: number; before: number }[] {
  const [counts, countsBefore] = [countReasons(movers), countReasons(before)]
  return [...new Set([...counts.keys(), ...countsBefore.keys()])]
    .map((reason) => ({ reason, count: counts.get(reason) ?? 0, before: countsBefore.get(reason) ?? 0 }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason, "en"))
}

function countReasons(movers: readonly Mover[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { reason } of movers) {
    const label = reasonOf(reason)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return counts
}
