/**
 * The country (ISO 3166) a visitor seems to be in, to begin a field with: what a trusted proxy says (`x-tutti-country`,
 * set by the edge), else the region of the language they like best, as written or as is likely.
 */
export function visitorCountry(request: Request): string | null {
  const told = request.headers.get("x-tutti-country")
  if (told) return told
  const [favourite] = (request.headers.get("Accept-Language") ?? "")
    .split(",", 20)
    .map((entry) => {
      const [tag = "", weight] = entry.split(";q=")
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .sort((a, b) => b.weight - a.weight)
  try {
    return new Intl.Locale(favourite?.tag ?? "").maximize().region ?? null
  } catch {
    return null
  }
}
