import { resultText } from "~/models/teaching/occasion/occasion"
import { formatDate } from "~/utils/formats"

export type ExamResult = {
  occasionId: string
  title: string
  grade: string | null
  outcome: string | null
  note: string | null
  on: string | null
  releasedAt: number | null
}

/** The exam results of a student, the latest first. */
export function ResultList({ results, forFamily = false }: { results: ExamResult[]; forFamily?: boolean }) {
  return (
    <ul className="entry-list">
      {results.map((result) => (
        <li key={result.occasionId}>
          <span>
            {result.title}
            {resultText(result) ? (
              <>
                : <b>{resultText(result)}</b>
              </>
            ) : null}
          </span>{" "}
          <small className="dim">
            {result.on ? formatDate(result.on, "medium") : null}
            {forFamily || result.releasedAt !== null ? "" : ", not shown to the family yet"}
          </small>
          {result.note ? <p className="whitespace-pre-line wrap-anywhere">{result.note}</p> : null}
        </li>
      ))}
    </ul>
  )
}
