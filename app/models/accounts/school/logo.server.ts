import { randomUUID } from "node:crypto"
import { transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { and, eq } from "drizzle-orm"
import { admitUpload } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, type Params, platformQuery, remove, select } from "~/models/foundation/access/door.server"
import { fileStore } from "~/providers/files/file-store.server"
import type { LogoRefusal } from "~/texts/accounts/refusals"
import { reencodeLogo } from "~/utils/image.server"
import type { Result } from "~/utils/result"
import { largestLogo, logoGround, logoSize, usualAccent } from "./logo"
import { changeSettings, findSchoolSettings } from "./school-settings.server"

/** Keeps the color of emails; ours is kept as none. */
export const changeAccent = (actor: Actor, color: string) =>
  changeSettings(actor, "logo", { accentColor: color === usualAccent ? null : color })

/** Keeps the logo, a PNG of ours, in place of an earlier one. Its bytes are on the disk before its row exists. */
export async function storeLogo(actor: Actor, bytes: Uint8Array): Promise<Result<void, LogoRefusal>> {
  if (bytes.length > largestLogo) return { ok: false, reason: "too-large" }
  const image = await reencodeLogo(bytes, { ...logoSize, ground: logoGround })
  if (!image.ok) return image
  const admitted = await admitUpload(actor, "files", image.bytes.length)
  if (!admitted.ok) return admitted
  const id = randomUUID()
  await fileStore().keep(id, image.bytes)
  const { contentType, width, height } = image
  transact(() => {
    forgetLogo(actor)
    add(actor, files, {
      id,
      userId: null,
      purpose: "logo",
      byteSize: image.bytes.length,
      ...{ contentType, width, height },
    })
    changeSettings(actor, "logo", { logoId: id })
  })
  return { ok: true }
}

/** Removes it; the bytes go with the next round of the file store. False where there is none. */
export const removeLogo = (actor: Actor): boolean =>
  transact(() => {
    if (findSchoolSettings(actor).logoId === null) return false
    forgetLogo(actor)
    changeSettings(actor, "logo", { logoId: null })
    return true
  })

const forgetLogo = (actor: Actor) => remove(actor, files, eq(files.purpose, "logo"))

const logoQuery = platformQuery((p: Params<{ id: string }>) =>
  select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, p.id), eq(files.purpose, "logo"))),
)

/** The logo's bytes for whoever has its address: it is on papers and pages that strangers see. */
export async function readLogo(id: string | null): Promise<Buffer | undefined> {
  return id && id.length <= 64 && logoQuery.get({ id }) ? fileStore().read(id) : undefined
}
