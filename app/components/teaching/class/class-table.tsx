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
  const teacher = {
    label: "Teacher",
    small: "none" as const,
    cell: ({ teacherName }: Row) => teacherName ?? "–",
  }
  return (
    <DataTable
      caption={caption}
      terse
      rows={classes}
      rowKey={({ id }) => id}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Name",
          cell: ({ id, name }) => <Link to={paths.class(id)}>{name}</Link>,
        },
        { label: "Type", small: "none", cell: ({ kind }) => kindLabels[kind] },
        ...(withTeachers ? [teacher] : []),
        { label: "Room", small: "none", cell: ({ roomName }) => roomName ?? "–" },
        { label: "When", small: "under", cell: ({ patterns }) => patterns.join("; ") || "–" },
        {
          label: "Next lesson",
          small: "none",
          cell: ({ nextSession }) => <NextSession next={nextSession} />,
        },
        {
          label: "Enrolled",
          small: "side",
          numeric: true,
          cell: ({ enrolled, capacity }) => `${enrolled} of ${capacity}`,
        },
        {
          label: "Status",
          small: "below",
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
