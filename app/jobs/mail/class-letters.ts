import { classEndedParagraphs, classEndedSubject } from "~/models/foundation/outbox/class-ended"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { classChangeTitles } from "~/models/foundation/outbox/push-of-mail"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { type Reached, wayOn, wayOnOrOff } from "./ways-on"

/** To a teacher: they teach a class beside another. */
const coTeachingLetter = (data: MailData["co-teaching"] & Reached): Letter => ({
  subject: `You’re teaching ${data.className}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `From ${data.startsOn}, you’re teaching ${data.className}. Its lessons are on your schedule, and you can take attendance.`,
  ],
  ...(data.with ? { facts: [["Also teaching", data.with] satisfies [string, string]] } : {}),
  ...wayOn(data, { label: "View schedule", path: paths.teacherSchedule() }),
  sender: data.schoolName,
})

/** Who continues in the next term; the spots are held until the family answers. */
const nextTermLetter = (data: MailData["next-term"] & Reached): Letter => ({
  subject: `${data.isReminder ? "Reminder: " : ""}${data.termName} at ${data.schoolName}: answer by ${data.answerBy}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isReminder
      ? `We don’t have your answer yet. ${data.termName} starts ${data.startsOn}, and we’re still holding these spots for you:`
      : `${data.termName} starts ${data.startsOn}. We’re holding these spots for you:`,
  ],
  facts: data.lessons,
  after: [`Tell us by ${data.answerBy} whether you continue.`],
  ...wayOn(data, { label: "Confirm or decline", path: paths.studentNextTerm() }, { instead: "" }),
  sender: data.schoolName,
})

/** A class, or one of its weekly times, ends, or continues after all. */
const classEndedLetter = (data: MailData["class-ended"] & Reached): Letter => ({
  subject: classEndedSubject(data),
  greeting: greet(data.recipientName),
  paragraphs: classEndedParagraphs(data),
  facts: data.studentNames.map((name): [string, string] => [name, data.className]),
  ...wayOn(data, { label: "View schedule", path: paths.studentSchedule() }),
  sender: data.schoolName,
})

/** All coming lessons have another teacher or room. */
const classChangedLetter = (data: MailData["class-changed"] & Reached): Letter => {
  const [only, ...others] = data.lessons
  return {
    subject: `${classChangeTitles[data.what]}: ${only && others.length === 0 ? only[0] : data.schoolName}`,
    greeting: greet(data.recipientName),
    paragraphs: ["Days and times stay the same. This changes:"],
    facts: data.lessons,
    ...wayOnOrOff(data, {
      label: "View schedule",
      path: data.forTeacher ? paths.teacherSchedule() : paths.studentSchedule(),
    }),
    sender: data.schoolName,
  }
}

export const classLetters = {
  "co-teaching": coTeachingLetter,
  "next-term": nextTermLetter,
  "class-ended": classEndedLetter,
  "class-changed": classChangedLetter,
}
