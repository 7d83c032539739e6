import { Form } from "@remix-run/react"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterInput } from "~/components/ui/filter-form"
import type { SessionRow } from "~/models/teaching/session/session"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { SessionTable } from "./session-table"

type RegistersViewProps = { day: string; today: string; sessions: SessionRow[]; withTeacher: boolean }

/** A day's lessons with the status of their attendance. */
export function RegistersView({ day, today, sessions, withTeacher }: RegistersViewProps) {
  const held = sessions.filter(({ state }) => state === "planned")
  const taken = held.filter(({ register }) => register === "taken").length
  return (
    <>
      <div className="toolbar">
        <LinkButton to={paths.attendance({ day: addDays(day, -1) })}>Previous day</LinkButton>
        {day === today ? null : <LinkButton to={paths.attendance()}>Today</LinkButton>}
        <LinkButton to={paths.attendance({ day: addDays(day, 1) })}>Next day</LinkButton>
        <Form className="toolbar" action={paths.attendance()}>
          <label className="visually-hidden" htmlFor="day">
            Date
          </label>
          <FilterInput type="date" id="day" name="day" value={day} />
          <Button type="submit">Go to date</Button>
        </Form>
      </div>
      <section className="section" aria-labelledby="registers-of">
        <h2 id="registers-of">{formatDate(day, "weekday")}</h2>
        {sessions.length ? (
          <>
            <p className="dim">
              Attendance taken for {formatNumber(taken)} of {countOf(held.length, "lesson")}.
            </p>
            <SessionTable
              caption={`Lessons on ${formatDate(day, "full")}`}
              sessions={sessions}
              withTeacher={withTeacher}
            />
          </>
        ) : (
          <EmptyState>No lessons on this day. Choose another date.</EmptyState>
        )}
      </section>
    </>
  )
}
