import type { ReactNode } from "react"
import { Link } from "~/components/ui/link"
import { NoteHead } from "~/components/ui/note-head"
import type { WeekItem, WeekLesson } from "~/models/teaching/session/week"
import { laneKept } from "./week-targets"

/** The lesson whose card is open, and the card. */
export type OpenCard = { id: string; card: ReactNode } | undefined

export const keyOf = (item: WeekItem) =>
  "id" in item ? `${item.id} ${item.lane}` : `${item.kind} ${item.column} ${"lane" in item ? item.lane : ""}`

type ItemProps = {
  item: WeekItem
  /** where it leads; a line and leave lead nowhere */
  to: string
  /** its day and whose column it is in, for who can't see them; whose is undefined while there is only one */
  dayName: string
  laneName?: string
  open?: OpenCard
  isInFirstHalf?: boolean
  isLifted?: boolean
  /** A card is open, which the next one takes the place of: Back leads to the week. */
  takesTurns?: boolean
}

/** What stands in a day of a week: a lesson, free time, a found time, leave, or the line of the present. */
export function WeekItemView({
  item,
  to,
  dayName,
  laneName,
  open,
  isInFirstHalf = false,
  isLifted = false,
  takesTurns = false,
}: ItemProps) {
  switch (item.kind) {
    case "now":
      return (
        <li className={`week-now at-${item.column} ${item.third}`.trim()}>
          <span>{item.text}</span>
        </li>
      )
    case "away":
      return (
        <li
          className={`lane-${item.lane} away ${item.isWholeDay ? "whole-day" : `at-${item.column} lasts-${item.length}`}`}
        >
          <p>
            <b>{`${item.name} away`}</b>
            <span>{item.time ? `${item.time}, time off approved` : "time off approved"}</span>
          </p>
        </li>
      )
    case "gap":
      return (
        <li className={`lane-${item.lane} at-${item.column} lasts-${item.length} open-gap no-print`}>
          <Link to={to}>
            <b>New lesson</b> <span className="when">{item.time}</span>
            <InLane name={laneName} />
            <InLane name={dayName} />
          </Link>
        </li>
      )
    case "found":
      return (
        <li className={`lane-${item.lane} at-${item.column} lasts-${item.length} free`}>
          <Link to={to}>
            <b>{item.letter}: free</b> <span className="when">{item.time}</span>
          </Link>
        </li>
      )
    case "lesson":
      return (
        <Lesson
          item={item}
          to={to}
          laneName={laneName}
          card={open?.id === item.id && !item.isAlso ? open.card : null}
          isInFirstHalf={isInFirstHalf}
          isLifted={isLifted}
          takesTurns={takesTurns}
        />
      )
  }
}

type LessonProps = {
  item: WeekLesson
  to: string
  laneName: string | undefined
  card: ReactNode
  isInFirstHalf: boolean
  isLifted: boolean
  takesTurns: boolean
}

function Lesson({ item, to, laneName, card, isInFirstHalf, isLifted, takesTurns }: LessonProps) {
  const look = [
    item.tone,
    item.isOver ? "over" : "",
    item.isAlso ? "also" : "",
    isLifted ? "lifted" : "",
    card ? "with-card" : "",
    card && isInFirstHalf ? "card-after" : "",
  ]
  const place = {
    className: [`lane-${item.lane} at-${item.column} lasts-${item.length}`, ...look]
      .filter(Boolean)
      .join(" "),
    "data-lesson": item.canMove ? item.id : undefined,
    "data-lane": item.canMove ? laneKept(item) : undefined,
  }
  const link = (
    <LessonLink item={item} to={to} laneName={laneName} isOpen={Boolean(card)} takesTurns={takesTurns} />
  )
  // One element with a card and without: another one would lose the focus that the card gives back.
  return (
    <li {...place}>
      {link}
      {card}
    </li>
  )
}

type LessonLinkProps = Pick<LessonProps, "item" | "to" | "laneName" | "takesTurns"> & { isOpen: boolean }

const LessonLink = ({ item, to, laneName, isOpen, takesTurns }: LessonLinkProps) => (
  <Link
    to={to}
    title={item.label}
    preventScrollReset
    replace={takesTurns}
    aria-expanded={isOpen ? true : undefined}
  >
    <b>{item.title}</b>{" "}
    <span className="when">
      <NoteHead kind={item.head} />
      <time>{item.time}</time>
      {item.state ? <span className="visually-hidden">{`, ${item.state}`}</span> : null}
    </span>{" "}
    {item.remark ? <span className="where">{item.remark}</span> : null}{" "}
    {item.who ? <span className="with-whom">{item.who}</span> : <InLane name={laneName} />}
  </Link>
)

const InLane = ({ name }: { name: string | undefined }) =>
  name ? <span className="visually-hidden">{`, ${name}`}</span> : null
