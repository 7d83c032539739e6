import type { MailData } from "~/models/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

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
  closing: `You can turn this mail off: ${env().APP_URL}${paths.preferences()}`,
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
