import type { ReactElement } from "react"
import { renderToStaticMarkup, renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { RowTexts, type WriteRow } from "~/components/ui/row-texts"
import type { RegisterRow } from "~/models/attendance/register/register-view"
import { CancelledList } from "./cancelled-list"
import { MarkChoice } from "./mark-choice"
import { RegisterRow as RowOf } from "./register-row"
import { StudentNoteFields } from "./student-note-fields"

// The browser takes over what the server keeps of a register's form, so it must be what React draws.

const row = (studentId: string, name: string, shared = ""): RegisterRow => ({
  studentId,
  name,
  alerts: [],
  call: null,
  writeTo: `/messages/new?to=student%3A${studentId}`,
  medicalNotes: null,
  effects: {},
  code: "present",
  statusId: null,
  minutesLate: null,
  notes: { shared, private: "" },
  recorded: null,
})
const rows = [
  row("aiko", "Aiko “Kiki” Lindqvist & Co"),
  row("wren", "Wren <Adeyemi>", "Bars 17 to 24."),
  row("theo", "Theo"),
]
const statuses = [{ id: "b3f", name: "Sick & home", countsAs: "excused" as const }]
const choice = (chosen: string, describedBy?: string) => (
  <MarkChoice
    name="marks.aiko.code"
    chosen={chosen}
    statuses={statuses}
    labelledBy="name-aiko"
    describedBy={describedBy}
    cancelledId="cancelled-aiko"
  />
)

/** The markup, and how often a text was asked for. */
function draw(element: ReactElement, isKept: boolean) {
  const asked: string[] = []
  const write: WriteRow = (key, drawn) => {
    asked.push(key)
    return renderToStaticMarkup(drawn())
  }
  const html = renderToString(
    <RowTexts.Provider value={isKept ? write : undefined}>{element}</RowTexts.Provider>,
  )
  return { html, asked }
}

test.each([
  ["a choice of marks", choice("present")],
  ["a status of the school’s own", choice("excused@b3f")],
  ["a status that isn’t offered anymore", choice("excused@gone")],
  ["a choice with an error", choice("nothing", "marks-error")],
  ["the students that the school canceled for", <CancelledList key="names" rows={rows} />],
  ["notes of a student", <StudentNoteFields key="notes" rows={rows} typed={{}} errors={{}} />],
  [
    "a note that was refused",
    <StudentNoteFields
      key="refused"
      rows={rows}
      typed={{ "studentNotes.aiko.private": "Too long" }}
      errors={{ "studentNotes.aiko.private": ["Keep the note under 2,000 characters."] }}
    />,
  ],
])("%s is the same as text and as React draws it", (_, element) => {
  const [kept, drawn] = [draw(element, true), draw(element, false)]
  expect(kept.html).toBe(drawn.html)
  expect(kept.asked.length).toBeGreaterThan(0)
})

test("what someone wrote isn’t kept, nor what was refused", () => {
  const errors = { "studentNotes.theo.shared": ["Keep the note under 2,000 characters."] }
  const { asked } = draw(<StudentNoteFields rows={rows} typed={{}} errors={errors} />, true)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain("Aiko")
})

test("another choice, another name and another status are other texts", () => {
  const keys = [choice("present"), choice("late"), choice("excused@b3f")].flatMap(
    (element) => draw(element, true).asked,
  )
  expect(new Set(keys).size).toBe(3)
})

test.each([
  ["present", undefined],
  ["late", undefined],
  ["absent", "Absent: "],
  ["excused", "Excused: "],
  ["cancelled", "Canceled by school: "],
] as const)("%s has a line of its own: %s", (mark, line) => {
  const drawn = (
    <RowOf row={row("theo", "Theo")} statuses={[]} chosen={mark} mark={mark} minutesLate="" errors={{}} />
  )
  const { html } = draw(drawn, true)
  expect(/mark-effect (?!late)\w+"><span class="visually-hidden">([^<]+)/.exec(html)?.[1]).toBe(line)
})
