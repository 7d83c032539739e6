import { formatDate, formatTime } from "~/utils/formats"

/** A night on which clocks skip a lesson's start, and when it begins instead, `HH:MM`. */
export type SkippedTime = { date: string; startTime: string; startsAs: string }

/** "On Mar 14 clocks skip 2:30 AM; that lesson starts at 3:30 AM." Safe in the browser. */
export const skippedText = ({ date, startTime, startsAs }: SkippedTime): string =>
  `On ${formatDate(date, "medium")} clocks skip ${formatTime(startTime)}; that lesson starts at ${formatTime(startsAs)}.`

export const skippedTexts = (skipped: readonly SkippedTime[]): string => skipped.map(skippedText).join(" ")

/** When the lesson of a weekly time begins on a date: later where clocks skip its time. */
export const heldAt = (
  skipped: readonly SkippedTime[],
  { date, startTime }: { date: string; startTime: string },
): string => skipped.find((each) => each.date === date && each.startTime === startTime)?.startsAs ?? startTime
