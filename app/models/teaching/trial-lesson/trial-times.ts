import { isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"

// Times that a form of the public page offers for a trial lesson. Safe in the browser.

/** So many trial lessons to come one email can hold. */
export const mostTrials = 3

export type TrialTime = {
  /** What is sent for it. */
  value: string
  /** Date and wall-clock times in the school's zone. */
  date: string
  startTime: string
  endTime: string
  teacherId: string
  teacherName: string
  roomId: string | null
  roomName: string | null
}

export const trialTimeValue = ({
  date,
  startTime,
  teacherId,
}: Pick<TrialTime, "date" | "startTime" | "teacherId">) => `${date} ${startTime} ${teacherId}`

/** A time as a form sends it; undefined for anything else. */
export function readTrialTime(text: string): Pick<TrialTime, "date" | "startTime" | "teacherId"> | undefined {
  const [, date = "", startTime = "", teacherId = ""] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) ([\w-]{1,64})$/.exec(text) ?? []
  return isDate(date) && isTime(startTime) ? { date, startTime, teacherId } : undefined
}
