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
    case "retention-by-start-month":
      return {
        head: ["Start month", "Students", ...retentionSteps.map((step) => `After ${step} months`)],
        lines: students().cohorts.map(({ month, joined, kept }) => [month, joined, ...kept]),
      }
    case "attendance-by-month":
      return {
        head: ["Month", "Attendance, percent"],
        lines: teaching().attendanceByMonth.map(({ month, percent }) => [month, percent]),
      }
    case "taught-by-teacher":
      return taughtTable("Teacher", teaching().teachers, sees)
    case "taught-by-instrument":
      return taughtTable("Instrument", teaching().instruments, sees)
    case "hours-of-week":
      return {
        head: ["Weekday, Monday is 1", "Starts at", "Hours"],
        lines: teaching().hours.map(({ weekday, hour, minutes }) => [
          weekday,
          `${String(hour).padStart(2, "0")}:00`,
          inHours(minutes),
        ]),
      }
    case "spots-in-groups":
      return {
        head: ["Class", "Taken", "Spots"],
        lines: teaching().fill.map(({ name, enrolled, capacity }) => [name, enrolled, capacity]),
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
      return sees.money
        ? {
            head: ["Age", "Invoices", "Outstanding"],
            lines: money().ageing.map(({ label, invoices, openMinor }) => [label, invoices, openMinor / 100]),
          }
        : null
  }
}

type Taught = ReturnType<typeof findTeachingFigures>["instruments"]

const taughtTable = (by: string, rows: Taught, sees: Sees): Table => ({
  head: [by, "Lessons", "Hours", "Attended, percent", ...(sees.money ? ["Charged for lessons"] : [])],
  lines: rows.map(({ name, sessions, minutes, attendedPercent, chargedMinor }) => [
    name,
    sessions,
    inHours(minutes),
    attendedPercent,
    ...(chargedMinor === null ? [] : [chargedMinor / 100]),
  ]),
})

const inHours = (minutes: number) => Math.round(minutes / 6) / 10
