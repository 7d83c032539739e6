import { renderToStaticMarkup, renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { LimitsProvider } from "~/components/ui/limits"
import { RowTexts, type WriteRow } from "~/components/ui/row-texts"
import type { WeekDay, WeekItem, WeekLesson } from "~/models/teaching/session/week"
import { WeekColumn } from "./week-column"
import type { OpenCard } from "./week-item"

// The browser takes a day over as the server wrote it, so what the server keeps as text must be what React draws.

const lesson: WeekLesson = {
  kind: "lesson",
  id: "lesson-1",
  title: "Wren Adeyemi & Ravi",
  time: "4:00",
  head: "x",
  tone: "miss",
  state: "needs attention",
  remark: "Studio 3",
  isRoomOrTeacher: true,
  column: 5,
  length: 2,
  lane: 1,
  isOver: true,
  isAlso: false,
  label: "Wren Adeyemi & Ravi, 4:00 to 4:30 PM",
  who: "Marcus “Max” Whitfield",
  startTime: "16:00",
  minutes: 30,
  canMove: true,
  keepsLane: false,
}
const items: WeekItem[] = [
  { kind: "away", lane: 2, column: 1, length: 16, isWholeDay: true, name: "Marcus", time: "" },
  { kind: "away", lane: 1, column: 12, length: 2, isWholeDay: false, name: "Max", time: "from 5:00 PM" },
  lesson,
  { ...lesson, id: "lesson-2", state: "", remark: "", who: "", isOver: false, isAlso: true, keepsLane: true },
  { kind: "gap", lane: 1, column: 9, length: 8, startTime: "17:00", time: "5:00 PM" },
  { kind: "now", column: 6, third: "after-5", text: "Now, 4:20 PM" },
]
const day = (facts: Partial<WeekDay> = {}): WeekDay => ({
  id: "d3",
  date: "2026-11-18",
  shortName: "Wed",
  name: "Wednesday",
  number: 18,
  count: "2 lessons, today",
  lessons: 2,
  needsAttention: true,
  isToday: true,
  isOpen: true,
  closure: null,
  items,
  ...facts,
})
const lanes = [
  { key: "marcus", name: "Marcus Whitfield", short: "Whitfield", initial: "W", expression: "Piano" },
  { key: "none", name: "No teacher", short: "No teacher", initial: "N", expression: "" },
]

/** The document, and the keys of the items that were asked for as text. */
function draw(facts: Partial<WeekDay>, isKept: boolean, isLimited = false, open?: OpenCard) {
  const keys: string[] = []
  const write: WriteRow = (key, element) => {
    keys.push(key)
    return renderToStaticMarkup(element())
  }
  const limits = isLimited
    ? {
        holder: { role: "office" as const, rights: [] },
        screens: [["/schedule/lessons/:sessionId", false, false] as const],
      }
    : undefined
  const html = renderToString(
    <LimitsProvider value={limits}>
      <RowTexts.Provider value={isKept ? write : undefined}>
        <WeekColumn
          day={day(facts)}
          lanes={lanes}
          by="teacher"
          search="?date=2026-11-18"
          chosenClass={undefined}
          open={open}
          takesTurns={open !== undefined}
          lanesInFirstHalf={1}
          move={undefined}
        />
      </RowTexts.Provider>
    </LimitsProvider>,
  )
  return { html, keys }
}

test.each([
  ["a day", {}],
  ["a day without anything", { items: [] }],
  ["a closed day", { closure: "Holiday" }],
])("%s is the same as text and as React draws it", (_, facts) => {
  expect(draw(facts, true).html).toBe(draw(facts, false).html)
})

test("its items are kept as text, apart for a viewer who may not open everything", () => {
  const [all, limited] = [draw({}, true), draw({}, true, true)]
  expect(limited.html).toBe(draw({}, false, true).html)
  expect(limited.html).not.toBe(all.html)
  expect(new Set([...all.keys, ...limited.keys]).size).toBe(2 * items.length)
})

test("beside an open card the other lessons are kept as text, and its own is drawn", () => {
  const open = { id: lesson.id, card: <section>The card</section> }
  const [kept, drawn] = [draw({}, true, false, open), draw({}, false, false, open)]
  expect(kept.html).toBe(drawn.html)
  expect(kept.html).toContain("The card")
  expect(kept.keys).toHaveLength(1)
  expect(kept.keys[0]).toContain("lesson-2")
  expect(draw({}, true, true, open).html).toBe(draw({}, false, true, open).html)
})
