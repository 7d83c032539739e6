import type { Actor } from "~/models/foundation/access/actor"
import type { AnalyticsQuery } from "./analytics-query.server"
import type { Sees } from "./cards"
import type { TableKey } from "./figure-table"
import { retentionSteps } from "./growth"
import { findMoneyFigures, findStudentFigures, findTeachingFigures } from "./tab-figures.server"

type Table = { head: string[]; lines: (string | number | null)[][] }

/** A table of the tabs as rows of a file, with amounts as whole units of money; null for one that isn't shown. */
export function tableOf(actor: Actor, key: TableKey, query: AnalyticsQuery, sees: Sees): Table | null {
  const students = () => findStudentFigures(actor, query, sees)
  const teaching = () => findTeachingFigures(actor, query, sees)
  const money = () => findMoneyFigures(actor, query, sees)
  switch (key) {
    case "students-by-month":
      return {
        head: ["Month", "Active and trial students"],
        lines: students().byMonth.map(({ month, count }) => [month, count]),
      }
    case "reasons-for-leaving":
      return {
        head: ["Reason", "Left", "Previously"],
        lines: students().reasons.map(({ reason, count, before }) => [reason, count, before]),
      }
    case "retention-by-start-month":
      return cohortTable(students())
    case "attendance-by-month":
      return {
        head: ["Month", "Attendance, percent"],
        lines: teaching().attendanceByMonth.map(({ month, percent }) => [month, percent]),
      }
    case "taught-by-teacher":
      return taughtTable("Teacher", ({ teachers }) => teachers, teaching(), sees)
    case "taught-by-instrument":
      return taughtTable("Instrument", ({ instruments }) => instruments, teaching(), sees)
    case "hours-of-week":
      return hoursTable(teaching())
    case "spots-in-groups": {
      const { fill, dayBefore } = teaching()
      return {
        head: ["Class", "Taken", "Spots", `Taken on ${dayBefore}`],
        lines: fill.map(({ name, enrolled, capacity, enrolledBefore }) => [
          ...[name, enrolled, capacity, enrolledBefore],
        ]),
      }
    }
    case "money-by-month":
      return sees.money
        ? {
            head: ["Month", "Billed", "Received"],
            lines: money().money.map(({ first, billedMinor, collectedMinor }) => [
              first.slice(0, 7),
              billedMinor / 100,
              collectedMinor / 100,
            ]),
          }
        : null
    case "outstanding-by-age":
      return sees.money ? agesTable(money()) : null
  }
}

type Teaching = ReturnType<typeof findTeachingFigures>

const taughtTable = (
  heading: string,
  linesOf: (figures: Teaching) => Teaching["instruments"],
  figures: Teaching,
  sees: Sees,
): Table => ({
  head: [heading, "Lessons", "Hours", "Attended, percent", ...(sees.money ? ["Charged for lessons"] : [])],
  lines: [
    ...linesOf(figures),
    { name: "Total", ...figures.taught },
    { name: "Previously", ...figures.taughtBefore },
  ].map(({ name, sessions, minutes, attendedPercent, chargedMinor }) => [
    name,
    sessions,
    inHours(minutes),
    attendedPercent,
    ...(chargedMinor === null ? [] : [chargedMinor / 100]),
  ]),
})

function hoursTable({ hours, hoursBefore }: Teaching): Table {
  const keyOf = ({ weekday, hour }: Teaching["hours"][number]) => weekday * 24 + hour
  const minutesOf = (cells: Teaching["hours"]) =>
    new Map(cells.map((cell) => [keyOf(cell), cell.minutes] as const))
  const [now, before] = [minutesOf(hours), minutesOf(hoursBefore)]
  const keys = [...new Set([...now.keys(), ...before.keys()])].sort((a, b) => a - b)
  return {
    head: ["Weekday, Monday is 1", "Starts at", "Hours", "Previously"],
    lines: keys.map((key) => [
      Math.floor(key / 24),
      `${String(key % 24).padStart(2, "0")}:00`,
      inHours(now.get(key) ?? 0),
      inHours(before.get(key) ?? 0),
    ]),
  }
}

function cohortTable({ cohorts, cohortSum, cohortsBefore }: ReturnType<typeof findStudentFigures>): Table {
  const line = (name: string, { joined, kept }: typeof cohortSum) => [
    ...[name, joined],
    ...kept.map((step) => step?.count ?? null),
  ]
  return {
    head: ["Start month", "Students", ...retentionSteps.map((step) => `After ${step} months`)],
    lines: [
      ...cohorts.map(({ month, joined, kept }) => [month, joined, ...kept]),
      line("All", cohortSum),
      line("Previously", cohortsBefore),
    ],
  }
}

const agesTable = ({ ageing, ageingBefore, dayBefore }: ReturnType<typeof findMoneyFigures>): Table => ({
  head: ["Age", "Invoices", "Outstanding", `Outstanding on ${dayBefore}`],
  lines: ageing.map(({ key, label, invoices, openMinor }) => [
    ...[label, invoices, openMinor / 100],
    (ageingBefore.find((band) => band.key === key)?.openMinor ?? 0) / 100,
  ]),
})

const inHours = (minutes: number) => Math.round(minutes / 6) / 10
