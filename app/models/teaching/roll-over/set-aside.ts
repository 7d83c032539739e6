import { groupBy } from "~/utils/group-by"
import type { Taught } from "../later-teacher/later-teacher"
import type { SeatedLesson } from "./seated-lessons.server"

// What is known of single lessons changes what is to be said of a weekly time: some stay canceled, some take place on a closed
// day, and some its teacher doesn't give, or not then.

/**
 * Of the weekly times of a class, by date and start: the lesson that stays canceled there, whether one takes place in any case, and
 * whether its teacher is needed. Of the canceled lessons of weekly times, those at none that continues.
 */
export function setAside({ teacherId, later }: Taught, carried: readonly SeatedLesson[]) {
  const bySlot = groupBy(carried, (lesson) => slotOf(lesson.originalDate, lesson.originalStartTime))
  const isOnTime = (lesson: SeatedLesson) =>
    lesson.localDate === lesson.originalDate && lesson.startTime === lesson.originalStartTime
  const needsTeacher = (lesson: SeatedLesson) =>
    lesson.state === "planned" &&
    lesson.teacherId === (later && later.from <= lesson.originalDate ? later.teacherId : teacherId) &&
    isOnTime(lesson) &&
    !isDespiteLeave(lesson)
  return {
    canceledAt: (date: string, startTime: string): SeatedLesson | undefined => {
      const lessons = bySlot.get(slotOf(date, startTime))
      return lessons?.every(({ state }) => state === "cancelled") ? lessons[0] : undefined
    },
    isHeldAt: (date: string, startTime: string): boolean =>
      bySlot.get(slotOf(date, startTime))?.some(({ state }) => state === "planned") ?? false,
    needsTeacherAt: (date: string, startTime: string): boolean =>
      bySlot.get(slotOf(date, startTime))?.some(needsTeacher) ?? true,
    canceledBeside: (times: readonly { date: string; startTime: string }[]): SeatedLesson[] => {
      const slots = new Set(times.map(({ date, startTime }) => slotOf(date, startTime)))
      return carried.filter(
        ({ state, scheduleId, originalDate, originalStartTime }) =>
          state === "cancelled" && scheduleId !== null && !slots.has(slotOf(originalDate, originalStartTime)),
      )
    },
  }
}

const isDespiteLeave = ({ keptDespite }: SeatedLesson) => keptDespite?.split(" ").includes("leave") ?? false

const slotOf = (date: string, startTime: string) => `${date} ${startTime}`
