import type { ReactNode } from "react"
import { EmptyState } from "~/components/ui/data-table"
import { LineChart } from "~/components/ui/line-chart"
import { durationText } from "~/utils/durations"
import { formatDate } from "~/utils/formats"

export type Practice = {
  entries: { id: string; day: string; minutes: number; note: string | null; by: string | null }[]
  /** Eight weeks by their first day, the present one last. */
  weeks: { from: string; minutes: number }[]
}

type PracticeLogProps = Practice & {
  /** what can be done with an entry */
  action?: (entryId: string, day: string) => ReactNode
}

/** Minutes by week and the newest entries. */
export function PracticeLog({ entries, weeks, action }: PracticeLogProps) {
  if (entries.length === 0)
    return <EmptyState>No practice logged yet. Logged minutes appear here.</EmptyState>
  const most = Math.max(60, ...weeks.map(({ minutes }) => minutes))
  const thisWeek = weeks.at(-1)?.minutes ?? 0
  return (
    <>
      <h3>{thisWeek === 0 ? "No practice yet this week" : `${durationText(thisWeek)} this week`}</h3>
      <LineChart
        summary={`Minutes practiced by week: ${weeks
          .map(({ from, minutes }) => `${formatDate(from, "day")} ${minutes}`)
          .join(", ")}`}
        points={weeks.map(({ from, minutes }) => ({
          label: formatDate(from, "day"),
          value: durationText(minutes),
          height: minutes / most,
        }))}
        low="0"
        high={String(most)}
        columns={["Week of", "Practiced"]}
      />
      <EntryList entries={entries.slice(0, 5)} action={action} />
      {entries.length > 5 ? (
        <details className="disclosure">
          <summary>Earlier entries</summary>
          <EntryList entries={entries.slice(5)} action={action} />
        </details>
      ) : null}
    </>
  )
}

function EntryList({ entries, action }: Pick<PracticeLogProps, "entries" | "action">) {
  return (
    <ul className="entry-list">
      {entries.map(({ id, day, minutes, note, by }) => (
        <li key={id}>
          <span>
            <b>{durationText(minutes)}</b>, {formatDate(day, "short")}
          </span>{" "}
          {action?.(id, day) ?? <span />}
          {note ? <p>{note}</p> : null}
          {by ? <small className="dim">logged by {by}</small> : null}
        </li>
      ))}
    </ul>
  )
}
