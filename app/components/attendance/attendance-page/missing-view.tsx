import { Form } from "@remix-run/react"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { SessionRow } from "~/models/teaching/session/session"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { Pages } from "./pages"
import { SessionTable } from "./session-table"

type MissingViewProps = {
  teachers: { id: string; name: string }[]
  teacherId?: string
  /** Only lessons with a student who pays for each. */
  charged: boolean
  page: number
  pageSize: number
  total: number
  sessions: SessionRow[]
  withTeacher: boolean
}

/** Sessions that ended without a register, the oldest first. */
export function MissingView({
  teachers,
  teacherId,
  charged,
  page,
  pageSize,
  total,
  sessions,
  withTeacher,
}: MissingViewProps) {
  return (
    <>
      {withTeacher ? (
        <Form className="toolbar" action={paths.attendance()}>
          <input type="hidden" name="view" value="missing" />
          {charged ? <input type="hidden" name="charged" value="yes" /> : null}
          <label htmlFor="teacher">Teacher</label>
          <select id="teacher" name="teacher" defaultValue={teacherId ?? ""} key={teacherId ?? ""}>
            <option value="">Everybody</option>
            {teachers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Button type="submit">Show</Button>
        </Form>
      ) : null}
      {charged ? (
        <p>
          Only lessons with a student who pays for each lesson.{" "}
          <Link to={paths.attendance({ view: "missing", teacher: teacherId })}>Show all of them</Link>
        </p>
      ) : null}
      {sessions.length ? (
        <>
          <p className="dim">
            {countOf(total, "register is missing", "registers are missing")}. Until they are taken, nobody is
            charged for these sessions and no make-up credit is issued.
          </p>
          <SessionTable caption="Missing registers" sessions={sessions} withDate withTeacher={withTeacher} />
        </>
      ) : (
        <EmptyState
          action={
            teacherId || charged || page > 1 ? (
              <LinkButton to={paths.attendance({ view: "missing" })}>Clear filters</LinkButton>
            ) : undefined
          }
        >
          No register is missing{teacherId ? " for this teacher" : ""}. Sessions that end without one are
          listed here.
        </EmptyState>
      )}
      <Pages
        page={page}
        pageSize={pageSize}
        total={total}
        to={(other) =>
          paths.attendance({
            view: "missing",
            teacher: teacherId,
            charged: charged ? "yes" : undefined,
            page: other,
          })
        }
      />
    </>
  )
}
