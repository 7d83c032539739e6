import { type AnswerFilter, readAnswerFilter } from "~/models/foundation/custom-field/answer-filter"
import { type Columns, type Order, readOrder, writeOrder } from "~/models/foundation/saved-filter/list-view"
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

export type ClassFilter = {
  search?: string
  kind?: ClassKind
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

/** What cannot be understood is left out, so that any address shows a list. */
export function readClassQuery(parameters: URLSearchParams): ClassQuery {
  const page = parameters.get("page") ?? ""
  return {
    filter: {
      search: parameters.get("q")?.trim().slice(0, 100) || undefined,
      kind: classKinds.find((kind) => kind === parameters.get("kind")),
      unscheduled: parameters.get("state") === "not-scheduled" || undefined,
      teacherId: parameters.get("teacher")?.slice(0, 60) || undefined,
      answers: readAnswerFilter(parameters),
      ...readOrder(parameters, classSorts),
    },
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  }
}

/** The same as it appears in the URL. */
export const writeClassQuery = ({ filter, page }: ClassQuery): Record<string, string | undefined> => ({
  q: filter.search,
  kind: filter.kind,
  state: filter.unscheduled ? "not-scheduled" : undefined,
  teacher: filter.teacherId,
  ...filter.answers,
  ...writeOrder(filter, "name"),
  page: page === 1 ? undefined : String(page),
})

export const isNarrowed = ({ search, kind, unscheduled, teacherId, answers }: ClassFilter): boolean =>
  Boolean(search || kind || unscheduled || teacherId || answers)
