import type { MailData, MailTemplate } from "~/models/foundation/outbox/outbox"
import { inBrief } from "~/models/foundation/outbox/push-of-mail"
import type { TextTopic } from "~/models/foundation/text-message/text-message"
import { countOf } from "~/utils/formats"

/** What a mail says to someone who gets texts: at most two lessons, one line each. */
type InText = {
  topic: TextTopic
  body: string
  isSoonOnly?: boolean
  isUrgent?: boolean
  conversationId?: string
  messageId?: string
}

type Texts = { [Template in MailTemplate]?: (data: MailData[Template]) => InText | null }

const mostLessons = 2

/** "Wed, Nov 25, 4:00 PM: Otis Haddad, guitar. And 3 more." */
function lessonLines(lessons: readonly [string, string][]): string {
  const lines = lessons
    .slice(0, mostLessons)
    .map(([when, text]) => `${when}: ${text}${/[.!?]$/.test(text) ? "" : "."}`)
  const more = lessons.length - lines.length
  return [...lines, ...(more > 0 ? [`And ${countOf(more, "more lesson")}.`] : [])].join(" ")
}

/** The mails that come as text messages, too, to those who agreed to them. */
const texts: Texts = {
  "session-changed": (data) => ({
    topic: "changes",
    body: `${inBrief("session-changed", data)?.title}. ${lessonLines(data.lessons)}${data.reason ? ` ${data.reason}` : ""}`,
    isSoonOnly: true,
  }),
  "lessons-arranged": ({ audience, isUndone, teacherName, lessons }) =>
    audience === "away"
      ? null
      : {
          topic: "changes",
          body: `${isUndone ? "Back to the original plan" : audience === "substitute" ? `You’re substituting for ${teacherName}` : `${teacherName} is away`}. ${lessonLines(lessons)}`,
          isSoonOnly: true,
        },
  "lessons-tomorrow": ({ day, lessons, isAhead }) => ({
    topic: "lessons",
    body: `${isAhead ? "On" : "Tomorrow,"} ${day}. ${lessonLines(lessons)}`,
  }),
  "invoice-reminder": ({ number, open, installmentDue, dueOn, isOverdue }) =>
    isOverdue
      ? {
          topic: "invoices",
          body: `Invoice ${number} was due on ${dueOn}. ${installmentDue ?? open} is still due. Our email says how to pay. Already paid? Disregard this.`,
        }
      : null,
  "running-late": ({ teacherName, lesson, time, minutes }) => ({
    topic: "changes",
    body: `${teacherName} is running about ${minutes} minutes late for ${lesson} at ${time} today.`,
    isUrgent: true,
  }),
  "new-message": ({ authorName, body, conversationId, messageId, byText, joins }) =>
    byText
      ? {
          topic: "messages",
          body: `${authorName}: ${body}`,
          ...(joins ? { conversationId } : {}),
          ...(messageId ? { messageId } : {}),
        }
      : null,
}

export function inText<Template extends MailTemplate>(
  template: Template,
  data: MailData[Template],
): InText | null {
  const text: Texts[Template] = texts[template]
  return text?.(data) ?? null
}
