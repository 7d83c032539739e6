import { isPhoneRecipient } from "../text-message/phone-recipient"
import type { Reach } from "./bounce"
import { findBounces, listBounced } from "./bounce.server"
import { listUnwanting } from "./mail-wish.server"
import type { MailTemplate } from "./outbox"

export type Addressed = { name: string; email: string | null }
type About = { template: MailTemplate; schoolId: string }

/** Whom a mail of a template leaves for, of these people, and why it doesn't for the others; each is named once. */
export function reachOf(about: About, people: readonly Addressed[]): Reach {
  const writtenTo = people.filter(({ email }) => !isPhoneRecipient(email ?? ""))
  const each = [...new Map(writtenTo.map((person) => [person.email || ` ${person.name}`, person])).values()]
  const blocked = new Set(listBounced(each))
  const unwanting = listUnwanting(
    about,
    each.flatMap(({ email }) => email || []),
  )
  const reach: Reach = { reached: [], returned: [], withoutEmail: [], unwanting: [] }
  for (const person of each) {
    const { name, email } = person
    if (!email) reach.withoutEmail.push(name)
    else if (unwanting.has(email)) reach.unwanting.push(name)
    else reach[blocked.has(person) ? "returned" : "reached"].push(name)
  }
  return reach
}

/** Those of these addresses that a mail of a template doesn't leave for: they turned it off, emails come back, or it is a phone. */
export function listUnreached(about: About, recipients: readonly string[]): ReadonlySet<string> {
  const returned = findBounces(recipients)
  return new Set([
    ...listUnwanting(about, recipients),
    ...recipients.filter(
      (recipient) => isPhoneRecipient(recipient) || returned.has(recipient.trim().toLowerCase()),
    ),
  ])
}
