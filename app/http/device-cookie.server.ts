import { findUser, type User } from "~/models/accounts/user/user.server"
import { newId } from "~/utils/ids.server"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"
import { ownCookie } from "./own-cookie.server"

// The accounts that have logged in with this browser. The cookie grants no access: it only makes wrong passwords typed
// here count here, so that a stranger who guesses elsewhere can't lock the owner out. It survives logging out and is
// void after the password changes.

const deviceMs = 365 * 86_400_000
/** A family's computer has a few accounts; more would only make every request longer. */
const most = 6

type KnownDevice = { userId: string; deviceId: string; signature: string }

const cookie = ownCookie("tutti-device", { isSigned: true, maxAge: deviceMs / 1000 })

const signatureLength = 22
const markedText = ({ id, passwordHash }: Pick<User, "id" | "passwordHash">, deviceId: string): string =>
  `${id}:${deviceId}:${passwordHash}`
const signatureOf = ({ id, passwordHash }: Pick<User, "id" | "passwordHash">, deviceId: string): string =>
  keyedHash("device", markedText({ id, passwordHash }, deviceId)).slice(0, signatureLength)

async function read(request: Request): Promise<KnownDevice[]> {
  const value: unknown = await cookie().parse(request.headers.get("Cookie"))
  return Array.isArray(value) ? value.filter(isKnown).slice(0, most) : []
}

/** This browser's id for the account, if the account was logged in here with its current password. */
export async function findDevice(request: Request, user: User | undefined): Promise<string | undefined> {
  if (!user) return undefined
  const known = (await read(request)).find(({ userId }) => userId === user.id)
  return known && isKeyedHash("device", markedText(user, known.deviceId), known.signature, signatureLength)
    ? known.deviceId
    : undefined
}

/** The Set-Cookie header by which this browser is known to the account from now on. */
export async function keepDevice(request: Request, userId: string): Promise<string> {
  const user = findUser(userId)
  const others = (await read(request)).filter((each) => each.userId !== userId)
  if (!user) return cookie().serialize(others)
  const deviceId = (await findDevice(request, user)) ?? newId()
  return cookie().serialize(
    [{ userId, deviceId, signature: signatureOf(user, deviceId) }, ...others].slice(0, most),
  )
}

const isKnown = (value: unknown): value is KnownDevice =>
  typeof value === "object" &&
  value !== null &&
  "userId" in value &&
  "deviceId" in value &&
  "signature" in value &&
  [value.userId, value.deviceId, value.signature].every((part) => typeof part === "string")
