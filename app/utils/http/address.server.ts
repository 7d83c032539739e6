/** Where a request came from, as the edge worked it out (`x-tutti-address`); clients cannot set it themselves. */
export const clientAddress = (request: Request): string => request.headers.get("x-tutti-address") ?? "unknown"
