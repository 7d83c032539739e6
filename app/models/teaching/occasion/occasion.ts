import { occasionKinds } from "db/schema/choices"
import { countOf, formatDate, formatTimeRange, formFor } from "~/utils/formats"

// What the school holds beside its lessons: recitals, exams, excursions. People read "event". Safe in the browser.

export { occasionKinds }
export type OccasionKind = (typeof occasionKinds)[number]

export const kindLabels: Record<OccasionKind, string> = {
  recital: "Recital",
  exam: "Exam",
  excursion: "Field trip",
  other: "Other",
}

/** When a family pays the fee: with its next invoice, or, if it wants, at once with its answer. */
export const feePayments = ["next-invoice", "with-answer"] as const

/** "$20.00 + VAT 20%"; the price alone where no tax comes on top. */
/** "2026-07-11 10:00 12:00 Town hall", in the school's zone: what a family's yes is for. */
export const whenAndWhere = (at: {
  localDate: string
  startTime: string
  endTime: string
  where: string | null
}): string => [at.localDate, at.startTime, at.endTime, at.where ?? ""].join(" ").trim().slice(0, 300)

export const withAddedTax = (price: string, addedTax: string | null): string =>
  [price, ...(addedTax === null ? [] : [addedTax])].join(" + ")

/** The most students of one event. */
export const mostGuests = 300
/** The most people who come along with one student. */
export const mostCompanions = 20
/** The events of one page of a list. */
export const occasionsPerPage = 25
/** The most entries of one program. */
export const mostEntries = 100

export type OccasionState = "draft" | "published" | "canceled"
export type Answer = "yes" | "no"

export const stateOf = (occasion: {
  publishedAt: number | null
  canceledAt: number | null
}): OccasionState =>
  occasion.canceledAt !== null ? "canceled" : occasion.publishedAt === null ? "draft" : "published"

export const stateLabels: Record<OccasionState, string> = {
  draft: "Draft",
  published: "Published",
  canceled: "Canceled",
}

export const answerLabels: Record<Answer | "none", string> = {
  yes: "Takes part",
  no: "Can’t come",
  none: "No answer yet",
}

/** "3 of 5 entered, 2 shown to families" */
export function resultsText(
  { results, released }: { results: number; released: number },
  students: number,
): string {
  if (results === 0) return "None yet"
  return `${results} of ${students} entered, ${released === 0 ? "none" : released} shown to families`
}

/** "92, Pass with merit" */
export const resultText = ({ grade, outcome }: { grade: string | null; outcome: string | null }): string =>
  [grade, outcome].filter(Boolean).join(", ")

/** What is said once results are shown; `told` people get an email about it. */
export const shownText = (results: number, told: number): string =>
  `${countOf(results, "result")} shown to families.${told > 0 ? " They get an email in two minutes." : ""}`

type Present = { grade: string | null; outcome: string | null; note: string | null; on: string | null }

/** Beside a row of results that someone else has changed since the page was opened. */
export function changedResultText({ grade, outcome, note, on }: Present): string {
  const facts = [grade, outcome, note, on && formatDate(on, "medium")].filter(Boolean).join(", ")
  const done = facts ? `saved “${facts}”` : "cleared this result"
  return `Someone else ${done} since you opened this page. Nothing is saved yet. Save again to replace it with your entry.`
}

/** When other results are hidden than the page counted. */
export const otherCountText = (hidden: number): string =>
  hidden === 0
    ? "No results are hidden from families any longer. Someone else has changed them since you opened this page."
    : `Someone else has changed results since you opened this page. Now ${hidden} ${formFor(hidden, "is", "are")} hidden from families. Check the results, then show them.`

type When = { localDate: string; startTime: string; endTime: string }

/** "Sat, Dec 12, 3:00 to 5:00 PM" */
export const whenText = ({ localDate, startTime, endTime }: When): string =>
  `${formatDate(localDate, "short")}, ${formatTimeRange(startTime, endTime)}`

/** "Dec 12, 2026, 3:00 to 5:00 PM": of an event that is over, whose year isn't clear. */
export const whenWithYear = ({ localDate, startTime, endTime }: When): string =>
  `${formatDate(localDate, "medium")}, ${formatTimeRange(startTime, endTime)}`

/** One event as a schedule lists it. */
export type OccasionLine = When & { id: string; title: string; where: string | null; state: OccasionState }
