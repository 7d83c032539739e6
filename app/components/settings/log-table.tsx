import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

export type LogRow = {
  id: string
  at: string
  who: string
  verb: string
  noun: string
  nounId: string
  before: string | null
  after: string | null
}

/** Where a thing of the log has a page of its own. */
const pageOfNoun: Record<string, (id: string) => string> = {
  student: paths.student,
  teacher: paths.teacher,
  session: paths.session,
  invoice: paths.invoice,
  family: paths.family,
}

/** Who did what to what, and when; before and after open below it. */
export function LogTable({ rows }: { rows: LogRow[] }) {
  return (
    <DataTable
      caption="The log, newest first"
      columns={[
        { label: "When", cell: ({ at }) => at },
        { label: "Who", cell: ({ who }) => who },
        { label: "Did", cell: ({ verb }) => verb.replaceAll("-", " ") },
        { label: "To", cell: (row) => <Noun {...row} /> },
        { label: "Before and after", cell: (row) => <Change {...row} /> },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

function Noun({ noun, nounId }: LogRow) {
  const words = noun.replaceAll("-", " ")
  const page = pageOfNoun[noun]
  return page ? <Link to={page(nounId)}>{words}</Link> : words
}

function Change({ before, after }: LogRow) {
  if (!before && !after) return <span className="dim">–</span>
  return (
    <details>
      <summary>Show</summary>
      {before ? <Facts title="Before" json={before} /> : null}
      {after ? <Facts title="After" json={after} /> : null}
    </details>
  )
}

const Facts = ({ title, json }: { title: string; json: string }) => (
  <p className="small">
    <b>{title}</b> <span className="long">{json.replaceAll('","', '", "').replace(/^[{[]|[}\]]$/g, "")}</span>
  </p>
)
