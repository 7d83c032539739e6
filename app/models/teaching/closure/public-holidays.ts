// What a school is offered as closures: the public holidays of a country and region in a year.

type Place = { code: string; name: string }

export type PublicHoliday = { date: string; name: string }

/** The places to choose from, the chosen ones, and that place's holidays of the year. Names are in English. */
export type PublicHolidays = {
  countries: Place[]
  /** the regions of the chosen country; empty where all have the same holidays */
  regions: Place[]
  country: string | null
  region: string | null
  holidays: PublicHoliday[]
}

/** Regions mostly add to a country's holidays; without one only those of the whole country are listed. */
export type HolidaysAsked = { country?: string; region?: string; year: number; timeZone: string }

/** How many years ahead holidays are offered; this year included. */
export const holidayYears = 3
