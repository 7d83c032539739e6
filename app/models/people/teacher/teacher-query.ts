import { type AnswerFilter, readAnswerFilter } from "~/models/foundation/custom-field/answer-filter"
import { type Columns, type Order, readOrder, writeOrder } from "~/models/foundation/saved-filter/list-view"

// The list of teachers someone asks for in an address. Safe in the browser.

/** Active students begin with the most. */
export const teacherSorts = ["name", "students", "next"] as const
export type TeacherSort = (typeof teacherSorts)[number]

export const teacherColumns = {
  instruments: "Instruments",
  phone: "Phone",
  email: "Email",
  students: "Active students",
  next: "Next lesson",
  login: "Login",
} as const
export type TeacherColumn = keyof typeof teacherColumns
export const listedColumns: Columns<TeacherColumn> = {
  labels: teacherColumns,
  usual: ["instruments", "phone", "students", "next", "login"],
}

export type TeacherFilter = {
  search?: string
  /** By name, whatever the capitals. */
  instrument?: string
  /** By the school's own fields. */
  answers?: AnswerFilter
  /** Only these; never from an address. */
  ids?: readonly string[]
} & Order<TeacherSort>

/** What can't be understood is left out, so that any address shows a list. */
export const readTeacherQuery = (parameters: URLSearchParams): TeacherFilter => ({
  search: parameters.get("q")?.trim().slice(0, 100) || undefined,
  instrument: parameters.get("instrument")?.trim().slice(0, 60) || undefined,
  answers: readAnswerFilter(parameters),
  ...readOrder(parameters, teacherSorts),
})

/** The same as it appears in the address. */
export const writeTeacherQuery = (filter: TeacherFilter): Record<string, string | undefined> => ({
  q: filter.search,
  instrument: filter.instrument,
  ...filter.answers,
  ...writeOrder(filter, "name"),
})

export const isNarrowed = ({ search, instrument, answers }: TeacherFilter): boolean =>
  Boolean(search || instrument || answers)
