import type { Ask, FormAudience, FormPurpose } from "~/models/people/enrollment-form/enrollment-form"
import { type NumbersBy, type NumbersGroup, sourceLabel } from "~/models/people/inquiry/inquiry"
import { daysAtOnce } from "~/models/teaching/offer/offer"
import { mostTrials } from "~/models/teaching/trial-lesson/trial-times"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"

// What people read of the forms of a school's public page.

export const formPurposeLabels: Record<FormPurpose, string> = {
  any: "Visitors choose",
  lessons: "Private lessons",
  class: "A class",
  trial: "A trial lesson",
  waiting: "The waiting list of a class",
  camp: "A camp",
}

export const formAudienceLabels: Record<FormAudience, string> = {
  any: "Anyone",
  child: "Children",
  self: "Those over 18",
}

/** A question, as the office reads it. */
export const askLabels: Record<Ask, string> = {
  birthDate: "Birth date",
  phone: "Phone",
  homeAddress: "Home address",
  emergencyContact: "Emergency contact",
  instrument: "Instrument",
  level: "Level",
  times: "Days and times that suit them",
  message: "Message",
  source: "How they heard of you",
}

/** What is said beside a question that is required and has no answer. */
export const neededAnswers: Record<Ask | "time", string> = {
  time: "Choose a time.",
  birthDate: "Enter the student’s birth date.",
  phone: "Enter your phone number.",
  homeAddress: "Enter your home address.",
  emergencyContact: "Enter whom to call in an emergency.",
  instrument: "Choose an instrument.",
  level: "Choose a level.",
  times: "Choose at least one time.",
  message: "Enter a message.",
  source: "Choose how you heard of us.",
}

/** What a form no longer asks, as whoever answered it calls it. */
const leftAnswers: Record<Ask | "time" | "class", string> = {
  time: "a time",
  class: "a class",
  birthDate: "a birth date",
  phone: "a phone number",
  homeAddress: "an address",
  emergencyContact: "an emergency contact",
  instrument: "an instrument",
  level: "a level",
  times: "days and times",
  message: "a message",
  source: "how you heard of the school",
}

/** Said of answers to questions that a form asked when it was opened. An own question that is gone has no name. */
export const noLongerAsked = (left: readonly (keyof typeof leftAnswers | { name: string | null })[]) =>
  `The school has changed this form while you filled it in. It doesn’t ask for ${joinNames(
    left.map((each) =>
      typeof each === "string" ? leftAnswers[each] : each.name ? `“${each.name}”` : "another answer of yours",
    ),
  )} anymore. Check the rest, then send it again.`

/** Said beside the times when the one chosen isn’t open anymore. */
export const timeTaken = "This time isn’t open anymore. Choose another."
export const noTimesLeft =
  "No times are open right now. Send your request without one, and the school suggests a time."

/** Said where a request is confirmed that asks for a spot which its form offers. */
export const spotIsHeld = `If a spot is still free, we hold it for you for ${daysAtOnce} days, and the next page offers it.`

/** Said above the button of a form that offers the spot. `deposit` is an amount as people read it. */
export const spotNote = (deposit: string | null): string =>
  `Once you’ve confirmed your email, a free spot is held for you for ${daysAtOnce} days and you can accept it right away.${deposit ? ` Then you pay a deposit of ${deposit}.` : ""}`

/** Said above a form for a class that has none to choose. */
export const noClassesLeft: Partial<Record<FormPurpose, string>> = {
  class: "No class has free spots right now. Send your request without one, and the school answers.",
  waiting: "No class is full right now. Send your request, and the school tells you which has a spot.",
}

/** Said where one person holds as many trial lessons as they can. */
export const tooManyTrials = `You have ${mostTrials} trial lessons to come. Cancel one with the link in its email, or send your request without a time.`
export const trialPriceChanged = "The price has changed. Read it again before you book."

export const numbersByLabels: Record<NumbersBy, string> = {
  source: "Source",
  campaign: "Campaign",
  form: "Form",
  teacher: "Teacher",
  instrument: "Instrument",
}

/** What stands for those of whom it isn’t known. */
const withoutLabels: Record<NumbersBy, string> = {
  source: "Not asked",
  campaign: "No campaign",
  form: "Before there were forms",
  teacher: "No trial lesson",
  instrument: "None chosen",
}

/** How one row of the numbers is called. */
export const groupLabel = ({ by, name }: NumbersGroup): string =>
  name === null ? withoutLabels[by] : by === "source" ? sourceLabel(name) : name

/** "40 minutes", "5 hours", "3 days": rounded up. */
export function waitedText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  if (minutes < 90) return countOf(minutes, "minute")
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.ceil(hours / 24), "day")
}
