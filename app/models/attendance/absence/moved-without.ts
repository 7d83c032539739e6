import { slotValue } from "~/models/teaching/session/clash"
import type { MovedWithout } from "~/models/teaching/session/left-out"
import { formatDate } from "~/utils/formats"
import type { AbsentLesson, Choices } from "./absence"

type Chosen = { days: { lessons: AbsentLesson[] }[]; choices: Choices }

/** The lessons of an absence that move as chosen to a day on which some of their students aren't enrolled. */
export const listMovedWithout = ({ days, choices }: Chosen): MovedWithout[] =>
  days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, title, times }) => {
      const { choice, at } = choices[id] ?? { choice: "leave" }
      const time = choice === "move" ? times.find((each) => slotValue(each) === at) : undefined
      const names = time?.leftOut.map(({ name }) => name) ?? []
      return time && names.length > 0
        ? [{ lesson: `${title}, ${formatDate(time.date, "short")}`, names }]
        : []
    })
