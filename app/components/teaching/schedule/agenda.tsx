import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import type { SessionLine } from "~/models/teaching/session/session-line"
import { paths } from "~/utils/paths"
import { NotComing } from "./not-coming"
import { SessionStatus } from "./session-status"

export type AgendaDay = {
  date: string
  heading: string
  silence: string
  away: string[]
  sessions: SessionLine[]
}

type AgendaProps = {
  days: AgendaDay[]
  isSolo: boolean
  /** one day with its attendance and door sheets */
  dayTo?: (date: string) => string
}

/** Day by day, one line a lesson. */
export function Agenda({ days, isSolo, dayTo }: AgendaProps) {
  return days.map(({ date, heading, silence, away, sessions }) => (
    <section className="section agenda" key={date} aria-labelledby={`on-${date}`}>
      <header>
        <h2 id={`on-${date}`}>{heading}</h2>
        {dayTo ? (
          <Link to={dayTo(date)}>
            Simple list<span className="visually-hidden">{` of ${heading}`}</span>
          </Link>
        ) : null}
      </header>
      {away.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {silence ? <p className="dim">{silence}</p> : null}
      {sessions.length > 0 ? (
        <DataTable
          caption={`Lessons on ${heading}`}
          rows={sessions}
          rowsId={`lessons-${date}`}
          columns={[
            {
              label: "Lesson",
              cell: ({ id, title, time, notComing }) => (
                <>
                  {`${time} `}
                  <Link to={paths.session(id)}>{title}</Link> <NotComing names={notComing} />
                </>
              ),
            },
            ...(isSolo ? [] : [{ label: "Teacher", cell: ({ teacher }: SessionLine) => teacher }]),
            { label: "Room", cell: ({ room }) => room },
            { label: "Status", cell: (session) => <SessionStatus session={session} /> },
          ]}
        />
      ) : null}
    </section>
  ))
}
