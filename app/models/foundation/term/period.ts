// The stretch of the school's year that a day is in. Safe in the browser.

/** Days, both included. */
export type Period = { startsOn: string; endsOn: string }

/** The half of the calendar year that a day is in: what counts as a term where none is recorded. */
export function halfYear(day: string): Period {
  const year = day.slice(0, 4)
  return day.slice(5, 7) <= "06"
    ? { startsOn: `${year}-01-01`, endsOn: `${year}-06-30` }
    : { startsOn: `${year}-07-01`, endsOn: `${year}-12-31` }
}

/** The term a day is in, of the school's terms, or the half-year. */
export const periodIn = (terms: readonly Period[], day: string): Period =>
  terms.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn) ?? halfYear(day)
