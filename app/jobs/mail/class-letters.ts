import { classEndedParagraphs, classEndedSubject } from "~/models/foundation/outbox/class-ended"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { classChangeTitles } from "~/models/foundation/outbox/push-of-mail"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { turnOff } from "./lesson-letters"
import { greet, type Letter } from "./letter"

/** To a teacher: they teach a class beside another. */
const coTeachingLetter = (data: MailData["co-teaching"]): Letter => ({
  subject: `You’re teaching ${data.className}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `From ${data.startsOn}, you’re teaching ${data.className}${data.with ? ` with ${data.with}` : ""}. Its lessons are on your schedule, and you can take attendance.`,
  ],
  button: { label: "View schedule", url: `${env().APP_URL}${paths.teacherSchedule()}` },
  sender: data.schoolName,
})

/** Who continues in the next term; the spots are held until the family answers. */
const nextTermLetter = (data: MailData["next-term"]): Letter => ({
  subject: `${data.isReminder ? "Reminder: " : ""}${data.termName} at ${data.schoolName}: answer by ${data.answerBy}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isReminder
      ? `We don’t have your answer yet. ${data.termName} starts ${data.startsOn}, and we’re still holding these spots for you:`
      : `${data.termName} starts ${data.startsOn}. We’re holding these spots for you:`,
  ],
  facts: data.lessons,
  after: [`Tell us by ${data.answerBy} whether you continue.`],
  ...(data.hasPages
    ? { button: { label: "Confirm or decline", url: `${env().APP_URL}${paths.studentNextTerm()}` } }
    : { closing: `Reply to this email, or call ${data.schoolName}.` }),
  sender: data.schoolName,
})

/** A class, or one of its weekly times, ends, or continues after all. */
const classEndedLetter = (data: MailData["class-ended"]): Letter => ({
  subject: classEndedSubject(data),
  greeting: greet(data.recipientName),
  paragraphs: classEndedParagraphs(data),
  facts: data.studentNames.map((name): [string, string] => [name, data.className]),
  button: { label: "View schedule", url: `${env().APP_URL}${paths.studentSchedule()}` },
  sender: data.schoolName,
})

/** All coming lessons have another teacher or room. */
const classChangedLetter = (data: MailData["class-changed"]): Letter => {
  const [only, ...others] = data.lessons
  return {
    subject: `${classChangeTitles[data.what]}: ${only && others.length === 0 ? only[0] : data.schoolName}`,
    greeting: greet(data.recipientName),
    paragraphs: ["Days and times stay the same. This changes:"],
    facts: data.lessons,
    button: {
      label: "View schedule",
      url: `${env().APP_URL}${data.forTeacher ? paths.teacherSchedule() : paths.studentSchedule()}`,
    },
    closing: turnOff(),
    sender: data.schoolName,
  }
}

export const classLetters = {
  "co-teaching": coTeachingLetter,
  "next-term": nextTermLetter,
  "class-ended": classEndedLetter,
  "class-changed": classChangedLetter,
}
