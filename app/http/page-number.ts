/** The page of a list that an address asks for: 1 unless it says something sensible. */
export const readPage = (request: Request): number =>
  Math.min(9_999, Math.max(1, Math.trunc(Number(new URL(request.url).searchParams.get("page"))) || 1))
