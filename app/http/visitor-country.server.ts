import { favoriteLanguage, guessSchool } from "~/models/accounts/school/guess-school.server"

/** The country (ISO 3166) a trusted proxy says a visitor is in (`x-tutti-country`, set by the edge). */
const headerCountry = (request: Request): string | null => request.headers.get("x-tutti-country")

/**
 * The country (ISO 3166) a visitor seems to be in, to begin a field with: what a trusted proxy says, else the region of the
 * language they like best, as written or as is likely.
 */
export const visitorCountry = (request: Request): string | null =>
  headerCountry(request) ??
  favoriteLanguage(request.headers.get("Accept-Language") ?? "")?.maximize().region ??
  null

/** What a school that this browser registers probably uses; `timeZone` is what its script said. */
export const guessFor = (request: Request, timeZone: string | undefined) =>
  guessSchool({
    acceptLanguage: request.headers.get("Accept-Language"),
    country: headerCountry(request),
    timeZone,
  })
