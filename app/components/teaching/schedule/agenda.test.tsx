import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
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

test.each([
  ["of a school", false],
  ["of a solo teacher", true],
])("the agenda %s has a row for each lesson, which says who isn’t coming", (_, isSolo) => {
  const day = { date: "2026-11-18", heading: "Wednesday, November 18", silence: "", away: [], sessions }
  const html = renderToStaticMarkup(<Agenda days={[day]} isSolo={isSolo} />)
  expect(html.match(/<tr><td/g)).toHaveLength(sessions.length)
  expect(html).toContain("Not coming: Wren Adeyemi, Ida Moss")
  expect(html.includes("Marcus Whitfield")).toBe(!isSolo)
})
