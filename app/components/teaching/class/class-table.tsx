import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { type Column, DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { ClassKind } from "~/models/teaching/class/class"
import {
  type ClassColumn,
  type ClassFilter,
  classColumns,
  classSorts,
  inGroups,
  kindLabels,
  writeClassQuery,
} from "~/models/teaching/class/class-query"
import { nameWithStart } from "~/models/teaching/class/later-class"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Row = {
  id: string
  name: string
  /** `YYYY-MM-DD`, for one that begins later than one of its name */
  startsLaterOn: string | null
  kind: ClassKind
  capacity: number
  enrolled: number
  /** students on its waiting list */
  waiting: number
  teacherName: string | null
  roomName: string | null
  patterns: string[]
  nextSession: { sessionId: string; localDate: string; startTime: string } | null
  /** As text, by the school's own field. */
  answers?: Record<string, string>
}

type ClassTableProps = {
  caption: string
  classes: Row[]
  columns: readonly ClassColumn[]
  own: readonly { id: string; name: string }[]
  filter: ClassFilter
  withTeachers: boolean
}

/** Classes with the columns that a person chose. */
export function ClassTable({ caption, classes, columns, own, filter, withTeachers }: ClassTableProps) {
  const sorting: Sorting = {
    order: filter,
    usual: "name",
    to: (order) =>
      paths.classes(writeClassQuery({ filter: { ...filter, ...order } as ClassFilter, page: 1 })),
  }
  return (
    <DataTable
      caption={caption}
      terse
      rowsId="classes"
      rows={classes}
      rowKey={({ id }) => id}
      pick={({ id, name, startsLaterOn }) => ({ value: id, label: nameWithStart(name, startsLaterOn) })}
      columns={[
        {
          label: "Name",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name, startsLaterOn }: Row) => (
            <Link to={paths.class(id)}>{nameWithStart(name, startsLaterOn)}</Link>
          ),
        },
        ...columns
          .filter((column) => withTeachers || column !== "teacher")
          .filter((column) => !filter.kind || filter.kind === inGroups || column !== "kind")
          .map((column) => ({
            label: classColumns[column],
            sort: sortable.has(column)
              ? sortedBy<Row>(sorting, column, beginsHighest.has(column))
              : undefined,
            ...shown[column],
          })),
        ...answerCells<Row>(own, sorting),
      ]}
    />
  )
}

const sortable = new Set<string>(classSorts)
const beginsHighest = new Set<string>(["enrolled", "waiting"])

const shown: Record<ClassColumn, Omit<Column<Row>, "label" | "sort">> = {
  kind: { cell: ({ kind }) => kindLabels[kind] },
  teacher: { cell: ({ teacherName }) => teacherName ?? "–" },
  room: { cell: ({ roomName }) => roomName ?? "–" },
  when: { small: "under", cell: ({ patterns }) => patterns.join("; ") || "–" },
  next: { cell: ({ nextSession }) => <NextSession next={nextSession} /> },
  enrolled: {
    small: "side",
    numeric: true,
    cell: ({ id, enrolled, capacity, waiting }) => (
      <>
        {enrolled} of {capacity}
        {waiting > 0 ? (
          <>
            <br />
            <Link className="small" to={paths.waitingList(id)}>
              {formatNumber(waiting)} waiting
            </Link>
          </>
        ) : null}
      </>
    ),
  },
  waiting: { numeric: true, cell: ({ waiting }) => (waiting > 0 ? waiting : "–") },
  status: {
    small: "below",
    beside: true,
    cell: ({ id, kind, patterns }) =>
      patterns.length > 0 || kind === "trial" ? (
        <Status head="on">Scheduled</Status>
      ) : (
        <>
          <Status head="open" tone="warn">
            Not scheduled
          </Status>{" "}
          <Link className="small" to={paths.classSchedule(id)}>
            Set a time
          </Link>
        </>
      ),
  },
}

function NextSession({ next }: { next: Row["nextSession"] }) {
  if (!next) return "–"
  return (
    <Link className="md:whitespace-nowrap" to={paths.session(next.sessionId)}>
      {`${formatDate(next.localDate, "short")}, ${formatTime(next.startTime)}`}
    </Link>
  )
}
