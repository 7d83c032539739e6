import { randomInt } from "node:crypto"
import { transact } from "db/client.server"
import { recoveryCodes, secondFactors } from "db/schema/accounts"
import { and, eq, gt, inArray, isNotNull, isNull, lt } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import {
  platformAdd,
  platformAddOrChange,
  platformChange,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { seal, storedHashes, unseal } from "~/utils/seal.server"
import { endOtherSignIns } from "../sign-in/own-sign-ins.server"
import { hasSecondFactor } from "../sign-in/second-factor-state.server"
import { findUser, isUnproven } from "../user/user.server"

// Two-factor login: codes of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds), and recovery codes for when
// the phone is lost. A code opens once: its step is kept. The secret is sealed; of recovery codes only a hash is kept.

const purpose = "second-factor"
const period = 30
/** A phone's clock may be this many steps off. */
const window = 1
const recoveryCodeCount = 10
/** A secret that no one confirmed is shown no longer than this. */
const enrolmentMs = 15 * 60_000
/** Letters and digits that no one mistakes for another when copying them from paper: 16 of them hold some 79 bits. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789"

/**
 * Makes a new secret for someone who has no second factor yet; it counts only once a code has confirmed it. Refuses an
 * account whose address is not proven: with someone else's address it would keep the owner out.
 */
export function beginSecondFactor(userId: string): Result<void, "already-on" | "unproven"> {
  return transact(() => {
    if (hasUnprovenAddress(userId)) return { ok: false, reason: "unproven" }
    if (hasSecondFactor(userId)) return { ok: false, reason: "already-on" }
    const fresh = {
      sealedSecret: seal(purpose, new Secret({ size: 20 }).base32),
      lastStep: 0,
      createdAt: now(),
    }
    platformAddOrChange(
      secondFactors,
      { userId, confirmedAt: null, ...fresh },
      { as: [secondFactors.userId], to: fresh },
    )
    return { ok: true }
  })
}

/** What an authenticator app needs, while the secret waits to be confirmed: to scan, and to type by hand. */
export function findOpenEnrolment(userId: string): { address: string; secret: string } | undefined {
  const row = findUnconfirmed(userId)
  const user = row && findUser(userId)
  const totp = user && totpOf(row.sealedSecret, user.email ?? user.username ?? user.name)
  if (!totp) return undefined
  return {
    address: totp.toString(),
    secret: (totp.secret.base32.match(/.{1,4}/g) ?? []).join(" "),
  }
}

/**
 * Turns the second factor on with a first code, ends every other sign-in and answers the recovery codes, which are
 * shown this once.
 */
export function confirmSecondFactor(
  userId: string,
  code: string,
  keepSignInId: string,
): Result<{ recoveryCodes: string[] }, "wrong-code" | "not-begun"> {
  return transact(() => {
    const row = hasUnprovenAddress(userId) ? undefined : findUnconfirmed(userId)
    if (!row) return { ok: false, reason: "not-begun" }
    const step = stepOf(row.sealedSecret, code)
    if (step === undefined) return { ok: false, reason: "wrong-code" }
    platformChange(secondFactors, eq(secondFactors.userId, userId), { confirmedAt: now(), lastStep: step })
    endOtherSignIns(userId, keepSignInId)
    tell(userId, "on")
    return { ok: true, recoveryCodes: replaceRecoveryCodes(userId) }
  })
}

/** Whether this is a code of the person's app that was not used before, or an unused recovery code; uses it up. */
export function acceptCode(userId: string, entered: { code?: string; recoveryCode?: string }): boolean {
  return transact(() => {
    if (entered.recoveryCode) return acceptRecoveryCode(userId, entered.recoveryCode)
    const row = select()
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
      .get()
    const step = row && entered.code ? stepOf(row.sealedSecret, entered.code) : undefined
    if (step === undefined) return false
    const used = platformChange(
      secondFactors,
      and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)),
      { lastStep: step },
    )
    resealed(userId)
    return used === 1
  })
}

/** Whether the person's secret can be read: not when it was sealed under a key that is no longer in the settings. */
export function isSecondFactorReadable(userId: string): boolean {
  const row = findSealed(userId)
  return !row || unseal(purpose, row.sealedSecret) !== undefined
}

/** A secret under an older key is kept under the newest from now on, so that the older one can be given up. */
function resealed(userId: string) {
  const row = findSealed(userId)
  const opened = row && unseal(purpose, row.sealedSecret)
  if (!opened || opened.isNewest) return
  platformChange(secondFactors, eq(secondFactors.userId, userId), {
    sealedSecret: seal(purpose, opened.text),
  })
}

const findSealed = (userId: string) =>
  select({ sealedSecret: secondFactors.sealedSecret })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .get()

/** Turns the second factor off: secret and recovery codes are forgotten, every other sign-in ends. */
export function removeSecondFactor(userId: string, keepSignInId: string | null) {
  transact(() => {
    const wasOn = hasSecondFactor(userId)
    platformRemove(recoveryCodes, eq(recoveryCodes.userId, userId))
    platformRemove(secondFactors, eq(secondFactors.userId, userId))
    if (!wasOn) return
    endOtherSignIns(userId, keepSignInId)
    tell(userId, "off")
  })
}

/** Ten new recovery codes; the earlier ones are worthless from now on. They are shown this once. */
export function replaceRecoveryCodes(userId: string): string[] {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  transact(() => {
    platformRemove(recoveryCodes, eq(recoveryCodes.userId, userId))
    for (const code of codes)
      platformAdd(recoveryCodes, {
        id: newId(),
        userId,
        codeHash: hashesOf(userId, code)[0] ?? "",
        createdAt: now(),
      })
  })
  return codes
}

function hasUnprovenAddress(userId: string): boolean {
  const user = findUser(userId)
  return user !== undefined && isUnproven(user)
}

function findUnconfirmed(userId: string) {
  return select()
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.userId, userId),
        isNull(secondFactors.confirmedAt),
        gt(secondFactors.createdAt, now() - enrolmentMs),
      ),
    )
    .get()
}

function acceptRecoveryCode(userId: string, code: string): boolean {
  if (!hasSecondFactor(userId)) return false
  const used = platformChange(
    recoveryCodes,
    and(
      eq(recoveryCodes.userId, userId),
      inArray(recoveryCodes.codeHash, hashesOf(userId, code)),
      isNull(recoveryCodes.usedAt),
    ),
    { usedAt: now() },
  )
  return used === 1
}

/** Undefined when the secret was sealed under a key that is no longer in the settings. */
function totpOf(sealedSecret: string, label: string): TOTP | undefined {
  const opened = unseal(purpose, sealedSecret)
  if (!opened) return undefined
  const secret = Secret.fromBase32(opened.text)
  return new TOTP({ issuer: "Tutti", label, algorithm: "SHA1", digits: 6, period, secret })
}

/** The 30-second step a code belongs to, if it is right now or next to now. */
function stepOf(sealedSecret: string, code: string): number | undefined {
  const token = code.replace(/\s/g, "")
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = now()
  const delta = totpOf(sealedSecret, "")?.validate({ token, window, timestamp }) ?? null
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

const newRecoveryCode = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(""),
  ).join("-")

const hashesOf = (userId: string, code: string) =>
  storedHashes("recovery-code", `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`)

function tell(userId: string, state: "on" | "off") {
  const user = findUser(userId)
  if (user?.email)
    queueMail({
      template: "second-factor-changed",
      data: { name: user.name, state },
      schoolId: null,
      recipient: user.email,
    })
}
