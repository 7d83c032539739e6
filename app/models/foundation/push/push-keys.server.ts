import { createECDH } from "node:crypto"
import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { pushKeys } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { seal, unseal } from "~/utils/seal.server"
import type { Actor } from "../access/actor"
import { platformAddOrChange, platformQuery, select } from "../access/door.server"

// The pair of keys that notifications are signed with. The settings may name one; else the machine that leads makes it once,
// and every machine reads it from the database. With another pair every device has to be turned on again.

type PushKeys = { publicKey: string; privateKey: string }

const purpose = "push-keys"
const onlyRow = 1

/** The installation's pair; undefined before the first start has made it. */
export function findPushKeys(): PushKeys | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env()
  if (publicKey && privateKey) return { publicKey, privateKey }
  const row = stored.get()
  const opened = row && unseal(purpose, row.sealed)
  return opened && { publicKey: row.publicKey, privateKey: opened.text }
}

const keepHasKeys = cacheUntilWrite<boolean>(500)

/** Whether a school's people can be notified. The keys are no school's, and those of the settings may be others in each process. */
export const hasPushKeys = ({ school }: Actor): boolean =>
  keepHasKeys(
    [school.id, env().OFFLINE_PAGES, env().VAPID_PUBLIC_KEY],
    () => Boolean(env().OFFLINE_PAGES) && findPushKeys() !== undefined,
  )

const stored = platformQuery(() =>
  select({ publicKey: pushKeys.publicKey, sealed: pushKeys.sealed })
    .from(pushKeys)
    .where(eq(pushKeys.id, onlyRow)),
)

/** A point of the curve that Web Push (RFC 8292) asks for, and its secret number in all its 32 bytes. */
function drawKeys(): PushKeys {
  const curve = createECDH("prime256v1")
  const publicKey = curve.generateKeys("base64url")
  return {
    publicKey,
    privateKey: Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
  }
}

/** Makes the pair where there is none, or none that can be read any more, and seals it under the newest key. */
export function makePushKeys() {
  transact(() => {
    const row = stored.get()
    if (env().VAPID_PUBLIC_KEY || (row && unseal(purpose, row.sealed)?.isNewest)) return
    const { publicKey, privateKey } = findPushKeys() ?? drawKeys()
    const pair = { publicKey, sealed: seal(purpose, privateKey), createdAt: now() }
    platformAddOrChange(pushKeys, { id: onlyRow, ...pair }, { as: [pushKeys.id], to: pair })
  })
}
