import type { DemoRequestData, MailData } from "~/models/foundation/outbox/outbox"
import { demoFacts } from "~/models/platform/demo-request/demo-facts"
import type { Letter } from "./letter"

// What visitors write, sent to the people behind Tutti. A reply goes to the visitor.

const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

export const contactLetter = ({ name, email, subject, message }: MailData["contact-message"]): Letter => ({
  subject: `Contact: ${subject}`,
  greeting: `${name} wrote:`,
  paragraphs: linesOf(message),
  facts: [
    ["Name", name],
    ["Email", email],
    ["Subject", subject],
  ],
  sender: "Tutti",
  replyTo: email,
})

export const demoLetter = (request: DemoRequestData): Letter => ({
  subject: `Demo request: ${request.schoolName}`,
  greeting: `${request.fullName} requested a demo.`,
  paragraphs: linesOf(request.additionalInfo),
  facts: demoFacts(request),
  sender: "Tutti",
  replyTo: request.email,
})
