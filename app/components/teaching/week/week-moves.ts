import { useFetcher, useNavigate, useSubmit } from "@remix-run/react"
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import type { SlotCheck } from "~/models/teaching/session/slot-check"
import { timeOfColumn, type WeekLesson } from "~/models/teaching/session/week"
import { formatTime, minutesOfDay } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import type { WeekFacts } from "./week-grid"

// Moving and stretching a lesson on the week, by pointer and by keyboard. Whether a time is free is asked of the server
// while the lesson is carried, so that a refusal is read before it is dropped. The form on the lesson's page does the same
// without a script.

type Target = { day: number; lane: number; column: number; length: number }

type Carried = {
  lesson: WeekLesson
  from: Target
  target: Target
  mode: "move" | "stretch"
  isByKeyboard: boolean
}

type Ghost = Target & { title: string; time: string; when: string; refusal: string; freeText: string }
type Free = { key: string; lane: number; column: number; length: number; time: string }
export type DayMove = { liftedId: string; ghost: Ghost | undefined; free: Free[] }

const quarter = 15
const untilDrag = 6
const edge = 8
const waitBeforeAsking = 120

export function useWeekMoves(
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
  const navigate = useNavigate()
  useEffect(() => setIsReady(true), [])

  const slot = carried ? slotOf(carried, week, by) : undefined
  const check = useSlotCheck(carried?.lesson.id, slot)
  const isSame = carried !== undefined && sameTarget(carried.from, carried.target)
  const refusal = carried && !isSame && check?.refusal ? check.refusal : ""

  const drop = useCallback(
    (dropped: Carried, refused: string) => {
      setCarried(undefined)
      if (sameTarget(dropped.from, dropped.target)) return
      if (refused) {
        setNote(`Not moved. ${refused}`)
        return
      }
      submit(
        { command: "move", intent: "save", ...slotOf(dropped, week, by) },
        { method: "post", action: paths.lessonCard(dropped.lesson.id, search), preventScrollReset: true },
      )
    },
    [submit, week, by, search],
  )

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
      const target = targetByKey(event, carried.target, week)
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
    () => (carried ? { carried, refusal, free: isSame ? [] : (check?.free ?? []) } : undefined),
    [carried, refusal, isSame, check],
  )
  const moves = useMemo(() => week.days.map((_, index) => dayMove(index, shown, week)), [shown, week])
  const spoken = carried && slot ? spokenOf(carried, slot, check, refusal) : note
  return { handlers, status: spoken, isReady, moveOn: (index: number) => moves[index] }
}

type Slot = { date: string; startTime: string; minutes: string; teacherId?: string; roomId?: string }

/** What the form of a move would say. */
function slotOf({ lesson, from, target }: Carried, week: WeekFacts, by: "teacher" | "room"): Slot {
  const key = week.lanes[target.lane - 1]?.key ?? "none"
  const line = key === "none" ? "" : key
  // A lesson that begins between two rows keeps its minutes.
  const offset = minutesOfDay(lesson.startTime) - minutesOfDay(timeOfColumn(from.column, week.firstHour))
  const isMoved = target.column !== from.column
  const startTime = isMoved ? timeOfColumn(target.column, week.firstHour) : lesson.startTime
  const minutes =
    target.length === from.length
      ? lesson.minutes
      : Math.max(quarter, target.length * quarter - (isMoved ? 0 : offset))
  return {
    date: week.days[target.day]?.date ?? "",
    startTime,
    minutes: String(minutes),
    ...(by === "teacher" ? { teacherId: line } : { roomId: line }),
  }
}

/** Asks the server whether a slot is free, once the lesson rests there. */
function useSlotCheck(lessonId: string | undefined, slot: Slot | undefined): SlotCheck | undefined {
  const { load, data } = useFetcher<SlotCheck>()
  const asked = slot && lessonId ? new URLSearchParams(slot).toString() : undefined
  useEffect(() => {
    if (!asked || !lessonId) return
    const timer = setTimeout(() => load(`${paths.lessonSlotCheck(lessonId)}?${asked}`), waitBeforeAsking)
    return () => clearTimeout(timer)
  }, [asked, lessonId, load])
  return data && asked === data.asked ? data : undefined
}

function lessonAt(target: EventTarget, week: WeekFacts) {
  const link = target instanceof Element ? target.closest("a") : null
  const element = link?.closest<HTMLElement>("li[data-lesson]")
  if (!element || link?.parentElement !== element) return undefined
  const id = element.dataset.lesson
  for (const [day, { items }] of week.days.entries())
    for (const item of items)
      if (item.kind === "lesson" && item.id === id) {
        const { lane, column, length } = item
        return { element, lesson: item, place: { day, lane, column, length } }
      }
  return undefined
}

/** Where the pointer would drop what is carried. */
function targetAt(
  x: number,
  y: number,
  { from, target, mode }: Carried,
  grabbed: number,
  week: WeekFacts,
): Target | undefined {
  const lists = document.querySelectorAll<HTMLElement>(".week-grid .lanes")
  const index = [...lists].findIndex((list) => {
    const box = list.getBoundingClientRect()
    return box.left <= x && x < box.right
  })
  const list = lists[mode === "stretch" ? from.day : index]
  const box = list?.getBoundingClientRect()
  if (!box) return undefined
  const column = Math.floor((y - box.top) / (box.height / week.columns)) + 1
  if (mode === "stretch") {
    const length = Math.min(16, week.columns - from.column + 1, Math.max(1, column - from.column + 1))
    return { ...target, length }
  }
  const lane = Math.floor((x - box.left) / (box.width / week.lanes.length)) + 1
  // A folded day is too narrow to aim at a lane.
  const isFolded = box.width / week.lanes.length < 30
  return {
    day: index,
    lane: isFolded ? target.lane : clamp(lane, 1, week.lanes.length),
    column: clamp(column - grabbed, 1, week.columns - target.length + 1),
    length: target.length,
  }
}

function targetByKey({ key, shiftKey }: KeyboardEvent, target: Target, week: WeekFacts): Target | undefined {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key]
  if (step === undefined) return undefined
  if (key === "ArrowUp" || key === "ArrowDown") {
    if (shiftKey)
      return {
        ...target,
        length: clamp(target.length + step, 1, Math.min(16, week.columns - target.column + 1)),
      }
    return { ...target, column: clamp(target.column + step, 1, week.columns - target.length + 1) }
  }
  if (shiftKey) return { ...target, lane: clamp(target.lane + step, 1, week.lanes.length) }
  return { ...target, day: clamp(target.day + step, 0, week.days.length - 1) }
}

/** A pointer on a long gap means the half hour under it; the form changes it to the minute. */
function startPointedAt(event: MouseEvent<HTMLDivElement>, week: WeekFacts): string | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(".gap > a") : null
  const list = link?.closest(".lanes")
  const isPlain = event.detail > 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!link || !list || !isPlain) return undefined
  const box = list.getBoundingClientRect()
  const column = Math.floor((event.clientY - box.top) / (box.height / week.columns)) + 1
  const url = new URL(link.href)
  const halfHour = timeOfColumn(clamp(column, 1, week.columns) - ((column - 1) % 2), week.firstHour)
  if (halfHour <= (url.searchParams.get("time") ?? "")) return undefined
  url.searchParams.set("time", halfHour)
  return `${url.pathname}${url.search}`
}

type Shown = { carried: Carried; refusal: string; free: SlotCheck["free"] } | undefined

function dayMove(index: number, shown: Shown, week: WeekFacts): DayMove | undefined {
  if (!shown) return undefined
  const { carried, refusal, free } = shown
  const { lesson, from, target } = carried
  const date = week.days[index]?.date
  const own = free.filter((time) => time.date === date)
  if (index !== from.day && index !== target.day && own.length === 0) return undefined
  const isSame = sameTarget(from, target)
  const time = formatTime(timeOfColumn(target.column, week.firstHour))
  return {
    liftedId: lesson.id,
    ghost:
      index === target.day && !(isSame && !carried.isByKeyboard)
        ? {
            ...target,
            title: lesson.title,
            time,
            when: `${week.days[target.day]?.shortName} ${time}`,
            refusal,
            freeText: free.map(({ text }) => text).join("; "),
          }
        : undefined,
    free: own.map(({ startTime }) => ({
      key: `free ${startTime}`,
      lane: target.lane,
      column: (minutesOfDay(startTime) - week.firstHour * 60) / quarter + 1,
      length: target.length,
      time: formatTime(startTime),
    })),
  }
}

function spokenOf({ lesson }: Carried, slot: Slot, check: SlotCheck | undefined, refusal: string): string {
  const when = `${formatDate(slot.date, "short")}, ${formatTime(slot.startTime)}`
  if (!refusal) return `${lesson.title}: ${when}, ${slot.minutes} minutes${check ? ", free" : ""}.`
  const free = check?.free.map(({ text }) => text).join("; ")
  return `Can’t move to ${when}. ${refusal}${free ? ` Free: ${free}.` : ""}`
}

const sameTarget = (a: Target, b: Target) =>
  a.day === b.day && a.lane === b.lane && a.column === b.column && a.length === b.length

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
