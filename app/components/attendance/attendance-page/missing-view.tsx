import { TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterButton, FilterForm } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { MorePages, type Pages } from "~/components/ui/pagination"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { SessionRow } from "~/models/teaching/session/session"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { SessionTable } from "./session-table"

type MissingViewProps = {
  teachers: NameOffer
  teacherId?: string
  /** Only lessons with a student who pays for each. */
  charged: boolean
  pages: Pages
  sessions: SessionRow[]
  withTeacher: boolean
}

/** Lessons that ended without attendance, the oldest first. */
export function MissingView({
  teachers,
  teacherId,
  charged,
  pages,
  sessions,
  withTeacher,
}: MissingViewProps) {
  return (
    <>
      {withTeacher ? (
        <FilterForm action={paths.attendance()}>
          <input type="hidden" name="view" value="missing" />
          {charged ? <input type="hidden" name="charged" value="yes" /> : null}
          <TeacherFilter id="teacher" every="All teachers" value={teacherId ?? ""} offer={teachers} />
          <FilterButton>Apply</FilterButton>
        </FilterForm>
      ) : null}
      {charged ? (
        <p>
          Only lessons with a student who pays per lesson.{" "}
          <Link to={paths.attendance({ view: "missing", teacher: teacherId })}>Include all lessons</Link>
        </p>
      ) : null}
      {sessions.length ? (
        <>
          <p className="dim">
            Attendance is missing for {countOf(pages.total, "lesson")}. Families aren’t charged and make-up
            credits aren’t issued until you take it.
          </p>
          <SessionTable
            caption="Lessons without attendance"
            sessions={sessions}
            withDate
            withTeacher={withTeacher}
          />
        </>
      ) : (
        <EmptyState
          action={
            teacherId || charged ? (
              <LinkButton to={paths.attendance({ view: "missing" })}>Clear filters</LinkButton>
            ) : undefined
          }
        >
          No missing attendance{teacherId ? " for this teacher" : ""}. Lessons that end without attendance
          appear here.
        </EmptyState>
      )}
      <MorePages {...pages} />
    </>
  )
}
