import type { ReactNode } from "react"
import { Link } from "~/components/ui/button"
import { NoteHead } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import type { ScoreCell, ScorePart } from "~/models/teaching/session/score"
import { paths } from "~/utils/paths"

export type ScoreDayFacts = {
  /** The anchor a phone chooses the day by. */
  id: string
  heading: string
  /** "16 lessons, today" */
  remark: string
  /** The text of a day without lessons. */
  silence: ReactNode
  isClosed: boolean
  parts: ScorePart[]
  now: { column: number; third: "" | "after-5" | "after-10" } | null
}

type ScoreDayProps = {
  day: ScoreDayFacts
  columns: number
  /** for a day without neighbors: its own ruler, and a link beside the heading instead of the remark */
  alone?: { hours: string[]; link: ReactNode }
}

/** One day of the schedule: a staff line for every part, the present as a line across. */
export function ScoreDay({ day, columns, alone }: ScoreDayProps) {
  const titleId = `${day.id}-title`
  return (
    <section className={`section score quarters-${columns} score-day`} id={day.id} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{day.heading}</h2>
        {alone ? alone.link : day.remark ? <span className="dim small">{day.remark}</span> : null}
      </header>
      {alone && day.parts.length > 0 ? (
        <p className="score-hours" aria-hidden="true">
          {alone.hours.map((hour) => (
            <span key={hour}>{`${hour} `}</span>
          ))}
        </p>
      ) : null}
      {day.isClosed ? (
        <p className="closed-day">
          <span className="expression">{day.silence}</span>
        </p>
      ) : day.parts.length === 0 ? (
        <p className="dim">{day.silence}</p>
      ) : null}
      {day.parts.length > 0 ? <System parts={day.parts} now={day.now} /> : null}
    </section>
  )
}

function System({ parts, now }: Pick<ScoreDayFacts, "parts" | "now">) {
  return (
    <div className="score-parts bracket double-rule-end">
      {now ? (
        <div className="score-line now-layer" aria-hidden="true">
          <i className={`now at-${now.column} ${now.third}`} />
        </div>
      ) : null}
      {parts.map(({ key, name, expression, cells }) => (
        <div className="score-part" key={key}>
          <h3>
            {name} {expression ? <em>{expression}</em> : null}
          </h3>
          <ol className="score-line">
            {cells.map((cell) => (
              <Cell key={cell.id} cell={cell} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

function Cell({ cell }: { cell: ScoreCell }) {
  return (
    <li className={`at-${cell.column} lasts-${cell.length} ${cell.tone}`}>
      <Link to={paths.session(cell.id)}>
        <b>{cell.title}</b>{" "}
        <span>
          <NoteHead kind={cell.head} />
          <time>{cell.time}</time>{" "}
          {cell.isRoomOrTeacher ? <i className="room">{cell.remark}</i> : cell.remark}
          {cell.state ? <span className="visually-hidden">{`, ${cell.state}`}</span> : null}
        </span>
      </Link>
    </li>
  )
}

/** The hours above a score. */
export function ScoreRuler({ columns, hours }: { columns: number; hours: string[] }) {
  return (
    <p className={`score-hours pinned quarters-${columns}`} aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour}>{`${hour} `}</span>
      ))}
    </p>
  )
}

/** The meaning of the signs in a score; only of those that its days can show. */
export function ScoreLegend({ days }: { days: Pick<ScoreDayFacts, "parts" | "isClosed">[] }) {
  const hasLessons = days.some(({ parts }) => parts.length > 0)
  const isClosed = days.some((day) => day.isClosed)
  if (!hasLessons && !isClosed) return null
  return (
    <p className="legend">
      {hasLessons ? (
        <>
          <Status head="on">Attendance taken</Status> <Status head="open">Upcoming</Status>{" "}
          <Status tone="bad">Not taken, or a clash</Status> <Status head="rest">Canceled</Status>{" "}
        </>
      ) : null}
      {isClosed ? <span>Thick bar: closed</span> : null}
    </p>
  )
}
