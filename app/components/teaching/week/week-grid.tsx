import { type ReactNode, useRef } from "react"
import { briefHours } from "./brief-hours"
import { WeekColumn } from "./week-column"
import type { WeekFacts } from "./week-facts"
import { useWeekMoves } from "./week-moves"

type WeekGridProps = {
  week: WeekFacts
  by: "teacher" | "room"
  /** The part of the address after the question mark, with it: which week and filter this is. */
  search: string
  /** The lesson whose card is open, and the card. */
  open: { id: string; card: ReactNode } | undefined
  /** Sent along to the form of a new lesson. */
  chosen: { class?: string }
}

/** A week: a column for each day, a lane for each teacher or room, the hours at the left. */
export function WeekGrid({ week, by, search, open, chosen }: WeekGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const moves = useWeekMoves(grid, week, { by, search })
  const { columns, hours, lanes, days } = week
  const brief = briefHours(week)
  const isBrief = (index: number) =>
    brief !== null && index >= brief.after && index < brief.after + brief.hours
  const shortened = brief ? `above-${brief.after} brief-${brief.hours} with-brief ` : ""
  const folding = lanes.length > 2 ? "many-lanes" : "few-lanes"
  return (
    <>
      <nav className="week-strip" aria-label="Days">
        {days.map(({ id, shortName, number, lessons, needsAttention, isOpen, closure }) => (
          <a key={id} href={`#${id}`} aria-current={isOpen ? "date" : undefined}>
            {shortName}
            <b>{number}</b>
            <span>
              {needsAttention ? (
                <>
                  <i className="note-head head-x bad" />
                  <span className="visually-hidden">needs attention, </span>
                </>
              ) : null}
              {closure && lessons === 0 ? "closed" : lessons}
            </span>
          </a>
        ))}
      </nav>
      <div
        ref={grid}
        className={`week-grid quarters-${columns} lanes-${lanes.length} ${folding} ${shortened}bracket double-rule-end`}
        {...moves.handlers}
      >
        <ol className="week-hours" aria-hidden="true">
          {hours.map((hour, index) => (
            <li key={hour} className={isBrief(index) ? "brief" : undefined}>
              {hour}
            </li>
          ))}
        </ol>
        {days.map((day, index) => (
          <WeekColumn
            key={day.id}
            day={day}
            lanes={lanes}
            by={by}
            search={search}
            chosenClass={chosen.class}
            open={open && day.items.some((item) => "id" in item && item.id === open.id) ? open : undefined}
            takesTurns={open !== undefined}
            lanesInFirstHalf={lanesInFirstHalf(week, index)}
            move={moves.moveOn(index)}
          />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {moves.status}
      </p>
      {moves.isReady ? (
        <p className="dim small no-print week-help">
          Drag a lesson to move it, or its lower edge to change its length. With the keyboard, focus a lesson,
          press M, then use the arrow keys; Shift and the up and down arrows change the length. Enter saves,
          Esc cancels.
        </p>
      ) : null}
    </>
  )
}

const openedWidth = 7

/** How many lanes of a day lie in the left half of the week, where a card opens to the right of its lesson. */
function lanesInFirstHalf({ days, lanes }: WeekFacts, index: number): number {
  const widths = days.map(({ isOpen }) => (isOpen && lanes.length > 2 ? openedWidth : 1))
  const sum = (all: number[]) => all.reduce((total, width) => total + width, 0)
  const [before, width, whole] = [sum(widths.slice(0, index)), widths[index] ?? 1, sum(widths)]
  return lanes.filter((_, lane) => before + (width * (lane + 0.5)) / lanes.length < whole / 2).length
}
