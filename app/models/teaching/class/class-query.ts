import { type ClassKind, classKinds } from "./class"

// The list of classes someone asks for in an address. Safe in the browser.

export type ClassFilter = {
  search?: string
  kind?: ClassKind
  unscheduled?: boolean
  teacherId?: string
  /** Only these, ended ones too; never from an address. */
  ids?: readonly string[]
}
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
    },
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  }
}

/** The same as it appears in the URL. */
export const writeClassQuery = ({ filter, page }: ClassQuery): Record<string, string | undefined> => ({
  q: filter.search,
  kind: filter.kind,
  state: filter.unscheduled ? "not-scheduled" : undefined,
  page: page === 1 ? undefined : String(page),
})

export const isNarrowed = ({ search, kind, unscheduled }: ClassFilter): boolean =>
  Boolean(search || kind || unscheduled)
