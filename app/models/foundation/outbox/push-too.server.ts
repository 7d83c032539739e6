import { inText } from "~/texts/foundation/text-of-mail"
import { now } from "~/utils/clock.server"
import { todayMs } from "../notification-preferences/quiet-hours.server"
import { queuePushes } from "../push/push-devices.server"
import { textFrom } from "../text-message/text-message"
import { queueTextsTo, soonMs, type TextInBrief } from "../text-message/text-outbox.server"
import type { MailData, MailTemplate } from "./outbox"
import { inBrief } from "./push-of-mail"

type Of = { template: MailTemplate; schoolId: string }
/** `soonestAt` is when the first lesson it is about begins, or was to begin (UTC ms). */
type Letter<Template extends MailTemplate = MailTemplate> = {
  recipient: string
  data: MailData[Template]
  soonestAt?: number
  /** When a text or notification about it would be old news (UTC ms); for a text an hour after `soonestAt` where it isn't given. */
  oldAt?: number
}

const hourMs = 3_600_000

/**
 * What mails say in brief goes to their recipients' phones, whether or not they want the mail: in a text message to those who agreed
 * to them, at once. Changes of lessons are texted when the first of them is within two days;
 * mail that a task gathers isn't texted.
 */
function textAllToo<Template extends MailTemplate>(
  { template, schoolId }: Of & { template: Template },
  letters: readonly Letter<Template>[],
  event: string,
  about: string | undefined,
) {
  const at = now()
  const briefs = letters.flatMap(
    ({ recipient, data, soonestAt, oldAt }): { reader: string; brief: TextInBrief }[] => {
      const text = inText(template, data)
      if (!text) return []
      const { isSoonOnly = false, ...brief } = text
      const isSoon = soonestAt !== undefined && soonestAt <= at + soonMs
      if (isSoonOnly && !isSoon) return []
      const timely =
        soonestAt === undefined ? {} : { expiresAt: soonestAt + hourMs, isUrgent: soonestAt <= at + todayMs }
      const lasting = oldAt === undefined ? {} : { expiresAt: oldAt }
      return [{ reader: recipient, brief: { ...timely, ...lasting, ...brief } }]
    },
  )
  queueTextsTo({ schoolId, event, about }, briefs)
}

/** What the text message of a mail says as it leaves. */
export const textedOf = (schoolName: string, data: MailData["new-message"]): string =>
  textFrom(schoolName, inText("new-message", data)?.body ?? "")

/** The conversation or invoice whose page says what became of its texts and notifications. */
function aboutOf(data: MailData[MailTemplate]): string | undefined {
  if ("conversationId" in data) return data.conversationId
  return "invoiceId" in data && typeof data.invoiceId === "string" ? data.invoiceId : undefined
}

/** What a mail says in brief goes to its recipient's devices and phone, whether or not they want the mail, at once. */
export function pushToo<Template extends MailTemplate>(
  { template, schoolId, ...letter }: { template: Template; schoolId: string | null } & Letter<Template>,
  event: string,
) {
  if (!schoolId) return
  const brief = inBrief(template, letter.data)
  const { recipient: email, soonestAt, oldAt } = letter
  const about = aboutOf(letter.data)
  if (brief) queuePushes({ schoolId, email, event, about }, { ...brief, soonestAt, oldAt })
  textAllToo({ template, schoolId }, [letter], event, about)
}
