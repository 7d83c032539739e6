import { renderToStaticMarkup, renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { StrandedRows } from "~/components/attendance/stranded/stranded-rows"
import { SelectField } from "~/components/form/choice-fields"
import type { ListedFamily } from "~/components/money/invoice/ready-items"
import { ReadyRow } from "~/components/money/invoice/ready-row"
import type { StrandedLesson } from "~/models/attendance/stranded/stranded"
import { RowTexts, type WriteRow } from "./row-texts"

// The browser takes over what the server keeps of rows and long lists, so it must be what React draws.

const charge: ListedFamily["charged"][number] = {
  chargeId: "lesson",
  seatId: "seat",
  source: "seat",
  occurredOn: "2026-11-02",
  description: "Piano & co",
  reason: "present",
  amountMinor: 3_500,
  discounts: [],
}

const family: ListedFamily = {
  familyId: "okafor",
  familyName: "Okafor",
  familyChildren: null,
  amountMinor: 7_000,
  invoices: 1,
  lines: 2,
  toPrint: 0,
  problem: null,
  payers: "Grace Okafor",
  from: "2026-10-05",
  to: "2026-11-02",
  sendTo: ["grace@okafor.example"],
  needsPrint: false,
  usualMinor: null,
  missing: null,
  unpriced: null,
  hold: null,
  charged: [charge],
}

const families: ListedFamily[] = [
  family,
  { ...family, sendTo: [], needsPrint: true, familyChildren: "Zoe, Milo" },
  { ...family, problem: "Payers add up to 90%." },
  {
    ...family,
    usualMinor: 2_000,
    missing: { lessons: 2, sessionId: "missed" },
    unpriced: { lessons: 1, classId: "choir", className: "Choir" },
    hold: "until they’re back",
    charged: [
      { ...charge, discounts: [{ reason: "Sibling", amountMinor: 350 }] },
      { ...charge, chargeId: "by hand", source: "item", seatId: null },
      { ...charge, chargeId: "changed", usualMinor: 3_000 },
      { ...charge, chargeId: "as usual" },
    ],
  },
]

const lesson: StrandedLesson = {
  id: "lesson",
  title: "Zoe “Z” Okafor",
  date: "2026-11-20",
  startTime: "16:00",
  teacherName: "Amara Diallo",
  roomName: "Room 1",
  students: 1,
  causes: ["leave"],
  substitutes: [{ teacherId: "kwame", name: "Kwame Boateng", reasons: "teaches piano, free" }],
  times: [{ date: "2026-11-21", startTime: "10:00", leftOut: ["Milo Okafor"] }],
  rooms: [{ id: "hall", name: "Hall" }],
}

const meta = (errors?: string[]) => ({
  key: undefined,
  id: "zone",
  name: "zone",
  errorId: "zone-error",
  descriptionId: "zone-hint",
  initialValue: "zone-17",
  errors,
})
const zones = Array.from({ length: 60 }, (_, n) => ({ value: `zone-${n}`, label: `Zone ${n}` }))

/** The markup, and how often a text was asked for. */
function draw(element: React.ReactElement, isKept: boolean) {
  let asked = 0
  const write: WriteRow = (_, drawn) => {
    asked += 1
    return renderToStaticMarkup(drawn())
  }
  const html = renderToString(
    <RowTexts.Provider value={isKept ? write : undefined}>{element}</RowTexts.Provider>,
  )
  return { html, asked }
}

test.each([
  ...families.map((each) => [
    `a family that is ready to invoice: ${JSON.stringify(each).length}`,
    <ReadyRow key={each.familyId} family={each} isSelected currency="USD" />,
  ]),
  [
    "lessons to settle",
    <StrandedRows key="lessons" lessons={[lesson]} chosen={{ lesson: "room hall" }} problems={{}} />,
  ],
  [
    "a list that is everyone’s",
    <SelectField key="zone" meta={meta()} label="Time zone" hint="Yours" choices={zones} areCommon />,
  ],
] as [string, React.ReactElement][])("%s is the same as text and as React draws it", (_, element) => {
  const [kept, drawn] = [draw(element, true), draw(element, false)]
  expect(kept.html).toBe(drawn.html)
  expect(kept.asked).toBe(1)
})

test("a lesson that is ready to invoice can be edited and waived", () => {
  const { html } = draw(<ReadyRow family={family} isSelected currency="USD" />, true)
  expect(html).toMatch(/present <a href="[^"]+">Edit<\/a> <a href="[^"]+">Waive<\/a><\/dt>/)
})

test("a school’s own list isn’t kept", () => {
  const classes = <SelectField meta={meta()} label="Class" choices={zones} />
  expect(draw(classes, true).asked).toBe(0)
})

test("what was refused isn’t kept", () => {
  const refused = [
    <StrandedRows key="lessons" lessons={[lesson]} chosen={{}} problems={{ lesson: "Taken meanwhile." }} />,
    <SelectField
      key="zone"
      meta={meta(["Choose a time zone."])}
      label="Time zone"
      choices={zones}
      areCommon
    />,
  ]
  for (const element of refused) expect(draw(element, true).asked).toBe(0)
})
