import { type Topic, topics } from "~/models/foundation/notification-preferences/topics"
import { listParts } from "~/models/foundation/outbox/digest.server"
import { mailKindOf } from "~/models/foundation/outbox/mail-kinds"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import { topicTexts } from "~/texts/foundation/notification-preferences"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { greet, type Letter, type LetterItem } from "./letter"

type Written = (mail: LeasedMail) => Letter

/** A daily email: all that waited for it, under the kinds of events, each as its own email would say it. */
export function digestLetter(mail: LeasedMail, write: Written): Letter {
  const { schoolName, recipientName } = JSON.parse(mail.data) as {
    schoolName: string
    recipientName: string
  }
  const parts = listParts(mail.id).map((part) => ({
    topic: mailKindOf(part.template).topic,
    letter: write(part),
  }))
  const of = (topic: Topic) => parts.filter((part) => part.topic === topic)
  return {
    subject: `${schoolName}: ${countOf(parts.length, "update")}`,
    greeting: greet(recipientName),
    paragraphs: ["Here’s what is new since your last daily email."],
    sections: topics
      .filter((topic) => of(topic).length > 0)
      .map((topic) => ({
        title: topicTexts[topic].label,
        items: of(topic).map(({ letter }) => itemOf(letter)),
      })),
    closing: `You chose to get these once a day. Change that: ${env().APP_URL}${paths.preferences()}`,
    sender: schoolName,
  }
}

function itemOf({ subject, paragraphs, facts = [], after = [], block, button }: Letter): LetterItem {
  return {
    title: subject,
    lines: [
      ...paragraphs,
      ...facts.map(([label, value]) => `${label}: ${value}`),
      ...after,
      ...(block ? [`${block.title}:`, ...block.lines] : []),
    ],
    ...(button ? { button } : {}),
  }
}
