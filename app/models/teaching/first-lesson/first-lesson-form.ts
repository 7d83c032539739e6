import { z } from "zod"
import { amount, chosenKey, day, exampleAmount, time } from "~/utils/form-text"
import { longestSession } from "../session/session"
import { endsByMidnight, isPastMidnight } from "../session/within-day"

const minutesMessage = `Enter a length from 5 to ${longestSession} minutes.`

/** The weekly lesson that a new student may begin with. Without a day and a start it is scheduled later. */
export const FirstLessonForm = z.object({
  lesson: z
    .object({
      weekday: z.coerce
        .number({ error: "Choose a day." })
        .int("Choose a day.")
        .min(1, "Choose a day.")
        .max(7, "Choose a day.")
        .optional(),
      startTime: time("Enter a start time.").optional(),
      minutes: z.coerce
        .number({ error: minutesMessage })
        .int(minutesMessage)
        .min(5, minutesMessage)
        .max(longestSession, minutesMessage)
        .default(45),
      startsOn: day("Enter the first day.").optional(),
      teacherId: chosenKey.optional(),
      amount: amount(() => `Enter an amount, for example ${exampleAmount(3250)}.`).optional(),
    })
    .superRefine(({ weekday, startTime, minutes }, context) => {
      const report = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message })
      if (weekday && !startTime) report("startTime", "Enter a start time.")
      if (startTime && !weekday) report("weekday", "Choose a day.")
      if (startTime && isPastMidnight(startTime, minutes)) report("startTime", endsByMidnight)
    })
    .optional(),
})
export type FirstLessonForm = z.output<typeof FirstLessonForm>
export type FirstLessonFields = z.input<typeof FirstLessonForm>
