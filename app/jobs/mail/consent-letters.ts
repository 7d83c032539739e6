import type { MailData } from "~/models/foundation/outbox/outbox"
import { formatDate } from "~/utils/date-text"
import { env } from "~/utils/env.server"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { turnOff } from "./ways-on"

const reminderLetter = ({
  schoolName,
  recipientName,
  title,
  whose,
}: MailData["consent-reminder"]): Letter => ({
  subject: `Your answer is needed: ${title}`,
  greeting: greet(recipientName),
  paragraphs: [
    whose.length > 0
      ? `${schoolName} asks for your answer to “${title}” for ${joinNames(whose)}.`
      : `${schoolName} asks for your answer to “${title}”.`,
  ],
  button: { label: "Read and answer", url: `${env().APP_URL}${paths.studentConsents()}` },
  closing: "You can change your answer at any time.",
  sender: schoolName,
})

const stateText = ({ state, validUntil }: MailData["documents-needed"]["documents"][number]) =>
  state === "missing" || validUntil === null
    ? "Missing"
    : `${state === "expired" ? "Expired" : "Valid until"} ${formatDate(validUntil, "medium")}`

const documentsLetter = (data: MailData["documents-needed"]): Letter => {
  const { schoolName, recipientName, hasPages, isTeacher, documents } = data
  return {
    subject: `${documents.length === 1 ? "A document is" : "Documents are"} needed by ${schoolName}`,
    greeting: greet(recipientName),
    paragraphs: [
      `${schoolName} needs ${documents.length === 1 ? "this document" : "these documents"} from you.`,
    ],
    facts: documents.map((each) => [each.whose ? `${each.kind}, ${each.whose}` : each.kind, stateText(each)]),
    ...(hasPages
      ? {
          button: {
            label: "Upload a document",
            url: `${env().APP_URL}${isTeacher ? paths.teacherDocuments() : paths.familyDocuments()}`,
          },
        }
      : {}),
    closing: hasPages
      ? "You can also bring it to the school."
      : "Bring it to the school, or reply to this email.",
    sender: schoolName,
  }
}

const documentAnsweredLetter = (data: MailData["document-answered"]): Letter => {
  const { schoolName, recipientName, hasPages, isTeacher, kind, whose, isAccepted, validUntil, reason } = data
  const document = whose ? `${kind} of ${whose}` : kind
  return {
    subject: `${isAccepted ? "Document accepted" : "Document declined"}: ${kind}`,
    greeting: greet(recipientName),
    paragraphs: [
      `${schoolName} ${isAccepted ? "accepted" : "declined"} this document: ${document}.`,
      ...(reason ? [reason] : []),
    ],
    ...(validUntil ? { facts: [["Valid until", formatDate(validUntil, "medium")]] } : {}),
    ...(hasPages
      ? {
          button: {
            label: isAccepted ? "View documents" : "Upload a document",
            url: `${env().APP_URL}${isTeacher ? paths.teacherDocuments() : paths.familyDocuments()}`,
          },
        }
      : {}),
    sender: schoolName,
  }
}

/** To who asked: the office's answer to changes of a family's details. */
const changeAnsweredLetter = ({
  schoolName,
  recipientName,
  changes,
  ...data
}: MailData["change-answered"]): Letter => {
  const answered = data.isApproved ? "approved" : "declined"
  return {
    subject: `${changes.length === 1 ? "Your change was" : `${changes.length} changes were`} ${answered}: ${schoolName}`,
    greeting: greet(recipientName),
    paragraphs: [
      `${schoolName} ${answered} what you asked to change.`,
      ...(data.reason ? [data.reason] : []),
    ],
    facts: changes,
    button: { label: "View your details", url: `${env().APP_URL}${paths.studentSettings()}` },
    closing: turnOff(),
    sender: schoolName,
  }
}

/** Letters about what families agree to, and about documents that the school requires. */
export const consentLetters = {
  "consent-reminder": reminderLetter,
  "documents-needed": documentsLetter,
  "document-answered": documentAnsweredLetter,
  "change-answered": changeAnsweredLetter,
}
