import parsePhoneNumber, { type CountryCode } from "libphonenumber-js/max"

// Telephone numbers as every network knows them: E.164, a plus sign and digits.

/** The number in E.164, read as in the country of another one where it has no code of its own; null where it isn't one. */
export function e164Of(text: string, like?: string): string | null {
  const number = parsePhoneNumber(text, (like && countryOf(like)) || "US")
  return number?.isValid() && !number.ext ? number.number : null
}

const countryOf = (number: string): CountryCode | undefined => parsePhoneNumber(number)?.country

/** Whether a number can't get texts, as its kind says: a landline or a service. What the plan doesn't tell apart may be mobile. */
export const isLandline = (e164: string): boolean => {
  const kind = parsePhoneNumber(e164)?.getType()
  return kind !== undefined && kind !== "MOBILE" && kind !== "FIXED_LINE_OR_MOBILE" && kind !== "VOIP"
}

/** Whether two numbers are reached under the same code, such as +1: texts elsewhere cost many times as much. */
export const isSameCallingCode = (one: string, other: string): boolean =>
  parsePhoneNumber(one)?.countryCallingCode === parsePhoneNumber(other)?.countryCallingCode

/** The number as people of its country write it, with its code: "+1 212 555 0199". */
export const phoneText = (e164: string): string => parsePhoneNumber(e164)?.formatInternational() ?? e164
