import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import { markCodes } from "~/models/accounts/outcome/outcome"
import type {
  ClassGrid,
  GridCell,
  GridLesson,
  GridRow,
  GridStatus,
} from "~/models/overview/record/class-record"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { signs } from "./rhythm"

const cells: Record<GridCell, { head?: NoteHeadKind; tone?: "bad"; word: string }> = {
  ...signs,
  reported: { head: "open", word: "absence reported" },
  expected: { word: "expected" },
  missing: { word: "attendance missing" },
  none: { word: "not enrolled" },
}

/** On a phone only these many of the newest lessons are shown. */
const onPhones = 5

/** Students down, lessons across: who came when. */
export function AttendanceGrid({ grid: { lessons, rows } }: { grid: ClassGrid }) {
  if (lessons.length === 0)
    return <EmptyState>No lessons yet. Attendance appears here after the first one.</EmptyState>
  const looks = lessons.map((lesson, index) =>
    [
      lesson.state === "missing" ? "lacking" : lesson.state === "expected" ? "of-today" : "",
      index < lessons.length - onPhones ? "older" : "",
      lessons[index - 1]?.localDate.slice(0, 7) === lesson.localDate.slice(0, 7) ? "" : "month-begins",
    ]
      .filter(Boolean)
      .join(" "),
  )
  const sum = (of: "attended" | "held") => rows.reduce((total, row) => total + row[of], 0)
  const [first, last] = [lessons[0], lessons.at(-1)]
  const taken = lessons.filter(({ state }) => state === "taken").length
  return (
    <>
      {first && last ? (
        <p className="dim">
          {formatDate(first.localDate, "medium")}
          {last.localDate === first.localDate ? null : ` to ${formatDate(last.localDate, "medium")}`}:{" "}
          {countOf(taken, "lesson")} with attendance, attended {formatNumber(sum("attended"))} of{" "}
          {formatNumber(sum("held"))}
        </p>
      ) : null}
      <div className="attendance-grid-frame">
        <table className="attendance-grid">
          <caption className="visually-hidden">Attendance by student and lesson</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Student</span>
              </th>
              {lessons.map((lesson, index) => (
                <th key={lesson.id} scope="col" className={looks[index]}>
                  <LessonHead lesson={lesson} />
                </th>
              ))}
              <th scope="col" className="grid-total">
                Attended
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ studentId, name, cells, ownStatuses, attended, held }) => (
              <tr key={studentId}>
                <th scope="row">
                  <Link to={paths.student(studentId)}>{name}</Link>
                </th>
                {lessons.map((lesson, index) => (
                  <Cell
                    key={lesson.id}
                    cell={cells[index] ?? "none"}
                    look={looks[index] ?? ""}
                    status={ownStatuses[lesson.id]}
                  />
                ))}
                <td className="grid-total">
                  {formatNumber(attended)} of {formatNumber(held)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="legend">
        {markCodes.map((code) => {
          const { head = "open", tone, word } = cells[code]
          return (
            <Status key={code} head={head} tone={tone}>
              {word}
            </Status>
          )
        })}
        {[...ownNames(rows)].map(([letters, name]) => (
          <span key={letters}>
            <b>{letters}</b> {name}
          </span>
        ))}
      </p>
    </>
  )
}

function LessonHead({ lesson: { id, localDate, state } }: { lesson: GridLesson }) {
  return (
    <Link to={paths.session(id)}>
      {state === "expected" ? "Today" : formatDate(localDate, "day")}
      {state === "missing" ? <span className="visually-hidden">, attendance missing</span> : null}
    </Link>
  )
}

/** The school's own statuses in the grid, by their letters. */
const ownNames = (rows: readonly GridRow[]) =>
  new Map(
    rows.flatMap(({ ownStatuses }) =>
      Object.values(ownStatuses).map(({ letters, name }) => [letters, name] as const),
    ),
  )

type CellProps = { cell: GridCell; look: string; status?: GridStatus }

function Cell({ cell, look, status }: CellProps) {
  const { head, tone, word } = cells[cell]
  return (
    <td className={[look, tone, cell === "none" ? "no-seat" : ""].filter(Boolean).join(" ") || undefined}>
      {head ? <NoteHead kind={head} /> : null}
      {status ? <small aria-hidden="true">{status.letters}</small> : null}{" "}
      <span className="visually-hidden">{status ? `${status.name}, counts as ${word}` : word}</span>
    </td>
  )
}
