import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import { select } from "~/models/foundation/access/door.server"
import { comesFromSchool } from "~/models/foundation/outbox/mail-kinds"

// From whom a mail comes. Mail about a school's families comes in the school's name, from the platform's address, and
// answers go to the school.

/** Readers of mail show fewer. */
const longestName = 100

type Sender = { from: string; replyTo?: string }

/**
 * The From line of a queued mail and where its answers go, when not to us.
 * @param platform the platform's own From line: an address, or a name and <an address>
 */
export function senderOf(mail: { template: string; schoolId: string | null }, platform: string): Sender {
  if (!mail.schoolId || !comesFromSchool(mail.template)) return { from: platform }
  const school = select({ name: schools.name, email: schools.email })
    .from(schools)
    .where(eq(schools.id, mail.schoolId))
    .get()
  if (!school) return { from: platform }
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(platform) ?? [undefined, "", platform]
  const via = name?.trim().replace(/^"(.*)"$/, "$1") || "Tutti"
  return {
    from: `${quoted(`${school.name.slice(0, longestName)} via ${via}`)} <${address}>`,
    ...(school.email ? { replyTo: school.email } : {}),
  }
}

/** A display name as a quoted string (RFC 5322): on one line, without what ends it or an address. */
export function quoted(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[<>]/g, "")
    .trim()

  return `"${plain.replace(/[\\"]/g, "\\$&")}"`
}
