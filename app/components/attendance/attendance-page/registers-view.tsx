import { Form } from "@remix-run/react"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import type { SessionRow } from "~/models/teaching/session/session"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { SessionTable } from "./session-table"

type RegistersViewProps = { day: string; today: string; sessions: SessionRow[]; withTeacher: boolean }

/** A day's registers. */
export function RegistersView({ day, today, sessions, withTeacher }: RegistersViewProps) {
  const held = sessions.filter(({ state }) => state === "planned")
  const taken = held.filter(({ register }) => register === "taken").length
  return (
    <>
      <div className="toolbar">
        <LinkButton to={paths.attendance({ day: addDays(day, -1) })}>Day before</LinkButton>
        {day === today ? null : <LinkButton to={paths.attendance()}>Today</LinkButton>}
        <LinkButton to={paths.attendance({ day: addDays(day, 1) })}>Day after</LinkButton>
        <Form className="toolbar" action={paths.attendance()}>
          <label className="visually-hidden" htmlFor="day">
            Another day
          </label>
          <input type="date" id="day" name="day" defaultValue={day} key={day} />
          <Button type="submit">Show</Button>
        </Form>
      </div>
      <section className="section" aria-labelledby="registers-of">
        <h2 id="registers-of">{formatDate(day, "weekday")}</h2>
        {sessions.length ? (
          <>
            <p className="dim">
              {taken} of {held.length} registers taken.
            </p>
            <SessionTable
              caption={`Sessions of ${formatDate(day, "full")}`}
              sessions={sessions}
              withTeacher={withTeacher}
            />
          </>
        ) : (
          <EmptyState>No sessions on this day. When there are some, their registers are here.</EmptyState>
        )}
      </section>
    </>
  )
}
