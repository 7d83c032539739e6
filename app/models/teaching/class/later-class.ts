import { formatDate } from "~/utils/formats"

// A class that continues another has its name. Until it begins, both are listed: the later one says from when it is.

/** "Piano duet", or "Piano duet, from Jan 11" for one that begins later. */
export const nameWithStart = (name: string, startsLaterOn: string | null): string =>
  startsLaterOn ? `${name}, from ${formatDate(startsLaterOn, "day")}` : name

/** The class that was asked for by such a name; its first day may have come since. */
export const findNamed = <Named extends { name: string }>(
  classes: readonly Named[],
  asked: string | null,
): Named | undefined =>
  classes.find(({ name }) => name === asked) ??
  classes.find(({ name }) => asked?.startsWith(`${name}, from `))
