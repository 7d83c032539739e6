import { formatDate } from "~/utils/date-text"

// A class that continues another has its name. Until it begins, both are listed: the later one says from when it is.

/** "Piano duet", or "Piano duet, from Jan 11" for one that begins later. */
export const nameWithStart = (name: string, startsLaterOn: string | null): string =>
  startsLaterOn ? `${name}, from ${formatDate(startsLaterOn, "day")}` : name
