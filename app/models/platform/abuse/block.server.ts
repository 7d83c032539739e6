import { db, prepareOnce, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { blocks } from "db/schema/platform-service"
import { and, count, desc, eq, isNull } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { pullForwardMailOf } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { recordServiceAct } from "../service/service-act.server"
import { matcherOf, type NetworkRefusal, readNetwork } from "./network.server"

// Whom the platform refuses for now. Every request and every mail asks, so each process asks the database once a second at
// most.

const day = 86_400_000
const rememberedMs = 1000
export const blocksPerPage = 25

const openQuery = prepareOnce(() =>
  db()
    .select({ kind: blocks.kind, network: blocks.network, schoolId: blocks.schoolId, endsAt: blocks.endsAt })
    .from(blocks)
    .where(isNull(blocks.liftedAt))
    .prepare(),
)

type Open = {
  at: number
  facts: string
  isNetworkBlocked: (address: string) => boolean
  schools: Set<string>
}
let remembered: Open | undefined

function readOpen(): Open {
  const at = performance.now()
  if (remembered && at - remembered.at < rememberedMs) return remembered
  const open = openQuery()
    .all()
    .filter(({ endsAt }) => endsAt === null || endsAt > now())
  const facts = JSON.stringify(open)
  // The networks are sorted in again only when they are others.
  remembered =
    remembered?.facts === facts
      ? { ...remembered, at }
      : {
          at,
          facts,
          isNetworkBlocked: matcherOf(open.flatMap(({ network }) => network ?? [])),
          schools: new Set(open.flatMap(({ schoolId }) => schoolId ?? [])),
        }
  return remembered
}

/** Whether requests from an address are refused. */
export const isAddressBlocked = (address: string): boolean => readOpen().isNetworkBlocked(address)

/** Whether a school's mail to many waits. Password resets and logins' mail goes out all the same. */
export const isSendingBlocked = (schoolId: string): boolean => readOpen().schools.has(schoolId)

/** One page, those in force first. */
export function listBlocks(_staff: SuperActor, page: number) {
  const rows = db()
    .select({
      id: blocks.id,
      kind: blocks.kind,
      network: blocks.network,
      schoolId: blocks.schoolId,
      schoolName: schools.name,
      reason: blocks.reason,
      endsAt: blocks.endsAt,
      liftedAt: blocks.liftedAt,
      createdAt: blocks.createdAt,
      by: users.name,
    })
    .from(blocks)
    .leftJoin(schools, eq(schools.id, blocks.schoolId))
    .leftJoin(users, eq(users.id, blocks.createdBy))
    .orderBy(desc(blocks.createdAt), desc(blocks.id))
    .limit(blocksPerPage)
    .offset((page - 1) * blocksPerPage)
    .all()
    .map((row) => ({
      ...row,
      isInForce: row.liftedAt === null && (row.endsAt === null || row.endsAt > now()),
    }))
  return { rows, total: db().select({ n: count() }).from(blocks).get()?.n ?? 0 }
}

type Terms = { days: number | null; reason: string }
const endOf = ({ days }: Terms) => (days === null ? null : now() + days * day)

/** Refuses every request of an address or network. Never the one that the staff member comes from. */
export function blockNetwork(
  staff: SuperActor,
  { network: typed, from, ...terms }: { network: string; from: string } & Terms,
): Result<void, NetworkRefusal> {
  const read = readNetwork(typed)
  if (!read.ok) return read
  if (matcherOf([read.network])(from)) return { ok: false, reason: "own" }
  transact(() => {
    add(staff, { kind: "network", network: read.network }, terms)
    recordServiceAct(staff, { verb: "block-network", about: read.network, reason: terms.reason })
  })
  return { ok: true }
}

/** Lets a school's mail to many wait until the end, or until it is lifted. */
export function blockSending(staff: SuperActor, school: Actor, terms: Terms) {
  const { id, name } = school.school
  transact(() => {
    add(staff, { kind: "sending", schoolId: id }, terms)
    recordServiceAct(staff, { verb: "block-sending", about: name, reason: terms.reason, schoolId: id })
  })
}

function add(
  staff: SuperActor,
  whom: { kind: "network"; network: string } | { kind: "sending"; schoolId: string },
  terms: Terms,
) {
  db()
    .insert(blocks)
    .values({
      ...whom,
      id: newId(),
      reason: terms.reason,
      endsAt: endOf(terms),
      createdBy: staff.userId,
      createdAt: now(),
    })
    .run()
  remembered = undefined
}

/** Takes a block back; mail that waited for it is due at once. False when it was lifted already. */
export function liftBlock(staff: SuperActor, blockId: string): boolean {
  return transact(() => {
    const lifted = db()
      .update(blocks)
      .set({ liftedAt: now() })
      .where(and(eq(blocks.id, blockId), isNull(blocks.liftedAt)))
      .returning()
      .get()
    remembered = undefined
    if (!lifted) return false
    if (lifted.schoolId && !isSendingBlocked(lifted.schoolId)) pullForwardMailOf(lifted.schoolId)
    recordServiceAct(staff, {
      verb: "lift-block",
      about: lifted.network ?? "Sending",
      schoolId: lifted.schoolId,
    })
    return true
  })
}
