import type { ComponentProps } from "react"
import { MissingByTeacher } from "~/components/attendance/attendance-page/missing-by-teacher"
import { LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

type MissingLesson = { id: string; title: string; when: string; teacher: string; students: number }

type AttendanceToRecordProps = {
  missing: MissingLesson[]
  byTeacher: ComponentProps<typeof MissingByTeacher>["counts"]
}

/** The lessons without attendance, oldest first, by teacher and the first few of them. */
export function AttendanceToRecord({ missing, byTeacher }: AttendanceToRecordProps) {
  return (
    <section className="section" aria-labelledby="missing">
      <header>
        <h2 id="missing">Attendance to record</h2>
        <Link to={paths.attendance()}>All attendance</Link>
      </header>
      <MissingByTeacher counts={byTeacher} />
      {missing.length === 0 ? (
        <p className="dim">You’re all caught up.</p>
      ) : (
        <DataTable
          caption="Lessons without attendance, oldest first"
          rows={missing}
          rowKey={({ id }) => id}
          columns={[
            {
              label: "Lesson",
              cell: ({ title, when }) => (
                <>
                  <b>{title}</b>
                  <br />
                  <span className="dim">{when}</span>
                </>
              ),
            },
            { label: "Teacher", cell: ({ teacher }) => teacher },
            { label: "Students", cell: ({ students: count }) => count, numeric: true },
            {
              label: "Action",
              cell: ({ id, title, when }) => (
                <LinkButton to={paths.session(id)}>
                  Take attendance
                  <span className="visually-hidden">{` for ${title}, ${when}`}</span>
                </LinkButton>
              ),
              action: true,
            },
          ]}
        />
      )}
    </section>
  )
}
