import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type Mover = { studentId: string; name: string; on: string; reason: string | null }

/** The people behind a figure, to be opened. */
export function Movers({ words, movers }: { words: string; movers: Mover[] }) {
  if (movers.length === 0) return <p className="dim">{words}: nobody.</p>
  return (
    <details>
      <summary>
        {words}: {movers.length}
      </summary>
      <ul className="rows">
        {movers.map(({ studentId, name, on, reason }) => (
          <li key={studentId}>
            <a href={paths.student(studentId)}>{name || "No name"}</a>
            <span className="dim">
              {formatDate(on, "medium")}
              {reason ? `, ${reason}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
