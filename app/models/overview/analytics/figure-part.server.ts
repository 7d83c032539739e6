import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { ageBand } from "./money-figures.server"

/** What the part of a figure is called above its rows: an age, a start month, or a reason as it was written. */
export function partText(of: string, part: string): string {
  if (of === "open-part") return ageBand(part)
  const [, month, step] = /^(\d{4}-\d\d)(?: (\d+))?$/.exec(part) ?? []
  if (!of.startsWith("cohort-") || !month) return part
  const started = `joined in ${formatDate(`${month}-01`, "month")}`
  return step ? `${started}, after ${countOf(Number(step), "month")}` : started
}
