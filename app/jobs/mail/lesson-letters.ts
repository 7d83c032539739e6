import type { MailData, SessionChange } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

const turnOff = () => `You can turn this mail off: ${env().APP_URL}${paths.preferences()}`

const changeTexts: Record<SessionChange, { one: string; several: string; says: string }> = {
  moved: { one: "A lesson moves", several: "Lessons move", says: "is at another time or place" },
  cancelled: { one: "A lesson is cancelled", several: "Lessons are cancelled", says: "does not take place" },
  restored: {
    one: "A lesson takes place after all",
    several: "Lessons take place after all",
    says: "takes place",
  },
  booked: { one: "A make-up lesson is booked", several: "Make-up lessons are booked", says: "was booked" },
}

/** A lesson that is to come has changed. */
export const sessionChangedLetter = (data: MailData["session-changed"]): Letter => {
  const { one, several, says } = changeTexts[data.change]
  const isOne = data.lessons.length === 1
  return {
    subject: `${isOne ? one : several}: ${isOne ? data.lessons[0]?.[0] : data.schoolName}`,
    greeting: `Hello ${data.recipientName},`,
    paragraphs: [
      isOne ? `This lesson ${says}:` : `${several}:`,
      ...(data.reason ? [`Why: ${data.reason}`] : []),
    ],
    facts: data.lessons,
    button: {
      label: "Your schedule",
      url: `${env().APP_URL}${data.forTeacher ? paths.teacherSchedule() : paths.studentSchedule()}`,
    },
    closing: turnOff(),
    sender: data.schoolName,
  }
}

/** Someone cannot come, for who teaches. */
export const absenceNoticedLetter = (data: MailData["absence-noticed"]): Letter => ({
  subject: `${data.studentName} ${data.comes ? "comes after all" : "cannot come"}: ${data.when}`,
  greeting: `Hello ${data.recipientName},`,
  paragraphs: [
    `${data.studentName} ${data.comes ? "comes after all" : "cannot come"} on ${data.when}, ${data.className}.`,
    ...(data.text ? [`“${data.text}”`] : []),
  ],
  button: { label: "Your schedule", url: `${env().APP_URL}${paths.teacherSchedule()}` },
  closing: turnOff(),
  sender: data.schoolName,
})

/** The lessons of the next day, for a family or a teacher. */
export const lessonsTomorrowLetter = (data: MailData["lessons-tomorrow"]): Letter => ({
  subject: `${data.lessons.length === 1 ? "A lesson" : `${data.lessons.length} lessons`} tomorrow at ${data.schoolName}`,
  greeting: `Hello ${data.recipientName},`,
  paragraphs: [`On ${data.day}:`],
  facts: data.lessons,
  button: {
    label: data.forTeacher ? "Your day" : "Your family pages",
    url: `${env().APP_URL}${data.forTeacher ? paths.teacherHome() : paths.studentHome()}`,
  },
  closing: turnOff(),
  sender: data.schoolName,
})

/** A place in a class, for a student who waits for it. */
export const placeOfferedLetter = (data: MailData["place-offered"]): Letter => ({
  subject: `A place for ${data.studentName} in ${data.className}`,
  greeting: `Hello ${data.recipientName},`,
  paragraphs: [
    `${data.studentName} waited for ${data.className}: now a place is free. It is kept until ${data.until}; then the next in line is asked.`,
  ],
  facts: [["When it meets", data.times]],
  ...(data.hasPages
    ? { button: { label: "Take the place, or decline", url: `${env().APP_URL}${paths.studentPlaces()}` } }
    : { closing: `Tell ${data.schoolName} whether you take it.` }),
  sender: data.schoolName,
})
