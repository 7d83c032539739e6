import { hash, verify } from "@node-rs/argon2"

// Argon2id at OWASP's first setting (password storage cheat sheet): 19 MiB, two passes. At most two hashes run at once,
// so that a burst of sign-ins cannot exhaust the memory.

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) await new Promise<void>((resume) => waiting.push(resume))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/**
 * The password in one form (NIST SP 800-63B-4, 3.1.1.2): an accent typed on a Mac and on a phone is the same accent, and so
 * are wide and narrow letters.
 */
export const normalPassword = (password: string): string => password.normalize("NFKC")

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalPassword(password), cost))

let decoy: Promise<string> | undefined

/** Whether the password is the one behind the hash. Without a hash it takes the same time and answers false. */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword("nobody's password")
  const against = passwordHash ?? (await decoy)
  const normal = normalPassword(password)
  const matches =
    (await inTurn(() => verify(against, normal))) ||
    // A hash made before passwords were normalized.
    (normal !== password && (await inTurn(() => verify(against, password))))
  return matches && Boolean(passwordHash)
}
