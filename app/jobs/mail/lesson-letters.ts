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
