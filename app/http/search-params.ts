/** The parameters of an address. A GET form also sends its empty fields, which are left out. */
export const filledIn = (request: Request): Record<string, string> =>
  Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
