import type { ReactNode } from "react"
import { WeekGrid } from "~/components/teaching/week/week-grid"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Status } from "~/components/ui/status"
import type { Lane, WeekDay } from "~/models/teaching/session/week"
import { paths } from "~/utils/paths"
import { Agenda, type AgendaDay } from "./agenda"
import { type MonthDay, MonthTable } from "./month-table"
import { ScoreDay, type ScoreDayFacts, ScoreLegend, ScoreRuler } from "./score-day"

type Body =
  | { kind: "month"; weeks: MonthDay[][] }
  | { kind: "agenda"; isEmpty: boolean; days: AgendaDay[] }
  | { kind: "week"; columns: number; firstHour: number; hours: string[]; lanes: Lane[]; days: WeekDay[] }
  | {
      kind: "score"
      isEmpty: boolean
      columns: number
      hours: string[]
      days: (ScoreDayFacts & { date: string })[]
    }

type ScheduleBodyProps = {
  body: Body
  heading: string
  by: "teacher" | "room"
  search: string
  chosenClass: string | undefined
  open: { id: string; card: ReactNode } | undefined
  /** where the number of a day in a month leads */
  dayTo: (date: string) => string
  isSolo: boolean
}

/** The lessons of a period in the view that was chosen. */
export function ScheduleBody(props: ScheduleBodyProps) {
  const { body, heading, by, search, chosenClass, open, dayTo, isSolo } = props
  if (body.kind === "month")
    return <MonthTable caption={`Lessons in ${heading}`} weeks={body.weeks} dayTo={dayTo} />
  if (body.kind === "week")
    return (
      <>
        <WeekGrid week={body} by={by} search={search} open={open} chosen={{ class: chosenClass }} />
        <WeekLegend days={body.days} />
      </>
    )
  if (body.isEmpty)
    return (
      <EmptyState
        action={<LinkButton to={paths.newSession({ date: body.days[0]?.date })}>Add lesson</LinkButton>}
      >
        No lessons on {body.days.length > 1 ? "these days" : "this day"}. Add one, or set a weekly time.
      </EmptyState>
    )
  if (body.kind === "agenda") return <Agenda days={body.days} isSolo={isSolo} dayTo={paths.simpleSchedule} />
  return (
    <>
      <div className="week">
        <ScoreRuler columns={body.columns} hours={body.hours} />
        {body.days.map((day) => (
          <ScoreDay key={day.id} day={day} columns={body.columns} />
        ))}
      </div>
      <ScoreLegend days={body.days} />
    </>
  )
}

/** The meaning of the signs of a week. */
function WeekLegend({ days }: { days: WeekDay[] }) {
  const isShut = days.some(({ closure, items }) => closure || items.some(({ kind }) => kind === "away"))
  return (
    <p className="legend">
      <Status head="on">Attendance taken</Status> <Status head="open">Upcoming</Status>{" "}
      <Status head="x" tone="bad">
        Needs attention
      </Status>{" "}
      <Status head="rest">Canceled</Status>{" "}
      {isShut ? (
        <span>
          <i className="hatched" /> Closed or time off
        </span>
      ) : null}{" "}
      {days.some(({ isToday }) => isToday) ? <span className="no-print">Blue line: now</span> : null}
    </p>
  )
}
