import { renderToStaticMarkup, renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { LessonChoice } from "~/components/attendance/absence/lesson-choice"
import { StrandedRows } from "~/components/attendance/stranded/stranded-rows"
import { SelectField } from "~/components/form/choice-fields"
import { SkillLevels } from "~/components/learning/progress/skill-levels"
import type { ListedFamily } from "~/components/money/invoice/ready-items"
import { ReadyRow } from "~/components/money/invoice/ready-row"
import { PayLineTable } from "~/components/money/pay/pay-line-table"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { GroupSpots } from "~/components/overview/analytics/group-spots"
import { HoursOfTheWeek } from "~/components/overview/analytics/hours-of-the-week"
import { OutstandingAges } from "~/components/overview/analytics/outstanding-ages"
import { TeachingTable } from "~/components/overview/analytics/teaching-table"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import type { AbsentLesson, LessonChoice as Choice } from "~/models/attendance/absence/absence"
import type { StrandedLesson } from "~/models/attendance/stranded/stranded"
import { buildSheets, type InstrumentSheet } from "~/models/learning/skill/skill"
import type { PayLine } from "~/models/money/pay/pay"
import { LineChart } from "./line-chart"
import { RowTexts, type WriteRow } from "./row-texts"

// The browser takes over what the server keeps of rows and long lists, so it must be what React draws.

const charge: ListedFamily["charged"][number] = {
  chargeId: "lesson",
  seatId: "seat",
  occurredOn: "2026-11-02",
  text: "Piano & co, present",
  amountMinor: 3_500,
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
  returns: [],
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
      { ...charge, chargeId: "by hand", source: "item", seatId: undefined },
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

const absent: AbsentLesson = {
  id: "absent",
  title: "Zoe & Milo",
  className: "Duo",
  date: "2026-11-20",
  startTime: "16:00",
  minutes: 45,
  teacherId: "amara",
  roomId: "hall",
  roomName: "Hall",
  beside: { ids: ["kwame"], names: "Kwame Boateng" },
  students: [{ id: "zoe", name: "Zoe Okafor", firstName: "Zoe" }],
  chargeMinor: 4_500,
  isCharged: true,
  teacherPay: { kind: "amount", minor: 1_700 },
  substitutes: [
    {
      teacherId: "lena",
      name: "Lena Fischer",
      reasons: "teaches piano, free",
      pay: { kind: "share" },
      isInHours: true,
      isSuggested: true,
    },
  ],
  times: [
    {
      date: "2026-11-21",
      startTime: "10:00",
      roomId: "hall",
      roomName: "Hall",
      leftOut: [{ id: "milo", name: "Milo Okafor" }],
    },
  ],
  credits: { count: 1, until: "2026-12-31" },
  reopened: [],
}
const alone: AbsentLesson = {
  ...absent,
  beside: null,
  chargeMinor: null,
  isCharged: false,
  teacherPay: null,
  substitutes: [],
  times: [],
  credits: null,
  reopened: [{ studentId: "zoe", until: "2026-12-31" }],
}
const payLine: PayLine = {
  kind: "lesson",
  sessionId: "lesson",
  extraWorkId: null,
  title: "Zoe & Milo",
  localDate: "2026-11-02",
  minutes: 45,
  amountMinor: 1_700,
  rule: "$17.00 per lesson",
}
const paid = (line: PayLine, isPaid: boolean) => (
  <PayLineTable key={line.kind} heading="November" lines={[line]} currency="USD" isPaid={isPaid} />
)
const choose = (of: AbsentLesson, choice: Choice, problem?: string) => (
  <LessonChoice
    key={choice}
    lesson={of}
    chosen={{ choice, by: "lena" }}
    teacherName="Amara Diallo"
    currency="USD"
    problem={problem}
    withDate={choice === "move"}
  />
)

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

const definitions = [{ name: "Attended", definition: "Present & late." }]
const address = { months: "12", teacher: "amara" }
const taught = { sessions: 3, minutes: 90, attendedPercent: null, chargedMinor: 9_000 }
const bands = [{ key: "30", label: "1–30 days", invoices: 2, openMinor: 9_000 }]
const figures: [string, React.ReactElement][] = [
  [
    "a chart",
    <TrendChart
      key="chart"
      file="/analytics/file"
      trend={{
        ...{
          noun: "Payments",
          finding: "Payments rose",
          soFar: "$10 so far",
          summary: "Payments",
          low: "0",
          high: "9",
        },
        points: [
          { label: "Oct", value: "$7", height: 0.5, before: { value: "$6", height: 0.4 } },
          { label: "Nov", value: "$9", height: 1, soFar: true, opens: { of: "received", to: "/billing" } },
        ],
      }}
    />,
  ],
  [
    "a card of figures",
    <FigureCard
      key="card"
      about="Today"
      note="It counts all."
      address={address}
      card={{
        ...{ key: "cancellations", title: "Cancellations", by: "Teacher", definitions },
        columns: [
          { metric: "no-shows", label: "Absent", opens: true },
          { metric: "canceled-late", label: "Late", opens: false },
        ],
        lines: [{ id: "amara", name: "Amara & Co", texts: ["1", "–"] }],
        ...{ total: ["1", "2"], before: ["3", "4"], beforeOn: null, beforeIn: "2026-10" },
      }}
    />,
  ],
  [
    "spots in groups",
    <GroupSpots
      key="spots"
      fill={["choir", "band"].map((id) => ({
        classId: id,
        name: id,
        enrolled: 3,
        capacity: 8,
        enrolledBefore: 2,
      }))}
      dayBefore="2026-10-20"
      {...{ definitions, address }}
    />,
  ],
  [
    "hours of the week",
    <HoursOfTheWeek
      key="hours"
      cells={[{ weekday: 2, hour: 15, minutes: 90 }]}
      before={[]}
      address={address}
    />,
  ],
  [
    "what is outstanding",
    <OutstandingAges
      key="ages"
      {...{ ageing: bands, before: [], dayBefore: "2026-10-20", currency: "USD", definitions, address }}
      all={{ of: "outstanding-invoices", to: "/billing" }}
    />,
  ],
  [
    "lessons by teacher",
    <TeachingTable
      key="taught"
      by="teacher"
      rows={[{ ...taught, id: "amara", name: "Amara" }]}
      {...{ total: taught, before: taught, currency: "USD", definitions, address }}
    />,
  ],
]

/** What a text was asked for by. */
function keyOf(element: React.ReactElement): string | undefined {
  let asked: string | undefined
  const write: WriteRow = (key) => {
    asked = key
    return ""
  }
  renderToString(<RowTexts.Provider value={write}>{element}</RowTexts.Provider>)
  return asked
}

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
  ...figures,
  [
    "lessons to settle",
    <StrandedRows key="lessons" lessons={[lesson]} chosen={{ lesson: "room hall" }} problems={{}} />,
  ],
  ["a lesson of an absence that gets a substitute", choose(absent, "substitute")],
  ["a lesson that is paid", paid(payLine, true)],
  [
    "extra work without an amount",
    paid({ ...payLine, kind: "extra", sessionId: null, minutes: null, amountMinor: null }, true),
  ],
  ["a lesson of a solo teacher", paid(payLine, false)],
  ["a lesson of an absence that moves", choose(absent, "move")],
  ["a lesson of an absence that no one else could give", choose(alone, "leave")],
  [
    "a list that is everyone’s",
    <SelectField key="zone" meta={meta()} label="Time zone" hint="Yours" choices={zones} areCommon />,
  ],
] as [string, React.ReactElement][])("%s is the same as text and as React draws it", (_, element) => {
  const [kept, drawn] = [draw(element, true), draw(element, false)]
  expect(kept.html).toBe(drawn.html)
  expect(kept.asked).toBe(1)
})

test("on a phone a chart leaves out every other label that would meet the next, and keeps the latest", () => {
  const sparedOf = (labels: string[]) => {
    const points = labels.map((label) => ({ label, value: "1", height: 0.5 }))
    const { html } = draw(
      <LineChart summary="" points={points} low="0" high="2" columns={["When", "What"]} />,
      false,
    )
    return [...html.matchAll(/<text class="spare"[^>]*>([^<]*)/g)].map(([, label]) => label)
  }
  const weeks = ["Oct 5", "Oct 12", "Oct 19", "Oct 26", "Nov 2", "Nov 9", "Nov 16", "Nov 23"]
  expect(sparedOf(weeks)).toEqual(["Oct 5", "Oct 19", "Nov 2", "Nov 16"])
  expect(
    sparedOf(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]),
  ).toEqual([])
  expect(sparedOf(["Nov 23"])).toEqual([])
})

test("a chart and a level of skills are the same as texts and as React draws them", () => {
  const elements = [
    <LineChart
      key="chart"
      summary="Minutes practiced by week: Nov 9 20, Nov 16 35"
      points={[
        { label: "Nov 9", value: "20 minutes", height: 0.33 },
        { label: "Nov 16", value: "35 minutes", height: 0.58, soFar: true },
      ]}
      {...{ low: "0", high: "60", columns: ["Week of", "Practiced"] as [string, string] }}
    />,
    <SkillLevels
      key="skills"
      sheet={
        buildSheets(
          [
            {
              ...{ skillId: "scale", instrument: "Piano", level: "Level 1", name: "C & G major scales" },
              ...{ state: "developing", since: "2026-11-02", comment: "Both hands", by: "Amara" },
            },
          ],
          [{ instrument: "Piano", level: null }],
        )[0] as InstrumentSheet
      }
    />,
  ]
  for (const element of elements) {
    const [kept, drawn] = [draw(element, true), draw(element, false)]
    expect(kept.html).toBe(drawn.html)
    expect(kept.asked).toBeGreaterThan(0)
  }
})

test("a lesson that is ready to invoice can be edited and waived", () => {
  const { html } = draw(<ReadyRow family={family} isSelected currency="USD" />, true)
  expect(html).toMatch(
    /present <a [^>]*href="[^"]+"[^>]*>Edit<\/a> <a [^>]*href="[^"]+"[^>]*>Waive<\/a><\/dt>/,
  )
})

test("a family that is ready to invoice is found again as long as nothing of it has changed", () => {
  const keys = [
    family,
    { ...family },
    { ...family, charged: [{ ...charge, amountMinor: 3_501 }] },
    { ...family, payers: "Zoe Okafor" },
  ].map((each) => keyOf(<ReadyRow family={each} isSelected currency="USD" />))
  expect(keys[1]).toBe(keys[0])
  expect(new Set([...keys, keyOf(<ReadyRow family={family} isSelected={false} currency="USD" />)]).size).toBe(
    4,
  )
})

test("a school’s own list isn’t kept", () => {
  const classes = <SelectField meta={meta()} label="Class" choices={zones} />
  expect(draw(classes, true).asked).toBe(0)
})

test("what was refused isn’t kept", () => {
  const refused = [
    <StrandedRows key="lessons" lessons={[lesson]} chosen={{}} problems={{ lesson: "Taken meanwhile." }} />,
    choose(absent, "move", "That time isn’t free anymore."),
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
