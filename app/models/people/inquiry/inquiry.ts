import { inquiryPurposes, type inquiryStates } from "db/schema/choices"
import { addDays, weekday } from "~/utils/dates"
import type { FormPurpose } from "../enrollment-form/enrollment-form"
import type { StudentStatus } from "../student/student"

// Someone who asks for lessons on the school's public page, and how far the office is with them. Safe in the browser.

export type InquiryPurpose = (typeof inquiryPurposes)[number]
export const purposeLabels: Record<InquiryPurpose, string> = {
  lessons: "Private lessons",
  class: "A class",
  trial: "A trial lesson",
}
export { inquiryPurposes }

/** What a form for one purpose makes of a request, and how that is called. */
export const madeOf: Record<Exclude<FormPurpose, "any">, { purpose: InquiryPurpose; label: string }> = {
  lessons: { purpose: "lessons", label: purposeLabels.lessons },
  class: { purpose: "class", label: purposeLabels.class },
  trial: { purpose: "trial", label: purposeLabels.trial },
  waiting: { purpose: "class", label: "Waiting list" },
  camp: { purpose: "class", label: "Camp" },
}

/** "A trial lesson", "A class: Guitar ensemble", "Waiting list: Little choir" */
export const askedFor = ({
  purpose,
  formPurpose,
  className,
}: {
  purpose: InquiryPurpose
  formPurpose?: FormPurpose | null
  className?: string | null
}): string =>
  [formPurpose && formPurpose !== "any" ? madeOf[formPurpose].label : purposeLabels[purpose], className]
    .filter(Boolean)
    .join(": ")

export const levels = ["New to it", "Beginner", "Intermediate", "Advanced"] as const

export const sourceLabels = {
  search: "Search engine",
  friend: "Friends or family",
  social: "Social media",
  school: "Another school or teacher",
  event: "Concert or event",
  passing: "Passed by",
  other: "Other",
} as const
export type Source = keyof typeof sourceLabels
export const sources = Object.keys(sourceLabels) as Source[]
export const sourceLabel = (source: string | null): string =>
  source && Object.hasOwn(sourceLabels, source) ? sourceLabels[source as Source] : "Not asked"

/** A campaign as it is kept: plain text in one line; undefined for none. */
export const cleanCampaign = (text: string | null | undefined): string | undefined =>
  [
    ...(text ?? "")
      .slice(0, 600)
      .replace(/[\p{C}\s]+/gu, " ")
      .trim(),
  ]
    .slice(0, 60)
    .join("")
    .trim() || undefined

/** The campaign that a link to the page or a form names, in our words or those that advertisements use. */
export const campaignIn = (asked: URLSearchParams): string | undefined =>
  ["campaign", "utm_campaign", "utm_source"].map((name) => cleanCampaign(asked.get(name))).find(Boolean)

export const dayParts = { morning: "mornings", afternoon: "afternoons", evening: "evenings" } as const
export type DayPart = keyof typeof dayParts
export const dayPartKeys = Object.keys(dayParts) as DayPart[]
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
export const shortDays = days.map((label, index) => ({ label, weekday: index + 1 }))

/** `1-morning`, for every part of every day. */
export const timeKeys: string[] = shortDays.flatMap(({ weekday }) =>
  dayPartKeys.map((part) => `${weekday}-${part}`),
)

/** "Mon mornings, Wed and Fri evenings" */
export function timesText(times: string | null): string | null {
  const chosen = new Set((times ?? "").split(" "))
  const parts = dayPartKeys.flatMap((part) => {
    const on = shortDays.filter(({ weekday }) => chosen.has(`${weekday}-${part}`)).map(({ label }) => label)
    return on.length > 0 ? [`${on.join(", ")} ${dayParts[part]}`] : []
  })
  return parts.length > 0 ? parts.join("; ") : null
}

/** The first day from this one on that is one of the weekdays they asked for, or this one where they named none; `YYYY-MM-DD`. */
export function firstSuiting(times: string | null, from: string): string {
  const asked = new Set((times ?? "").split(" ").map((each) => Number(each.split("-")[0])))
  const week = Array.from({ length: 7 }, (_, n) => addDays(from, n))
  return week.find((day) => asked.has(weekday(day))) ?? from
}

/** How far the office is: its own note, and once they are a student, that student's status. */
export const stageLabels = {
  new: "New",
  contacted: "Contacted",
  trial: "Trial booked",
  tried: "Trial done",
  offered: "Offered",
  won: "Won",
  lost: "Lost",
} as const
export type Stage = keyof typeof stageLabels

/** The stages at which the office still has something to do, in their order. */
export const openStages = ["new", "contacted", "trial", "tried", "offered"] as const satisfies Stage[]
export type OpenStage = (typeof openStages)[number]

/** How the queue is narrowed: whom the office still has to do something for, who came, who didn't, or one open stage. */
export const stageFilters = { open: "Open", won: "Won", lost: "Lost" } as const
/** Those that only a number leads to. */
export const countedFilters = {
  all: "All",
  answered: "Answered",
  waiting: "Waiting for a first answer",
} as const
export type StageFilter = keyof typeof stageFilters | keyof typeof countedFilters | OpenStage
export const isOpenStage = (stage: string): stage is OpenStage =>
  (openStages as readonly string[]).includes(stage)

/** What the list of inquiries is narrowed to, from its address. */
export function readInquiryQuery(asked: URLSearchParams) {
  const stage = asked.get("stage") ?? ""
  const isFilter = (text: string): text is StageFilter =>
    Object.hasOwn(stageFilters, text) || Object.hasOwn(countedFilters, text) || isOpenStage(text)
  const by = asked.get("by")
  const name = asked.get("of")?.slice(0, 200) || null
  return {
    stage: isFilter(stage) ? stage : ("open" as const),
    campaign: cleanCampaign(asked.get("campaign")),
    group: isNumbersBy(by) ? { by, name } : undefined,
  }
}

/** In a choice of who takes the next step: no one in particular. */
export const noOne = "anyone"

export function stageOf(
  state: (typeof inquiryStates)[number],
  status: StudentStatus | null,
  /** When their trial lesson ends (UTC ms). */
  trialEndsAt: number | null = null,
  at = 0,
  /** Until when an offer to them stands (UTC ms). */
  offeredUntil: number | null = null,
): Stage {
  const booked =
    offeredUntil !== null && offeredUntil > at
      ? "offered"
      : trialEndsAt === null
        ? undefined
        : trialEndsAt <= at
          ? "tried"
          : "trial"
  switch (status) {
    case null:
      return state === "lost" ? state : (booked ?? state)
    // The status alone books no lesson.
    case "lead":
    case "trial":
      return booked ?? "contacted"
    case "former":
      return "lost"
    default:
      return "won"
  }
}

/** How long the link in the email works. */
export const linkDays = 7

/** By what inquiries are counted. The teacher is whoever gave the trial lesson. */
export const numbersBy = ["source", "campaign", "form", "teacher", "instrument"] as const
export type NumbersBy = (typeof numbersBy)[number]
export const isNumbersBy = (text: string | null): text is NumbersBy =>
  (numbersBy as readonly (string | null)[]).includes(text)

/** One row of the numbers; `name` is null for those of whom it isn’t known. */
export type NumbersGroup = { by: NumbersBy; name: string | null }
