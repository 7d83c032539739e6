import type { ReactElement } from "react"
import { renderToStaticMarkup, renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { RowTexts, type WriteRow } from "~/components/ui/row-texts"
import type { SessionLine } from "~/models/teaching/session/session-line"
import { Agenda } from "./agenda"

const line = (facts: Partial<SessionLine>): SessionLine => ({
  id: "a-lesson",
  title: "Wren Adeyemi",
  time: "2:45 to 3:30 PM",
  teacher: "Marcus Whitfield",
  room: "Hall",
  people: "",
  register: "expected",
  notComing: [],
  away: "",
  clash: "",
  ...facts,
})
const sessions = [
  line({ id: "upcoming" }),
  line({ id: "missed", notComing: ["Wren Adeyemi", "Ida Moss"], register: "missing" }),
  line({ id: "twice", clash: "Hall clash" }),
  line({ id: "off", register: "cancelled", away: "Marcus away" }),
]

/** The rows as the server keeps them, written by `render`. */
function rowsBy(render: (element: ReactElement) => string, isSolo: boolean): string[] {
  const rows: string[] = []
  const write: WriteRow = (_, element) => {
    rows.push(render(element()))
    return rows.at(-1) ?? ""
  }
  const day = { date: "2026-11-18", heading: "Wednesday, November 18", silence: "", away: [], sessions }
  renderToString(
    <RowTexts.Provider value={write}>
      <Agenda days={[day]} isSolo={isSolo} />
    </RowTexts.Provider>,
  )
  return rows
}

test.each([
  ["of a school", false],
  ["of a solo teacher", true],
])("the rows of an agenda %s are kept as text, the same as React takes them over", (_, isSolo) => {
  const rows = rowsBy(renderToStaticMarkup, isSolo)
  expect(rows).toHaveLength(sessions.length)
  // React writes a sign between two texts that lie beside each other, which a kept row doesn't have.
  expect(rowsBy(renderToString, isSolo)).toEqual(rows)
  expect(rows.join("")).toContain("Not coming: Wren Adeyemi, Ida Moss")
})
