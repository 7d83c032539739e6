import { favoriteLanguage, guessSchool } from "~/models/accounts/school/guess-school.server"

/** The visitor's country (ISO 3166) as a trusted proxy reports it (`x-tutti-country`, set by the edge). */
const headerCountry = (request: Request): string | null => request.headers.get("x-tutti-country")

/**
 * The visitor's likely country (ISO 3166), to prefill a field: from a trusted proxy, else from the region of the
 * preferred language.
 */
export const visitorCountry = (request: Request): string | null =>
  headerCountry(request) ??
  favoriteLanguage(request.headers.get("Accept-Language") ?? "")?.maximize().region ??
  null

/** Likely settings of a school that this browser registers; `timeZone` comes from its script. */
export const guessFor = (request: Request, timeZone: string | undefined) =>
  guessSchool({
    acceptLanguage: request.headers.get("Accept-Language"),
    country: headerCountry(request),
    timeZone,
  })
