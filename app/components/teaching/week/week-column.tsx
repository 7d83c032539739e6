import { memo } from "react"
import type { Lane, WeekDay, WeekGap, WeekItem } from "~/models/teaching/session/week"
import { paths } from "~/utils/paths"
import type { DayMove } from "./week-ghost"
import { keyOf, type OpenCard, WeekItemView } from "./week-item"

type WeekColumnProps = {
  day: WeekDay
  lanes: Lane[]
  by: "teacher" | "room"
  search: string
  chosenClass: string | undefined
  open: OpenCard
  /** A card is open, in this day or another. */
  takesTurns?: boolean
  /** Whose cards open toward the right; those of the other lanes open toward the left. */
  lanesInFirstHalf: number
  /** What is being moved, as far as it concerns this day. */
  move: DayMove | undefined
}

/** One day of a week, in order of time. */
export const WeekColumn = memo(function WeekColumn(props: WeekColumnProps) {
  const { day, lanes, by, search, chosenClass } = props
  const titleId = `${day.id}-title`
  const look = [day.isOpen ? "opened" : "", day.isToday ? "today" : ""].filter(Boolean).join(" ")
  const addressOf = (item: WeekItem): string => {
    if (item.kind === "lesson") return paths.lessonCard(item.id, search)
    if (item.kind === "found") return item.to
    return item.kind === "gap" ? newLessonAt(day.date, item, lanes, by, chosenClass) : ""
  }
  return (
    <section className={`week-day ${look}`.trim()} id={day.id} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>
          <a href={`#${day.id}`}>
            <span className="short-name">{day.shortName}</span> <span className="long-name">{day.name}</span>{" "}
            {day.number}
          </a>
        </h2>{" "}
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
      <Items {...props} addressOf={addressOf} />
    </section>
  )
})

const laneNameOf = (item: WeekItem, { lanes }: WeekColumnProps): string | undefined =>
  lanes.length > 1 && "lane" in item ? lanes[item.lane - 1]?.name : undefined

type AddressOf = (item: WeekItem) => string

function Items(props: WeekColumnProps & { addressOf: AddressOf }) {
  const { day, open, takesTurns, lanesInFirstHalf, move, addressOf } = props
  return (
    <ol className={day.closure ? "lanes closed" : "lanes"} data-date={day.date}>
      {day.closure ? (
        <li className="closed-reason">
          <p>Closed: {day.closure}</p>
        </li>
      ) : null}
      {day.items.map((item) => (
        <WeekItemView
          key={keyOf(item)}
          item={item}
          to={addressOf(item)}
          dayName={`${day.name} ${day.number}`}
          laneName={laneNameOf(item, props)}
          open={open}
          isInFirstHalf={"lane" in item && item.lane <= lanesInFirstHalf}
          isLifted={"id" in item && move?.liftedId === item.id}
          takesTurns={takesTurns}
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
          className={[
            `lane-${move.ghost.lane} at-${move.ghost.column} lasts-${move.ghost.length} ghost`,
            move.ghost.refusal ? "refused" : "",
            move.ghost.lane <= lanesInFirstHalf ? "" : "leftward",
          ]
            .filter(Boolean)
            .join(" ")}
          aria-hidden="true"
        >
          <p>
            <b>{move.ghost.title}</b>
            <span className="when">{move.ghost.time}</span>
            {move.ghost.newLine ? <span className="where">{move.ghost.newLine}</span> : null}
          </p>
          {move.ghost.refusal ? (
            <div
              className={[
                "refusal",
                move.ghost.lane <= lanesInFirstHalf ? "after" : "",
                move.ghost.isLow ? "upward" : "",
              ]
                .filter(Boolean)
                .join(" ")}
            >
              <p>
                <b>Can’t {move.ghost.act}.</b> {move.ghost.refusal}
              </p>
              {move.ghost.freeText ? (
                <p>Free: {move.ghost.freeText}. Drop on a blue outline, or press Esc to cancel.</p>
              ) : null}
            </div>
          ) : null}
        </li>
      ) : null}
    </ol>
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
