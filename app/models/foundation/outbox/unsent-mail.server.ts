import { emails } from "db/schema/foundation-mail"
import { and, eq, gt, inArray, or, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { platformRemove, select } from "../access/door.server"
import { takePushesBack } from "../push/push-devices.server"
import { addToMails } from "./gather-mail.server"
import type { MailData, MailTemplate } from "./outbox"
import { longestHoldMs } from "./outbox.server"
import { rewordPushes } from "./push-too.server"

// Mail that was gathered for something and hasn't left can still say something else, or nothing.

type Unsent<Template extends MailTemplate> = { recipient: string; data: MailData[Template] }

const gatheredFor = (schoolId: string, key: string) =>
  and(eq(emails.schoolId, schoolId), eq(emails.gatheredFor, key))

const isHeld = () =>
  or(
    eq(emails.state, "gathered"),
    and(inArray(emails.state, ["queued", "withheld"]), gt(emails.dueAt, now())),
  )
const hasNotLeft = (isDueToo: boolean) =>
  and(isDueToo ? or(isHeld(), eq(emails.state, "queued")) : isHeld(), eq(emails.attempts, 0))

/**
 * Changes the mails of a school that were gathered for something and haven't left; those for which `change` answers null are
 * discarded with their notifications, and those of the others follow them. With `isDueToo` also those that wait in a backlog,
 * whose notifications may have left. Answers the discarded as they were, and the others as they are.
 */
export function changeUnsent<Template extends MailTemplate>(
  schoolId: string,
  key: string,
  change: (data: MailData[Template], recipient: string) => MailData[Template] | null,
  { isDueToo = false }: { isDueToo?: boolean } = {},
): { discarded: Unsent<Template>[]; left: Unsent<Template>[] } {
  const found = select({
    id: emails.id,
    template: emails.template,
    recipient: emails.recipient,
    data: emails.data,
    state: emails.state,
    dueAt: emails.dueAt,
  })
    .from(emails)
    .where(and(gatheredFor(schoolId, key), hasNotLeft(isDueToo)))
    .all()
    .map((row) => {
      const data = JSON.parse(row.data) as MailData[Template]
      return { ...row, data, text: row.data, next: change(data, row.recipient) }
    })
  const gone = found.filter(({ next }) => next === null)
  platformRemove(
    emails,
    sql`${emails.id} in (select value from json_each(${JSON.stringify(gone.map(({ id }) => id))}))`,
  )
  const goneTo = gone.map(({ recipient }) => recipient)
  takePushesBack(schoolId, key, goneTo)
  const left = found.flatMap(({ next, ...row }) => (next ? [{ ...row, next }] : []))
  const changed = left.filter(({ next, text }) => JSON.stringify(next) !== text)
  addToMails(new Map(changed.map(({ id, next }) => [id, next])))
  const released = now() + longestHoldMs
  const letters = changed.map(({ next, state, dueAt, template, recipient }) => ({
    template: template as Template,
    recipient,
    data: next,
    dueAt: state === "gathered" ? released : dueAt,
  }))
  const together = groupBy(letters, ({ template, dueAt }) => `${template} ${dueAt}`)
  for (const [, [first, ...others]] of together)
    if (first) rewordPushes({ template: first.template, schoolId }, [first, ...others], key, first.dueAt)
  return {
    discarded: gone.map(({ recipient, data }) => ({ recipient, data })),
    left: left.map(({ recipient, next }) => ({ recipient, data: next })),
  }
}

/** All mails gathered for something that weren't discarded. */
export const listGathered = <Template extends MailTemplate>(
  schoolId: string,
  key: string,
): Unsent<Template>[] =>
  select({ recipient: emails.recipient, data: emails.data })
    .from(emails)
    .where(gatheredFor(schoolId, key))
    .all()
    .map(({ recipient, data }) => ({ recipient, data: JSON.parse(data) as MailData[Template] }))
