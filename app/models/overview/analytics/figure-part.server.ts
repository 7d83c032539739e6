import { weekdayOfHours } from "~/models/teaching/teacher-time/teacher-time"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { ageBand } from "./money-figures.server"

// The part of a figure that a link asks for: an age, a start month, a weekday, a class, or a reason as it was written.

/** Whether a row belongs to the part asked for: of a start month also "3", everyone after three months. */
export function hasPart(of: string, has: string | undefined, asked: string): boolean {
  if (has === asked) return true
  return of === "cohort-kept" && has?.split(" ")[1] === asked
}

/** What the part is called above its rows; empty where they say it themselves. */
export function partText(of: string, part: string): string {
  if (of === "open-part") return ageBand(part)
  if (of === "group-spots") return ""
  if (of === "hours-of-week") return weekdayText(part)
  const [, month, step] = /^(?:(\d{4}-\d\d)\b)?(?: ?(\d+))?$/.exec(part) ?? []
  if (of === "students-then" && month) return formatDate(`${month}-01`, "month")
  if (!of.startsWith("cohort-") || !(month || step)) return part
  const started = month ? `joined in ${formatDate(`${month}-01`, "month")}` : "all start months"
  return step ? `${started}, after ${countOf(Number(step), "month")}` : started
}

/** "1" is Monday, "1 15" what begins there from 3 to 4 in the afternoon. */
function weekdayText(part: string): string {
  const [day = "", hour] = part.split(" ")
  const name = weekdayOfHours({ weekday: Number(day) })
  return hour ? `${name}, beginning in the hour from ${formatTime(`${hour.padStart(2, "0")}:00`)}` : name
}
