import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { FilterChoice, FilterForm, FilterInput, MoreFilters } from "~/components/ui/filter-form"
import { type Comparison, comparisons, none, spans } from "~/models/overview/analytics/analytics-period"

type Choice = { id: string; name: string }

type AnalyticsFiltersProps = {
  query: { months: number; compare: Comparison; teacher?: string; instrument?: string }
  /** the last month, `YYYY-MM` */
  until: string
  filters: {
    isSolo: boolean
    /** there are too many teachers to list */
    isSearched: boolean
    teachers: readonly Choice[]
    instruments: readonly string[]
  }
  search: string
  /** the teachers that were found by name */
  found: readonly Choice[]
  /** the page narrowed to a teacher */
  toTeacher: (teacherId: string) => string
}

/** Which months, compared with which, of which teacher and instrument. The address is the state. */
export function AnalyticsFilters({ query, until, filters, search, found, toTeacher }: AnalyticsFiltersProps) {
  const { isSolo, isSearched, teachers, instruments } = filters
  const isNarrowed = query.compare !== "before" || Boolean(query.teacher ?? query.instrument) || search !== ""
  return (
    <>
      <FilterForm aria-label="Period">
        <MoreFilters
          isOpen={isNarrowed}
          near={
            <>
              <FilterChoice
                name="months"
                label="Months"
                isLabeled
                value={String(query.months)}
                choices={spans.map((count) => [count, count] as const)}
              />
              <label className="toolbar">
                <span>through</span>
                <FilterInput
                  type="month"
                  name="until"
                  value={until}
                  pattern="[0-9]{4}-[0-9]{2}"
                  placeholder="2026-11"
                />
              </label>
            </>
          }
        >
          <FilterChoice
            name="compare"
            label="compared with"
            isLabeled
            value={query.compare}
            choices={Object.entries(comparisons)}
          />
          {isSolo || (isSearched && !query.teacher) ? null : (
            <FilterChoice
              name="teacher"
              label="Teacher"
              isLabeled
              every="All teachers"
              value={query.teacher}
              choices={[...teachers.map(({ id, name }) => [id, name] as const), [none, "No teacher"]]}
            />
          )}
          {isSearched ? (
            <label className="toolbar">
              <span>Teacher’s name</span>
              <FilterInput type="search" name="q" value={search} maxLength={100} />
            </label>
          ) : null}
          {instruments.length > 0 ? (
            <FilterChoice
              name="instrument"
              label="Instrument"
              isLabeled
              every="All instruments"
              value={query.instrument}
              choices={[...instruments.map((name) => [name, name] as const), [none, "No instrument"]]}
            />
          ) : null}
        </MoreFilters>
        <button className="button" type="submit">
          Update figures
        </button>
      </FilterForm>
      {search ? <Found search={search} found={found} toTeacher={toTeacher} /> : null}
    </>
  )
}

function Found({ search, found, toTeacher }: Pick<AnalyticsFiltersProps, "search" | "found" | "toTeacher">) {
  return (
    <Callout>
      {found.length === 0 ? (
        <p>No teachers match “{search}.”</p>
      ) : (
        <ul>
          {found.map(({ id, name }) => (
            <li key={id}>
              <Link to={toTeacher(id)}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
