import { studentStatuses } from "db/schema/choices"
import {
  type AnswerFilter,
  type FieldSort,
  readAnswerFilter,
} from "~/models/foundation/custom-field/answer-filter"
import { readOrder, writeOrder } from "~/models/foundation/saved-filter/list-view"
import { formatDate } from "~/utils/formats"
import { pageIn } from "~/utils/page-number"
import { sellsPlans } from "~/utils/sold-plans"

// A student: statuses, filters and sort orders of the list. Safe in the browser.

export { studentStatuses }
export type StudentStatus = (typeof studentStatuses)[number]

export const statusLabels: Record<StudentStatus, string> = {
  lead: "Lead",
  trial: "Trial",
  active: "Active",
  paused: "Paused",
  former: "Former",
}

/** Several statuses under one label, for figures that count them together. */
export const statusGroups = {
  learning: { word: "Active and trial", statuses: ["trial", "active"] },
  plan: {
    get word() {
      return sellsPlans() ? "Counts toward your plan" : "Active, trial and paused"
    },
    statuses: ["trial", "active", "paused"],
  },
} as const satisfies Record<string, { word: string; statuses: readonly StudentStatus[] }>
export type StatusGroup = keyof typeof statusGroups
/** The statuses that a status filter finds. */
export const statusesOf = (status: string): readonly string[] =>
  status in statusGroups ? statusGroups[status as StatusGroup].statuses : [status]
/** The choices of the list's status filter. */
export const statusChoices: { value: StudentStatus | StatusGroup; label: string }[] = [
  ...studentStatuses.map((value) => ({ value, label: statusLabels[value] })),
  ...(["learning", "plan"] as const).map((value) => ({
    value,
    get label() {
      return statusGroups[value].word
    },
  })),
]

/** The status changes of a student. */
export const statusSteps = {
  trial: { label: "Start trial", to: "trial", from: ["lead", "former"] },
  start: { label: "Make active", to: "active", from: ["lead", "trial"] },
  pause: { label: "Pause", to: "paused", from: ["active"] },
  resume: { label: "Resume", to: "active", from: ["paused"] },
  return: { label: "Reactivate", to: "active", from: ["former"] },
  end: { label: "Move to former", to: "former", from: ["lead", "trial", "active", "paused"] },
} as const satisfies Record<string, { label: string; to: StudentStatus; from: readonly StudentStatus[] }>
export type StatusStep = keyof typeof statusSteps

/** The steps that may be planned for a later day. */
export type PlannedStep = "pause" | "end" | "resume" | "return"
export const isPlannedStep = (step: string): step is PlannedStep =>
  ["pause", "end", "resume", "return"].includes(step)

/** "leaves on Dec 20, 2026", "is paused from Dec 20, 2026", "comes back on Jan 4, 2027": what is planned for a later day. */
export const plannedText = ({ status, on }: { status: StudentStatus; on: string }): string => {
  const what = status === "former" ? "leaves on" : status === "active" ? "comes back on" : "is paused from"
  return `${what} ${formatDate(on, "medium")}`
}

/** What cancels that. */
export const cancelPlannedText = (status: StudentStatus): string =>
  status === "former" ? "Cancel leaving" : status === "active" ? "Cancel return" : "Cancel pause"

/** The steps available from a status; the buttons and the command both use it. */
export const stepsFrom = (status: StudentStatus): StatusStep[] =>
  (Object.keys(statusSteps) as StatusStep[]).filter((step) =>
    (statusSteps[step].from as readonly StudentStatus[]).includes(status),
  )

export const studentSorts = {
  name: "Last name",
  "first-name": "First name",
  family: "Family",
  youngest: "Youngest first",
  oldest: "Oldest first",
  newest: "Recently added",
  next: "Next lesson",
  balance: "Balance",
  credits: "Credits",
  portal: "Portal",
  status: "Status",
} as const
export type StudentSort = keyof typeof studentSorts

/** Filters by what a student's family owes, what they may do in the portal, and what comes next. */
export const studentTraits = {
  balance: { due: "Balance due", overdue: "Overdue", credit: "Account credit" },
  portal: { access: "Has portal access", invited: "Invited", none: "Not invited" },
  credits: { open: "Has make-up credits", expiring: "Credits expiring" },
  next: { none: "No next lesson" },
} as const
export type StudentTrait = keyof typeof studentTraits
export const traitNames = Object.keys(studentTraits) as StudentTrait[]
export type Traits = { [Trait in StudentTrait]?: keyof (typeof studentTraits)[Trait] & string }

/** The filters and sort order of a student list. */
export type StudentFilter = {
  search?: string
  status?: StudentStatus | StatusGroup
  instrument?: string
  teacherId?: string
  sort?: StudentSort | FieldSort
  /** The order is turned around. */
  isReversed?: boolean
  traits?: Traits
  /** By the school's own fields. */
  answers?: AnswerFilter
  /** Only these, whatever else is asked; never from an address. */
  ids?: readonly string[]
}

export type StudentQuery = { filter: StudentFilter; page: number | "all" }

/** Reads the filters from a URL. Skips what it can’t read, so that any URL shows a list. */
export function readStudentQuery(parameters: URLSearchParams): StudentQuery {
  const text = (name: string) => parameters.get(name)?.trim().slice(0, 100) || undefined
  const page = text("page")
  return {
    filter: {
      search: text("q"),
      status: statusChoices.find(({ value }) => value === text("status"))?.value,
      instrument: text("instrument"),
      teacherId: text("teacher"),
      ...readOrder(parameters, Object.keys(studentSorts) as StudentSort[]),
      traits: readTraits(parameters),
      answers: readAnswerFilter(parameters),
    },
    page: page === "all" ? "all" : pageIn(page),
  }
}

function readTraits(parameters: URLSearchParams): Traits | undefined {
  const found = traitNames.flatMap((trait) => {
    const value = parameters.get(trait) ?? ""
    return Object.hasOwn(studentTraits[trait], value) ? [[trait, value] as const] : []
  })
  return found.length > 0 ? (Object.fromEntries(found) as Traits) : undefined
}

/** Writes the filters to a URL. */
export function writeStudentQuery({ filter, page }: StudentQuery): Record<string, string | undefined> {
  const { search, status, instrument, teacherId, sort, isReversed, traits, answers } = filter
  return {
    q: search,
    status,
    instrument,
    teacher: teacherId,
    ...traits,
    ...answers,
    ...writeOrder({ sort, isReversed }, "name"),
    page: page === 1 ? undefined : String(page),
  }
}

export const isNarrowed = (filter: StudentFilter): boolean => {
  const { search, status, instrument, teacherId, traits, answers } = filter
  return Boolean(search || status || instrument || teacherId || traits || answers)
}
