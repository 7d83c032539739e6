import type { Lane, WeekDay } from "~/models/teaching/session/week"

export type WeekFacts = {
  columns: number
  firstHour: number
  hours: string[]
  lanes: Lane[]
  days: WeekDay[]
}
