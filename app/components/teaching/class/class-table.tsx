import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { ClassKind } from "~/models/teaching/class/class"
import { kindLabels } from "~/models/teaching/class/class-query"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type Row = {
  id: string
  name: string
  kind: ClassKind
  capacity: number
  enrolled: number
  teacherName: string | null
  roomName: string | null
  patterns: string[]
  nextSession: { sessionId: string; localDate: string; startTime: string } | null
}

/** Classes with their schedule and how full they are. */
export function ClassTable({
  caption,
  classes,
  withTeachers,
}: {
  caption: string
  classes: Row[]
  withTeachers: boolean
}) {
  const teacher = { label: "Teacher", cell: ({ teacherName }: Row) => teacherName ?? "–" }
  return (
    <DataTable
      caption={caption}
      terse="labelled"
      rows={classes}
      rowKey={({ id }) => id}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Name",
          cell: ({ id, name }) => <Link to={paths.class(id)}>{name}</Link>,
        },
        { label: "Type", cell: ({ kind }) => kindLabels[kind] },
        ...(withTeachers ? [teacher] : []),
        { label: "Room", cell: ({ roomName }) => roomName ?? "–" },
        { label: "When", cell: ({ patterns }) => patterns.join("; ") || "–" },
        { label: "Next lesson", cell: ({ nextSession }) => <NextSession next={nextSession} /> },
        {
          label: "Enrolled",
          numeric: true,
          cell: ({ enrolled, capacity }) => `${enrolled} of ${capacity}`,
        },
        {
          label: "Status",
          beside: true,
          cell: ({ id, patterns }) =>
            patterns.length > 0 ? (
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
      ]}
    />
  )
}

function NextSession({ next }: { next: Row["nextSession"] }) {
  if (!next) return "–"
  return (
    <Link className="md:whitespace-nowrap" to={paths.session(next.sessionId)}>
      {`${formatDate(next.localDate, "short")}, ${formatTime(next.startTime)}`}
    </Link>
  )
}
