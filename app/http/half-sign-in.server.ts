import { findUser, type User } from "~/models/accounts/user/user.server"
import { now } from "~/utils/clock.server"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"
import { ownCookie } from "./own-cookie.server"

// The state between the password and the second factor's code: a signed cookie that names the user. It grants no
// access, expires after ten minutes, and is void after the password changes.

const lifetimeMs = 10 * 60_000

export type HalfSignIn = { user: User; remember: boolean; to: string | undefined }
type PendingSignIn = { userId: string; password: string; remember: boolean; to?: string; until: number }

const cookie = ownCookie("tutti-half", { isSigned: true, maxAge: lifetimeMs / 1000 })

const purpose = "half-sign-in"
const passwordText = ({ id, passwordHash }: User) => `${id}:${passwordHash}`

export function keepHalfSignIn({ user, remember, to }: HalfSignIn): Promise<string> {
  const pending: PendingSignIn = {
    userId: user.id,
    password: keyedHash(purpose, passwordText(user)),
    remember,
    to: to?.slice(0, 500),
    until: now() + lifetimeMs,
  }
  return cookie().serialize(pending)
}

export async function readHalfSignIn(request: Request): Promise<HalfSignIn | undefined> {
  const value: unknown = await cookie().parse(request.headers.get("Cookie"))
  if (!isKept(value) || value.until < now()) return undefined
  const user = findUser(value.userId)
  if (!user || !isKeyedHash(purpose, passwordText(user), value.password)) return undefined
  return { user, remember: value.remember, to: value.to }
}

export const dropHalfSignIn = (): Promise<string> => cookie().serialize("", { maxAge: 0 })

const isKept = (value: unknown): value is PendingSignIn =>
  typeof value === "object" &&
  value !== null &&
  "userId" in value &&
  "password" in value &&
  typeof value.password === "string" &&
  "until" in value
