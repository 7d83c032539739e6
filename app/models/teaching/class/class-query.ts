import { type AnswerFilter, readAnswerFilter } from "~/models/foundation/custom-field/answer-filter"
import { type Columns, type Order, readOrder, writeOrder } from "~/models/foundation/saved-filter/list-view"
import { pageOf } from "~/utils/page-number"
import { type ClassKind, classKinds } from "./class"

// The list of classes someone asks for in an address. Safe in the browser.

/** Enrolled and waiting begin with the most, the next lesson with the soonest, the status with what isn’t scheduled. */
export const classSorts = [
  "name",
  "kind",
  "teacher",
  "room",
  "when",
  "next",
  "enrolled",
  "waiting",
  "status",
] as const
export type ClassSort = (typeof classSorts)[number]

export const classColumns = {
  kind: "Type",
  teacher: "Teacher",
  room: "Room",
  when: "When",
  next: "Next lesson",
  enrolled: "Enrolled",
  waiting: "Waiting",
  status: "Status",
} as const
export type ClassColumn = keyof typeof classColumns
export const listedColumns: Columns<ClassColumn> = {
  labels: classColumns,
  usual: ["kind", "teacher", "room", "when", "next", "enrolled", "status"],
}

/** What the list opens on: a school's private lessons are shown with their students. */
export const inGroups = "classes"
export const kindsInGroups = ["group", "ensemble"] as const satisfies readonly ClassKind[]

export type ClassFilter = {
  search?: string
  /** One kind, or those that several students attend; all without it. */
  kind?: ClassKind | typeof inGroups
  unscheduled?: boolean
  teacherId?: string
  /** By the school's own fields. */
  answers?: AnswerFilter
  /** Only these, ended ones too; never from an address. */
  ids?: readonly string[]
} & Order<ClassSort>
export type ClassQuery = { filter: ClassFilter; page: number }

export const kindLabels: Record<ClassKind, string> = {
  private: "Private",
  group: "Group",
  ensemble: "Ensemble",
  trial: "Trial",
}

/**
 * What cannot be understood is left out, so that any address shows a list. One that names nothing opens on `opensOn`, or on all
 * classes.
 */
export function readClassQuery(parameters: URLSearchParams, opensOn?: typeof inGroups): ClassQuery {
  const { filter, page } = readQuery(parameters)
  const isPlain = !isNarrowed(filter) && parameters.get("kind") !== everyKind
  return { filter: isPlain ? { ...filter, kind: filter.kind ?? opensOn } : filter, page }
}

function readQuery(parameters: URLSearchParams): ClassQuery {
  return {
    filter: {
      search: parameters.get("q")?.trim().slice(0, 100) || undefined,
      kind: ([...classKinds, inGroups] as const).find((kind) => kind === parameters.get("kind")),
      unscheduled: parameters.get("state") === "not-scheduled" || undefined,
      teacherId: parameters.get("teacher")?.slice(0, 60) || undefined,
      answers: readAnswerFilter(parameters),
      ...readOrder(parameters, classSorts),
    },
    page: pageOf(parameters),
  }
}

/** How an address asks for classes of all kinds. */
export const everyKind = "all"

/** The same as it appears in the URL. */
export const writeClassQuery = ({ filter, page }: ClassQuery): Record<string, string | undefined> => ({
  q: filter.search,
  kind: filter.kind ?? (isNarrowed(filter) ? undefined : everyKind),
  state: filter.unscheduled ? "not-scheduled" : undefined,
  teacher: filter.teacherId,
  ...filter.answers,
  ...writeOrder(filter, "name"),
  page: page === 1 ? undefined : String(page),
})

export const isNarrowed = ({ search, kind, unscheduled, teacherId, answers }: ClassFilter): boolean =>
  Boolean(search || (kind && kind !== inGroups) || unscheduled || teacherId || answers)
