// What a demo request can say (spec §3): the stored value of each option and the words beside it.

export const schoolRoles = {
  owner: "Owner",
  director: "Director",
  administrator: "Administrator",
  principal: "Principal",
  manager: "Manager",
  teacher: "Teacher",
  other: "Other",
} as const

export const schoolSizes = ["1-25", "26-50", "51-100", "101-200", "201-500", "500+"] as const
export const teacherNumbers = ["1-2", "3-5", "6-10", "11-20", "21-50", "50+"] as const

export const demoTimes = {
  morning: "Morning (9 AM-12 PM)",
  afternoon: "Afternoon (12-5 PM)",
  evening: "Evening (5-8 PM)",
  flexible: "Flexible",
} as const

export const demoTimeZones = {
  EST: "EST, New York",
  CST: "CST, Chicago",
  MST: "MST, Denver",
  PST: "PST, Los Angeles",
  GMT: "GMT, London",
  CET: "CET, Paris",
  JST: "JST, Tokyo",
  AEST: "AEST, Sydney",
  other: "Other",
} as const

/** Phone country codes with the countries (ISO 3166) whose visitors begin with them. */
const countries = {
  "+1": ["US", "CA"],
  "+27": ["ZA"],
  "+44": ["GB"],
  "+61": ["AU"],
  "+49": ["DE"],
  "+33": ["FR"],
  "+39": ["IT"],
  "+34": ["ES"],
  "+31": ["NL"],
  "+46": ["SE"],
  "+47": ["NO"],
  "+45": ["DK"],
  "+41": ["CH"],
  "+43": ["AT"],
  "+32": ["BE"],
  "+91": ["IN"],
  "+86": ["CN"],
  "+81": ["JP"],
  "+82": ["KR"],
  "+65": ["SG"],
  "+60": ["MY"],
  "+852": ["HK"],
  "+64": ["NZ"],
} as const satisfies Record<string, readonly string[]>

export type CountryCode = keyof typeof countries
export const countryCodes = Object.keys(countries) as CountryCode[]

const names = new Intl.DisplayNames("en", { type: "region" })

/** "+49 (Germany)"; the specification writes "+1 (US/Canada)". */
export const countryCodeLabel = (code: CountryCode): string =>
  code === "+1" ? "+1 (US/Canada)" : `${code} (${names.of(countries[code][0])})`

/** The phone country code of a country, when it is one of ours. */
export const countryCodeOf = (country: string | null): CountryCode | undefined =>
  country === null
    ? undefined
    : countryCodes.find((code) => (countries[code] as readonly string[]).includes(country))

/** Every country of ours with its phone country code, for a browser that learns its country automatically. */
export const codeOfCountry = (): Record<string, CountryCode> =>
  Object.fromEntries(countryCodes.flatMap((code) => countries[code].map((country) => [country, code])))

/** For a select: values and words. */
export const choicesOf = (options: Record<string, string> | readonly string[]) =>
  Array.isArray(options)
    ? options.map((value: string) => ({ value, label: value }))
    : Object.entries(options).map(([value, label]) => ({ value, label: String(label) }))

/** A request that could not be kept, or got no answer (spec §8). */
export const demoFailure = {
  title: "Error",
  text: "Failed to submit demo request. Please try again or contact support.",
}
