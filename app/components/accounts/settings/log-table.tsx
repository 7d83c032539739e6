import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import type { Fact } from "~/texts/foundation/event-facts"
import { paths } from "~/utils/paths"

export type LogRow = {
  id: string
  at: string
  who: string
  noun: string
  nounId: string
  /** what was done; follows the name of the person who did it */
  sentence: string
  /** what it was done to, by name where it still has one */
  subject: string
  isThere: boolean
  facts: Fact[]
}

/** Where the records of the log have a page of their own. */
const pageOfNoun: Record<string, (id: string) => string> = {
  student: paths.student,
  teacher: paths.teacher,
  session: paths.session,
  invoice: paths.invoice,
  family: paths.family,
  class: paths.class,
}

/** Activity: who did what to which record and when, with details that open below the row. */
export function LogTable({ rows }: { rows: LogRow[] }) {
  const names = namesOf(rows)
  return (
    <div className="activity-log">
      <DataTable
        caption="Activity, newest first"
        rowsId="activity-rows"
        terse
        columns={[
          { label: "When", cell: ({ at }) => at },
          { label: "Who", cell: ({ who }) => who },
          { label: "Activity", cell: ({ sentence }) => sentence },
          { label: "Record", cell: (row) => <Subject {...row} /> },
          { label: "Details", cell: (row) => <Details facts={row.facts} of={names.get(row.id) ?? ""} /> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </div>
  )
}

function Subject({ noun, nounId, subject, isThere }: LogRow) {
  const page = pageOfNoun[noun]
  return page && isThere ? <Link to={page(nounId)}>{subject}</Link> : subject
}

/** What the details of each entry are of. Several of a minute may say the same of one record; they are numbered. */
function namesOf(rows: LogRow[]) {
  const counts = new Map<string, number>()
  return new Map(
    rows.map(({ id, at, who, sentence, subject, facts }) => {
      const name = [`${who} ${sentence}`, subject, at, ...facts.slice(0, 2).map(({ after }) => after)].join(
        ", ",
      )
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [id, count === 1 ? name : `${name}, ${count}`] as const
    }),
  )
}

function Details({ facts, of }: { facts: Fact[]; of: string }) {
  if (facts.length === 0) return <span className="dim">–</span>
  return (
    <details>
      <summary className="whitespace-nowrap">
        Details<span className="visually-hidden">{` of: ${of}`}</span>
      </summary>
      <ul className="rows small">
        {facts.map(({ label, before, after }) => (
          <li key={label}>
            <span className="long-text">
              <b>{label}</b>{" "}
              {before === "–" ? after : after === "–" ? `was ${before}` : `${before} → ${after}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
