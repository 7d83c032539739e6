import { Callout } from "~/components/ui/callout"
import { FilterForm, FilterInput, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
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
  return (
    <>
      <FilterForm aria-label="Period">
        <label className="toolbar">
          <span>Months</span>
          <FilterSelect name="months" value={String(query.months)}>
            {spans.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </FilterSelect>
        </label>
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
        <label className="toolbar">
          <span>compared with</span>
          <FilterSelect name="compare" value={query.compare}>
            {Object.entries(comparisons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </FilterSelect>
        </label>
        {isSolo || (isSearched && !query.teacher) ? null : (
          <label className="toolbar">
            <span>Teacher</span>
            <FilterSelect name="teacher" value={query.teacher ?? ""}>
              <option value="">All teachers</option>
              {teachers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={none}>No teacher</option>
            </FilterSelect>
          </label>
        )}
        {isSearched ? (
          <label className="toolbar">
            <span>Teacher’s name</span>
            <FilterInput type="search" name="q" value={search} maxLength={100} />
          </label>
        ) : null}
        {instruments.length > 0 ? (
          <label className="toolbar">
            <span>Instrument</span>
            <FilterSelect name="instrument" value={query.instrument ?? ""}>
              <option value="">All instruments</option>
              {instruments.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
              <option value={none}>No instrument</option>
            </FilterSelect>
          </label>
        ) : null}
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
