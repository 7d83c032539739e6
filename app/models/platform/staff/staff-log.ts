// The staff's log as its address asks for it; safe in the browser.

export const logSpans = ["7", "30", "90"] as const
export type LogSpan = (typeof logSpans)[number]

export type LogFilter = { search: string; verb: string; name: string; days: LogSpan | undefined }

export const readLogQuery = (query: URLSearchParams): LogFilter => ({
  search: (query.get("search") ?? "").trim().slice(0, 100),
  verb: (query.get("verb") ?? "").slice(0, 60),
  name: (query.get("who") ?? "").slice(0, 120),
  days: logSpans.find((span) => span === query.get("days")),
})

export const writeLogQuery = ({ search, verb, name, days }: LogFilter) => ({
  search: search || undefined,
  verb: verb || undefined,
  who: name || undefined,
  days,
})
