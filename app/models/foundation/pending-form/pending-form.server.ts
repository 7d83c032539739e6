import { randomBytes } from "node:crypto"
import { transact, withoutWriting } from "db/client.server"
import { keptForms } from "db/schema/foundation"
import { and, desc, eq, gt, inArray, lte } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { hashOf } from "~/utils/ids.server"
import { seal, unseal } from "~/utils/seal.server"
import { platformAdd, platformRemove, select } from "../access/door.server"

// A kept form: what a person sent when their sign-in had ended, shown to them again after they log in. It is sealed under a
// token that only their browser holds, is good for half an hour, and is found only for the member who filled it in. Nothing
// in it is ever carried out: it is answered without writing.

export const pendingFormLifetimeMs = 30 * 60_000
/** More of one person's forms are not kept at a time; the oldest goes. */
const mostPerHolder = 5

export type PendingForm = {
  /** Path and query of the page that answers the form. */
  address: string
  /** Path and query of the page it was on, when that is known. */
  page: string | null
  fields: [name: string, value: string][]
}

const purpose = (token: string) => `kept-form:${token}`

/** Keeps a form for its holder. Returns the token that opens it, for the browser's cookie. */
export function keepForm(holder: string, form: PendingForm): string {
  const token = randomBytes(32).toString("base64url")
  const at = now()
  transact(() => {
    const older = select({ tokenHash: keptForms.tokenHash })
      .from(keptForms)
      .where(eq(keptForms.holder, holder))
      .orderBy(desc(keptForms.createdAt))
      .all()
      .slice(mostPerHolder - 1)
      .map(({ tokenHash }) => tokenHash)
    platformRemove(keptForms, inArray(keptForms.tokenHash, older))
    platformAdd(keptForms, {
      tokenHash: hashOf(token),
      holder,
      sealed: seal(purpose(token), JSON.stringify(form)),
      createdAt: at,
      expiresAt: at + pendingFormLifetimeMs,
    })
  })
  return token
}

/** The form behind a token, for the member who filled it in and no one else. */
export function findPendingForm(token: string, holder: string): PendingForm | undefined {
  const row = select({ sealed: keptForms.sealed })
    .from(keptForms)
    .where(
      and(
        eq(keptForms.tokenHash, hashOf(token)),
        eq(keptForms.holder, holder),
        gt(keptForms.expiresAt, now()),
      ),
    )
    .get()
  const opened = row && unseal(purpose(token), row.sealed)
  return opened && (JSON.parse(opened.text) as PendingForm)
}

/** Takes a form out of what is kept, for its holder: whether it was still there. Of two who ask at once, one has it. */
export const takePendingForm = (token: string, holder: string): boolean =>
  platformRemove(keptForms, and(eq(keptForms.tokenHash, hashOf(token)), eq(keptForms.holder, holder))) > 0

/** Deletes what is kept for a person in the browser that holds these tokens: when they log out there. */
export function forgetPendingForms(holder: string, tokens: readonly string[]) {
  platformRemove(
    keptForms,
    and(eq(keptForms.holder, holder), inArray(keptForms.tokenHash, tokens.map(hashOf))),
  )
}

export function forgetExpiredPendingForms() {
  platformRemove(keptForms, lte(keptForms.expiresAt, now()))
}

/** Lets a kept form be answered while the database refuses every write. */
export const answerWithoutWriting = <Answer>(answer: () => Answer): Answer => withoutWriting(answer)
