import type { ReactNode } from "react"
import { countOf } from "~/utils/formats"

const shownAtMost = 200

type StudentLinesProps<Row> = { students: readonly Row[]; line: (student: Row) => ReactNode }

/** What a price does for each student, of many only for the first. */
export function StudentLines<Row>({ students, line }: StudentLinesProps<Row>) {
  if (students.length === 0) return null
  return (
    <>
      <ul>
        {students.slice(0, shownAtMost).map((student, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two students may share a name, and the list never changes
          <li key={index}>{line(student)}</li>
        ))}
      </ul>
      {students.length > shownAtMost ? (
        <p>And {countOf(students.length - shownAtMost, "more student")}.</p>
      ) : null}
    </>
  )
}
