/** What an address asks for. A form sent by GET carries its empty fields too: those say nothing and are left out. */
export const filledIn = (request: Request): Record<string, string> =>
  Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
