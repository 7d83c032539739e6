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
          { label: "Details", cell: (row) => <Details {...row} /> },
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

function Details({ facts, at, who, sentence }: LogRow) {
  if (facts.length === 0) return <span className="dim">–</span>
  // Several of a minute may say the same but for these.
  const which = [`${who} ${sentence}`, at, ...facts.slice(0, 2).map(({ after }) => after)].join(", ")
  return (
    <details>
      <summary className="whitespace-nowrap">
        Details<span className="visually-hidden">{` of: ${which}`}</span>
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
