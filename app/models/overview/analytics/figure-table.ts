// The tables of /analytics beside its cards, as files. Safe in the browser.

export const tableKeys = [
  "students-by-month",
  "reasons-for-leaving",
  "retention-by-start-month",
  "attendance-by-month",
  "taught-by-teacher",
  "taught-by-instrument",
  "hours-of-week",
  "spots-in-groups",
  "money-by-month",
  "outstanding-by-age",
] as const
export type TableKey = (typeof tableKeys)[number]

export const isTableKey = (key: string): key is TableKey => (tableKeys as readonly string[]).includes(key)
