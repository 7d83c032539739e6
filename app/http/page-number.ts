/** The page number in the address, or 1. */
export const readPage = (request: Request): number =>
  Math.min(9_999, Math.max(1, Math.trunc(Number(new URL(request.url).searchParams.get("page"))) || 1))
