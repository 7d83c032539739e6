import { z } from "zod"
import { act, intent } from "~/http/intents.server"
import { birthdayChoices, chooseReminderTimes } from "~/models/accounts/school/reminder-times.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  chooseForSchool,
  chooseOwn,
  forgetOwnChoices,
} from "~/models/foundation/notification-preferences/choices.server"
import {
  chooseOwnHours,
  chooseSchoolHours,
  forgetOwnHours,
} from "~/models/foundation/notification-preferences/quiet-hours.server"
import {
  choicesFor,
  type Grid,
  hasChannel,
  topics,
} from "~/models/foundation/notification-preferences/topics"
import { reminderTimeRefusals } from "~/texts/accounts/refusals"
import { time, wholeNumber } from "~/utils/form-text"
import { formatTime } from "~/utils/formats"

const emailChoices = Object.fromEntries(
  topics.map((topic) => [
    topic,
    z.enum(choicesFor(topic, "email"), "Choose when these emails come.").optional(),
  ]),
)
// What a browser can't send of the other columns is left as it is.
const ticked = z.array(z.string().max(40)).max(40).default([]).catch([])

/** A grid of events and channels: a select for each email, ticks of the other columns that were shown. */
const GridForm = z
  .object({
    email: z.object(emailChoices, "Choose when these emails come.").default({}),
    text: ticked,
    push: ticked,
    columns: z.string().max(40).default("").catch(""),
  })
  .transform(({ email, columns: shown, ...ticks }): Grid => {
    const columns = shown.split(" ")
    const cellsOf = (topic: (typeof topics)[number]) => {
      const ways: Grid[typeof topic] = {}
      const chosen = email[topic]
      if (chosen && columns.includes("email")) ways.email = chosen
      for (const channel of ["text", "push"] as const)
        if (columns.includes(channel) && hasChannel(topic, channel))
          ways[channel] = ticks[channel].includes(topic) ? "now" : "off"
      return ways
    }
    return Object.fromEntries(topics.map((topic) => [topic, cellsOf(topic)]))
  })

const HoursForm = z.object({
  startsAt: time("Enter when quiet hours begin."),
  endsAt: time("Enter when quiet hours end."),
  dailyAt: time("Enter when the daily email leaves."),
})

/** The work that sends them looks each half hour: what comes later would find the day over. */
const latest = "23:00"
const sendingTime = (missing: string) =>
  time(missing).refine((at) => at <= latest, { error: () => `Enter a time up to ${formatTime(latest)}.` })

const TimesForm = z.object({
  lessonReminderDays: wholeNumber(1, 7, "Enter a number of days from 1 to 7."),
  lessonReminderAt: sendingTime("Enter when lesson reminders leave."),
  missingEveningAt: sendingTime("Enter a time in the evening.").refine(
    (at) => at >= "12:00",
    "Enter a time from noon on.",
  ),
  missingMorningAt: sendingTime("Enter a time in the morning."),
  creditWarningAt: sendingTime("Enter when these emails leave."),
  birthdayAt: sendingTime("Enter when birthday emails leave."),
  birthdayEmails: z.enum(birthdayChoices, { error: () => "Choose who gets birthday emails." }),
})

/** What the person is told of, on which channel and when. */
export const ownNotificationIntents = (actor: Actor) => ({
  mail: intent({
    schema: GridForm,
    run: (grid) => ({ changed: chooseOwn(actor, grid) }),
    saved: ({ changed }) => (changed > 0 ? "Notifications saved." : "No changes to save."),
  }),
  "told-as-school": act({
    run: () => forgetOwnChoices(actor),
    saved: "Your school’s choices apply to you again.",
  }),
  "told-hours": intent({
    schema: HoursForm,
    run: (hours) => chooseOwnHours(actor, hours),
    saved: "Quiet hours saved.",
  }),
  "hours-as-school": act({
    run: () => forgetOwnHours(actor),
    saved: "Your school’s hours apply to you again.",
  }),
})

/** The same for all who chose nothing. */
export const schoolNotificationIntents = (actor: Actor) => ({
  told: intent({
    schema: GridForm,
    run: (grid) => ({ changed: chooseForSchool(actor, grid) }),
    saved: ({ changed }) => (changed > 0 ? "Notifications saved." : "No changes to save."),
  }),
  "told-hours": intent({
    schema: HoursForm,
    run: (hours) => chooseSchoolHours(actor, hours),
    refusals: { reminders: reminderTimeRefusals.reminders, birthdays: reminderTimeRefusals.birthdays },
    field: "startsAt",
    saved: "Quiet hours saved.",
  }),
  "reminder-times": intent({
    schema: TimesForm,
    run: (times) => chooseReminderTimes(actor, times),
    refusals: { quiet: reminderTimeRefusals.quiet },
    saved: ({ changed }) => (changed ? "Times of reminders saved." : "No changes to save."),
  }),
})
