/** Carries the edge's request id to the pages, for the log. Clients cannot set it themselves. */
export const requestIdHeader = "x-tutti-request-id"
