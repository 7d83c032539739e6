import { memo, type ReactNode } from "react"
import { Link } from "~/components/ui/link"
import { NoteHead } from "~/components/ui/note-head"
import type { Lane, WeekDay, WeekGap, WeekItem, WeekLesson } from "~/models/teaching/session/week"
import { paths } from "~/utils/paths"
import type { DayMove } from "./week-ghost"

type Open = { id: string; card: ReactNode } | undefined

type WeekColumnProps = {
  day: WeekDay
  lanes: Lane[]
  by: "teacher" | "room"
  search: string
  chosenClass: string | undefined
  open: Open
  /** Whose cards open toward the right; those of the other lanes open toward the left. */
  lanesInFirstHalf: number
  /** What is being moved, as far as it concerns this day. */
  move: DayMove | undefined
}

/** One day of a week, in order of time. */
export const WeekColumn = memo(function WeekColumn(props: WeekColumnProps) {
  const { day, lanes, by, search, chosenClass, open, lanesInFirstHalf, move } = props
  const titleId = `${day.id}-title`
  const look = [day.isOpen ? "opened" : "", day.isToday ? "today" : ""].filter(Boolean).join(" ")
  return (
    <section className={`week-day ${look}`.trim()} id={day.id} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>
          <a href={`#${day.id}`}>
            <span className="short-name">{day.shortName}</span>
            <span className="long-name">{day.name}</span> {day.number}
          </a>
        </h2>
        <span className="lesson-count">{day.count}</span>
        {lanes.length > 1 ? (
          <ul
            className="lane-names"
            aria-label={by === "teacher" ? "Teachers, left to right" : "Rooms, left to right"}
          >
            {lanes.map(({ key, name, short, initial, expression }) => (
              <li key={key}>
                <span>
                  {short} {expression ? <em>{expression}</em> : null}
                </span>
                <abbr title={name}>{initial}</abbr>
              </li>
            ))}
          </ul>
        ) : null}
      </header>
      <ol className={day.closure ? "lanes closed" : "lanes"} data-date={day.date}>
        {day.closure ? (
          <li className="closed-reason">
            <p>Closed: {day.closure}</p>
          </li>
        ) : null}
        {day.items.map((item) => (
          <Item
            key={keyOf(item)}
            item={item}
            cardTo={(id) => paths.lessonCard(id, search)}
            newTo={(gap) => newLessonAt(day.date, gap, lanes, by, chosenClass)}
            open={open}
            isInFirstHalf={"lane" in item && item.lane <= lanesInFirstHalf}
            isLifted={"id" in item && move?.liftedId === item.id}
          />
        ))}
        {move?.free.map(({ column, lane, length, time, key }) => (
          <li key={key} className={`lane-${lane} at-${column} lasts-${length} free`} aria-hidden="true">
            <p>
              <b>Free</b>
              <span className="when">{time}</span>
            </p>
          </li>
        ))}
        {move?.ghost ? (
          <li
            className={`lane-${move.ghost.lane} at-${move.ghost.column} lasts-${move.ghost.length} ghost${move.ghost.refusal ? " refused" : ""}`}
            aria-hidden="true"
          >
            <p>
              <b>{move.ghost.title}</b>
              <span className="when">{move.ghost.time}</span>
            </p>
            {move.ghost.refusal ? (
              <div className={move.ghost.lane <= lanesInFirstHalf ? "refusal after" : "refusal"}>
                <p>
                  <b>Can’t move to {move.ghost.when}.</b> {move.ghost.refusal}
                </p>
                {move.ghost.freeText ? (
                  <p>Free: {move.ghost.freeText}. Drop on a blue outline, or press Esc to cancel.</p>
                ) : null}
              </div>
            ) : null}
          </li>
        ) : null}
      </ol>
    </section>
  )
})

const keyOf = (item: WeekItem) =>
  "id" in item ? `${item.id} ${item.lane}` : `${item.kind} ${item.column} ${"lane" in item ? item.lane : ""}`

type ItemProps = {
  item: WeekItem
  cardTo: (id: string) => string
  newTo: (gap: WeekGap) => string
  open: Open
  isInFirstHalf: boolean
  isLifted: boolean
}

function Item({ item, cardTo, newTo, open, isInFirstHalf, isLifted }: ItemProps) {
  switch (item.kind) {
    case "now":
      return (
        <li className={`week-now at-${item.column} ${item.third}`.trim()}>
          <span>{item.text}</span>
        </li>
      )
    case "away":
      return (
        <li className={`lane-${item.lane} away`}>
          <p>
            <b>Away</b>
            <span>time off, approved</span>
          </p>
        </li>
      )
    case "gap":
      return (
        <li className={`lane-${item.lane} at-${item.column} lasts-${item.length} open-gap no-print`}>
          <Link to={newTo(item)}>
            <b>New lesson</b>
            <span className="when">{item.time}</span>
          </Link>
        </li>
      )
    case "lesson":
      return (
        <Lesson
          item={item}
          to={cardTo(item.id)}
          card={open?.id === item.id && !item.isAlso ? open.card : null}
          isInFirstHalf={isInFirstHalf}
          isLifted={isLifted}
        />
      )
  }
}

type LessonProps = {
  item: WeekLesson
  to: string
  card: ReactNode
  isInFirstHalf: boolean
  isLifted: boolean
}

function Lesson({ item, to, card, isInFirstHalf, isLifted }: LessonProps) {
  const look = [
    item.tone,
    item.isOver ? "over" : "",
    item.isAlso ? "also" : "",
    isLifted ? "lifted" : "",
    card ? "with-card" : "",
    card && isInFirstHalf ? "card-after" : "",
  ]
  return (
    <li
      className={[`lane-${item.lane} at-${item.column} lasts-${item.length}`, ...look]
        .filter(Boolean)
        .join(" ")}
      data-lesson={item.canMove ? item.id : undefined}
    >
      <Link to={to} title={item.label} preventScrollReset aria-expanded={card ? true : undefined}>
        <b>{item.title}</b>
        <span className="when">
          <NoteHead kind={item.head} />
          <time>{item.time}</time>
          {item.state ? <span className="visually-hidden">{`, ${item.state}`}</span> : null}
        </span>
        {item.remark ? <span className="where">{item.remark}</span> : null}
        {item.who ? <span className="with-whom">{item.who}</span> : null}
      </Link>
      {card}
    </li>
  )
}

function newLessonAt(
  date: string,
  { lane, startTime }: WeekGap,
  lanes: readonly Lane[],
  by: "teacher" | "room",
  chosenClass: string | undefined,
): string {
  const key = lanes[lane - 1]?.key
  const line = key && key !== "none" ? { [by]: key } : {}
  return paths.newSession({ date, time: startTime, class: chosenClass, ...line })
}
