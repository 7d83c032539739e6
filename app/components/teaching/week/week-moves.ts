import { useNavigate, useRouteLoaderData, useSubmit } from "@remix-run/react"
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
import { shellRouteId } from "~/components/form/post-form"
import type { SlotCheck } from "~/models/teaching/session/slot-check"
import { paths } from "~/utils/paths"
import type { WeekFacts } from "./week-facts"
import { dayMove, spokenOf } from "./week-ghost"
import {
  type Carried,
  lessonAt,
  type Slot,
  sameTarget,
  slotOf,
  startPointedAt,
  targetAt,
  targetByKey,
} from "./week-targets"

// Moving and stretching a lesson on the week, by pointer and by keyboard. Whether a time is free is asked of the server
// while the lesson is carried, so that a refusal is read before it is dropped. The form on the lesson's page does the same
// without a script.

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
