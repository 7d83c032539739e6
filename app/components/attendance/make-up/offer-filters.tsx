import type { ReactNode } from "react"
import { namedWeekdays } from "~/components/form/weekday-field"
import { Button } from "~/components/ui/button"
import { FilterForm, FilterSelect } from "~/components/ui/filter-form"
import type { OfferFilter } from "~/models/attendance/make-up/make-up"
import { weekdaysInOrder } from "~/utils/formats"

type OfferFiltersProps = { filter: OfferFilter; children: ReactNode }

/** Times by day of the week and teacher, where there is something to choose between. */
export function OfferFilters({ filter: { day, teacher, days, teachers }, children }: OfferFiltersProps) {
  if (days.length < 2 && teachers.length < 2) return null
  return (
    <FilterForm aria-label="Times">
      {children}
      {days.length > 1 ? (
        <label>
          Day{" "}
          <FilterSelect name="day" value={day}>
            <option value="">Any day</option>
            {weekdaysInOrder(namedWeekdays)
              .filter(({ weekday }) => days.includes(weekday))
              .map(({ day: name, weekday }) => (
                <option key={weekday} value={weekday}>
                  {name}
                </option>
              ))}
          </FilterSelect>
        </label>
      ) : null}{" "}
      {teachers.length > 1 ? (
        <label>
          Teacher{" "}
          <FilterSelect name="teacher" value={teacher}>
            <option value="">Any teacher</option>
            {teachers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </FilterSelect>
        </label>
      ) : null}{" "}
      <Button type="submit" variant="secondary">
        Filter times
      </Button>
    </FilterForm>
  )
}
