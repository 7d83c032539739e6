import type { MetricKey } from "~/models/foundation/metrics/glossary"

// The cards of /analytics: what each is called, which figures it has and by what it divides them.

/** A figure made of others of its row: the first as a share of the second, less all others, with them, or with the last one and less those between. */
export type Derived = {
  metric: MetricKey
  is: "share" | "difference" | "sum" | "balance"
  of: readonly [MetricKey, MetricKey, ...MetricKey[]]
  /** Not known while this one counts anything. */
  unless?: MetricKey
}

/** What of the school someone sees: amounts of families, and what teachers are paid. */
export type Sees = { money: boolean; pay: boolean }

export type CardPlan = {
  title: string
  /** In a school with one teacher. */
  soloTitle?: string
  tab: AnalyticsTab
  by: "teacher" | "instrument" | null
  columns: readonly (MetricKey | Derived)[]
  /** Which days it is about, beside earlier ones: all months chosen, today or the month after this one. */
  days: "months" | "today" | "next-month"
  narrows: readonly ("teacher" | "instrument")[]
  /** Why it isn't narrowed to an instrument. */
  ofAllInstruments?: string
  /** Has no table of its own: its figures stand elsewhere on the tab and open its rows. */
  isRowsOnly?: true
  /** Shows what teachers are paid. */
  showsPay?: true
}

export const analyticsTabs = {
  students: "Students",
  teaching: "Lessons",
  money: "Money",
  ahead: "Looking ahead",
} as const
export type AnalyticsTab = keyof typeof analyticsTabs

const both = ["teacher", "instrument"] as const
const billedAndReceived = {
  tab: "money",
  columns: ["billed-part", "received-part"],
  days: "months",
  narrows: both,
} as const
const outstanding = {
  tab: "money",
  columns: ["open-part"],
  days: "today",
  narrows: both,
} as const
/** Of figures that stand elsewhere on their tab. */
const rowsOnly = { by: null, days: "months", narrows: both, isRowsOnly: true } as const
const retained = [
  "retained-start",
  "retained-kept",
  "retained-moved",
  "retained-left",
  { metric: "retention-rate", is: "share", of: ["retained-kept", "retained-start"] },
] as const satisfies CardPlan["columns"]

export const cardPlans = {
  "joined-and-left": {
    title: "Joined and left",
    tab: "students",
    by: null,
    columns: [
      "students-joined",
      "students-left",
      { metric: "students-net", is: "difference", of: ["students-joined", "students-left"] },
    ],
    days: "months",
    narrows: both,
  },
  "retention-by-teacher": {
    title: "Retention by teacher",
    tab: "students",
    by: "teacher",
    columns: retained,
    days: "months",
    narrows: both,
  },
  "retention-by-instrument": {
    title: "Retention by instrument",
    tab: "students",
    by: "instrument",
    columns: retained,
    days: "months",
    narrows: both,
  },
  "students-then": {
    title: "Students by month",
    tab: "students",
    columns: ["students-then"],
    ...rowsOnly,
  },
  cohorts: {
    title: "Retention by start month",
    tab: "students",
    columns: ["cohort-started", "cohort-kept"],
    ...rowsOnly,
  },
  "lessons-given": {
    title: "Lessons given",
    tab: "teaching",
    columns: ["taught-lessons", "taught-hours", "charged-for-lessons"],
    ...rowsOnly,
  },
  attendance: {
    title: "Attendance",
    tab: "teaching",
    columns: ["attendance-expected", "attendance-attended"],
    ...rowsOnly,
  },
  "hours-by-weekday": {
    title: "Hours taught by weekday and time",
    tab: "teaching",
    columns: ["hours-of-week"],
    ...rowsOnly,
  },
  "group-spots": {
    title: "Spots in groups",
    tab: "teaching",
    columns: ["group-spots"],
    ...rowsOnly,
    days: "today",
  },
  cancellations: {
    title: "Cancellations and no-shows",
    tab: "teaching",
    by: "teacher",
    columns: [
      "canceled-family",
      "canceled-late",
      "excused-absences",
      "no-shows",
      "canceled-teacher",
      "canceled-school",
    ],
    days: "months",
    narrows: both,
  },
  utilization: {
    title: "Hours taught and available",
    tab: "teaching",
    by: "teacher",
    columns: [
      "hours-given",
      "hours-compared",
      "hours-available",
      { metric: "utilization", is: "share", of: ["hours-compared", "hours-available"] },
    ],
    days: "months",
    narrows: ["teacher"],
    ofAllInstruments:
      "Of all instruments: the hours a teacher has set aren’t for one of them, so they can’t be compared with the lessons of one.",
  },
  "money-by-teacher": { title: "Billed and received by teacher", by: "teacher", ...billedAndReceived },
  "money-by-instrument": {
    title: "Billed and received by instrument",
    by: "instrument",
    ...billedAndReceived,
  },
  "outstanding-by-teacher": { title: "Outstanding by teacher", by: "teacher", ...outstanding },
  "outstanding-by-instrument": { title: "Outstanding by instrument", by: "instrument", ...outstanding },
  "outstanding-by-age": { title: "Outstanding by age", ...outstanding, by: null, isRowsOnly: true },
  "make-up-liability": {
    title: "Lessons to make up",
    tab: "money",
    by: "teacher",
    columns: ["credits-open", "credits-hours", "credits-worth"],
    days: "today",
    narrows: both,
  },
  margin: {
    title: "Margin after pay and expenses",
    soloTitle: "Margin after expenses",
    tab: "money",
    by: "teacher",
    columns: [
      "charged-for-lessons",
      "teacher-earned",
      "expenses-spent",
      "other-income",
      {
        metric: "margin",
        is: "balance",
        of: ["charged-for-lessons", "teacher-earned", "expenses-spent", "other-income"],
        unless: "lessons-unrated",
      },
      { metric: "margin-rate", is: "share", of: ["margin", "charged-for-lessons"] },
      "lessons-unrated",
    ],
    days: "months",
    narrows: both,
    showsPay: true,
  },
  "at-risk": {
    title: "Students at risk",
    tab: "ahead",
    by: null,
    columns: ["students-at-risk", "risk-missed", "risk-no-lesson", "risk-overdue", "risk-leaving"],
    days: "today",
    narrows: both,
  },
  forecast: {
    title: "Next month",
    tab: "ahead",
    by: "teacher",
    columns: [
      "lessons-planned",
      "hours-planned",
      "fees-expected",
      "lessons-expected",
      "hire-expected",
      "items-expected",
      {
        metric: "billing-expected",
        is: "sum",
        of: ["fees-expected", "lessons-expected", "hire-expected", "items-expected"],
      },
      "installments-expected",
    ],
    days: "next-month",
    narrows: both,
  },
} as const satisfies Record<string, CardPlan>

export type CardKey = keyof typeof cardPlans
export const cardKeys = Object.keys(cardPlans) as CardKey[]
