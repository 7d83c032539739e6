import { useNavigate, useRouteLoaderData, useSubmit } from "@remix-run/react"
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { shellRouteId } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { NoteHead } from "~/components/ui/note-head"
import { slotText } from "~/models/teaching/session/moved-slot"
import type { SlotCheck } from "~/models/teaching/session/slot-check"
import type { Lane, WeekDay, WeekGap, WeekItem, WeekLesson } from "~/models/teaching/session/week"
import { paths } from "~/utils/paths"
import { briefHours } from "./brief-hours"
import type { WeekFacts } from "./week-facts"
import { type DayMove, dayMove, spokenOf } from "./week-ghost"
import {
  type Carried,
  laneKept,
  lessonAt,
  type Slot,
  sameTarget,
  slotOf,
  startPointedAt,
  targetAt,
  targetByKey,
} from "./week-targets"

/** The lesson whose card is open, and the card. */
type OpenCard = { id: string; card: ReactNode } | undefined

const keyOf = (item: WeekItem) =>
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
function WeekItemView({
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
            <b>{`${item.name} away`}</b>{" "}
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
const WeekColumn = memo(function WeekColumn(props: WeekColumnProps) {
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
                </span>{" "}
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
            <b>Free</b> <span className="when">{time}</span>
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
            <b>{move.ghost.title}</b> <span className="when">{move.ghost.time}</span>{" "}
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
            {shortName} <b>{number}</b>{" "}
            <span>
              {needsAttention ? (
                <>
                  <i className="note-head head-x bad" />{" "}
                  <span className="visually-hidden">needs attention, </span>
                </>
              ) : null}
              {closure && lessons === 0 ? "closed" : lessons}
            </span>{" "}
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

// Moving and stretching a lesson on the week, by pointer and by keyboard. Whether a time is free is asked of the server
// while the lesson is carried, so that a refusal is read before it is dropped. The form on the lesson's page does the same
// without a script.

const untilDrag = 6
const edge = 8
const waitBeforeAsking = 120

function useWeekMoves(
  grid: RefObject<HTMLDivElement>,
  week: WeekFacts,
  { by, search }: { by: "teacher" | "room"; search: string },
) {
  const [carried, setCarried] = useState<Carried>()
  const [note, setNote] = useState("")
  const [isReady, setIsReady] = useState(false)
  const pressed = useRef<{ x: number; y: number; grabbed: number; carried: Carried }>()
  const wasDragged = useRef(false)
  const submit = useSubmit()
  const formToken = useRouteLoaderData<{ formToken: string }>(shellRouteId)?.formToken
  const navigate = useNavigate()
  useEffect(() => setIsReady(true), [])

  const slot = carried ? slotOf(carried, week, by) : undefined
  const check = useSlotCheck(carried?.lesson.id, slot)
  const isSame = carried !== undefined && sameTarget(carried.from, carried.target)
  const refusal = carried && !isSame && check?.refusal ? check.refusal : ""

  const drop = useCallback(
    (dropped: Carried, refused: string) => {
      setCarried(undefined)
      const isSame = sameTarget(dropped.from, dropped.target)
      setNote(refused && !isSame ? `Not moved. ${refused}` : "")
      if (isSame || refused) return
      submit(
        {
          command: "move",
          intent: "save",
          ...slotOf(dropped, week, by),
          seen: slotText(slotOf({ ...dropped, target: dropped.from }, week, by)),
          ...(formToken ? { formToken } : {}),
        },
        { method: "post", action: paths.lessonCard(dropped.lesson.id, search), preventScrollReset: true },
      )
    },
    [submit, formToken, week, by, search],
  )

  useEffect(() => {
    if (!carried?.isByKeyboard) return
    for (const part of refusal ? [".refusal", ".ghost"] : [".ghost"])
      grid.current?.querySelector(`.lanes ${part}`)?.scrollIntoView({ block: "nearest" })
  }, [carried, refusal, grid])

  useEffect(() => {
    if (!carried || carried.isByKeyboard) return
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return
      pressed.current = undefined
      setCarried(undefined)
      setNote("Move canceled.")
    }
    window.addEventListener("keydown", leave)
    return () => window.removeEventListener("keydown", leave)
  }, [carried])

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      wasDragged.current = false
      const found = lessonAt(event.target, week)
      if (!found || event.button !== 0 || event.pointerType === "touch") return
      const box = found.element.getBoundingClientRect()
      const row = box.height / found.lesson.length
      pressed.current = {
        x: event.clientX,
        y: event.clientY,
        grabbed: Math.floor((event.clientY - box.top) / row),
        carried: {
          lesson: found.lesson,
          from: found.place,
          target: found.place,
          mode: box.bottom - event.clientY <= edge ? "stretch" : "move",
          isByKeyboard: false,
        },
      }
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const press = pressed.current
      if (!press) return
      if (!carried && Math.hypot(event.clientX - press.x, event.clientY - press.y) < untilDrag) return
      if (!wasDragged.current) grid.current?.setPointerCapture(event.pointerId)
      wasDragged.current = true
      const now = carried ?? press.carried
      const target = targetAt(event.clientX, event.clientY, now, press.grabbed, week)
      if (target && !(carried && sameTarget(target, carried.target))) setCarried({ ...now, target })
    },
    onPointerUp() {
      pressed.current = undefined
      if (carried && !carried.isByKeyboard) drop(carried, refusal)
    },
    onPointerCancel() {
      pressed.current = undefined
      setCarried(undefined)
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onClickCapture(event: MouseEvent<HTMLDivElement>) {
      if (wasDragged.current) {
        wasDragged.current = false
        event.preventDefault()
        event.stopPropagation()
        return
      }
      const to = startPointedAt(event, week)
      if (!to) return
      event.preventDefault()
      event.stopPropagation()
      navigate(to)
    },
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (!carried) {
        const found = event.key.toLowerCase() === "m" ? lessonAt(event.target, week) : undefined
        if (!found) return
        event.preventDefault()
        setNote(`${found.lesson.title} lifted. Use the arrow keys, Enter to save, Esc to cancel.`)
        setCarried({
          lesson: found.lesson,
          from: found.place,
          target: found.place,
          mode: "move",
          isByKeyboard: true,
        })
        return
      }
      const target = targetByKey(event, carried, week)
      if (target) setCarried({ ...carried, target })
      else if (event.key === "Enter") drop(carried, refusal)
      else if (event.key === "Escape") {
        setCarried(undefined)
        setNote("Move canceled.")
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
  }

  const shown = useMemo(
    () => (carried ? { carried, by, refusal, free: isSame ? [] : (check?.free ?? []) } : undefined),
    [carried, by, refusal, isSame, check],
  )
  const moves = useMemo(() => week.days.map((_, index) => dayMove(index, shown, week)), [shown, week])
  const spoken = carried && slot ? spokenOf(carried, slot, check, { refusal, week, by }) : note
  return { handlers, status: spoken, isReady, moveOn: (index: number) => moves[index] }
}

/** Asks the server whether a slot is free, once the lesson rests there. Without an answer the drop is answered alone. */
function useSlotCheck(lessonId: string | undefined, slot: Slot | undefined): SlotCheck | undefined {
  const [answer, setAnswer] = useState<SlotCheck>()
  const asked = slot && lessonId ? new URLSearchParams(slot).toString() : undefined
  useEffect(() => {
    if (!asked || !lessonId) return
    const leave = new AbortController()
    const ask = async () => {
      // A login that has ended is answered by a redirect, which the drop follows, with what it says.
      const response = await fetch(`${paths.lessonSlotCheck(lessonId)}?${asked}`, {
        redirect: "manual",
        signal: leave.signal,
      })
      if (response.ok) setAnswer(await response.json())
    }
    const timer = setTimeout(() => ask().catch(() => undefined), waitBeforeAsking)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [asked, lessonId])
  return answer && asked === answer.asked ? answer : undefined
}
