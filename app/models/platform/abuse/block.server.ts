import { BlockList, isIP } from "node:net"
import { onConnection } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { blocks } from "db/schema/platform-service"
import { and, count, desc, eq, gt, isNull, or } from "drizzle-orm"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import {
  platformAdd,
  platformChangeRows,
  platformQuery,
  select,
} from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listMostMail } from "~/models/foundation/outbox/mail-count.server"
import { pullForwardMailOf } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { recordPlatformAct } from "../staff-act/staff-act.server"
import { type BlockKind, blockLabels, type HoldKind } from "./block"

// Whom the platform refuses for now. Every request and every mail asks, so each process asks the database once a second at
// most.

const day = 86_400_000
const rememberedMs = 1000
export const blocksPerPage = 25

const openQuery = platformQuery(() =>
  select(columns(blocks, "kind", "network", "schoolId", "told", "endsAt"))
    .from(blocks)
    .where(isNull(blocks.liftedAt)),
)

type Open = {
  at: number
  facts: string
  isNetworkBlocked: (address: string) => boolean
  isAnyNetworkBlocked: boolean
  sending: Set<string>
  /** What each school that is read-only reads. */
  saving: Map<string, { told: string; endsAt: number | null }>
}
const remembered = onConnection((): { open?: Open } => ({}))

function readOpen(): Open {
  const at = performance.now()
  const known = remembered()
  if (known.open && at - known.open.at < rememberedMs) return known.open
  const open = openQuery.all().filter(({ endsAt }) => endsAt === null || endsAt > now())
  const facts = JSON.stringify(open)
  const networks = open.flatMap(({ network }) => network ?? [])
  // The networks are sorted in again only when they are others.
  known.open =
    known.open?.facts === facts
      ? { ...known.open, at }
      : {
          at,
          facts,
          isNetworkBlocked: matcherOf(networks),
          isAnyNetworkBlocked: networks.length > 0,
          sending: schoolsOf(open, "sending"),
          saving: new Map(
            open.flatMap(({ kind, schoolId, told, endsAt }) =>
              kind === "saving" && schoolId ? [[schoolId, { told, endsAt }] as const] : [],
            ),
          ),
        }
  return known.open
}

const schoolsOf = (
  open: readonly { kind: BlockKind; schoolId: string | null }[],
  wanted: BlockKind,
): Set<string> => new Set(open.flatMap(({ kind, schoolId }) => (kind === wanted && schoolId ? schoolId : [])))

/** Whether requests from an address are refused. */
export const isAddressBlocked = (address: string): boolean => readOpen().isNetworkBlocked(address)

/** Whether requests from any address are: while none are, no address needs to be read. */
export const isAnyAddressBlocked = (): boolean => readOpen().isAnyNetworkBlocked

/** Whether a school's mail to many waits. Password resets and logins' mail goes out all the same. */
export const isSendingBlocked = (schoolId: string): boolean => readOpen().sending.has(schoolId)

/** Since a school is read-only: what it reads, and until when. Asked by every request; most schools are not. */
export const findSavingBlock = (schoolId: string) => readOpen().saving.get(schoolId)
export const isAnySavingBlocked = (): boolean => readOpen().saving.size > 0

/** One page, those in force first. */
export function listBlocks(_staff: SuperActor, page: number) {
  const rows = select({
    ...columns(blocks, "id", "kind", "network", "schoolId"),
    schoolName: schools.name,
    ...columns(blocks, "reason", "endsAt", "liftedAt", "createdAt"),
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
  return { rows, total: select({ n: count() }).from(blocks).get()?.n ?? 0 }
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
    addBlock(staff, { kind: "network", network: read.network }, terms)
    recordPlatformAct(staff, { verb: "block-network", about: read.network, reason: terms.reason })
  })
  return { ok: true }
}

/** Lets a school's mail to many wait until the end, or until it is lifted. */
export function blockSending(staff: SuperActor, school: Actor, terms: Terms) {
  const { id, name } = school.school
  transact(() => {
    addBlock(staff, { kind: "sending", schoolId: id }, terms)
    recordPlatformAct(staff, { verb: "block-sending", about: name, reason: terms.reason, schoolId: id })
  })
}

/** Blocks of a school that are in force now. */
export const listSchoolBlocks = (_staff: SuperActor, school: Actor) =>
  select({
    ...columns(blocks, "id", "kind", "reason", "told", "endsAt", "createdAt"),
    by: users.name,
  })
    .from(blocks)
    .leftJoin(users, eq(users.id, blocks.createdBy))
    .where(
      and(own(school, blocks), isNull(blocks.liftedAt), or(isNull(blocks.endsAt), gt(blocks.endsAt, now()))),
    )
    .orderBy(desc(blocks.createdAt))
    .all()

/**
 * Makes a school read-only, or keeps its data from being deleted (a legal hold). Refused while the same is in force. The
 * school reads of the first in any case, of the second only what staff write to it.
 */
export function holdSchool(
  staff: SuperActor,
  school: Actor,
  { kind, told, ...terms }: Terms & { kind: HoldKind; told: string },
): Result<void, "in-force"> {
  const { id, name } = school.school
  return transact(() => {
    if (listSchoolBlocks(staff, school).some((each) => each.kind === kind))
      return { ok: false, reason: "in-force" }
    addBlock(staff, { kind, schoolId: id, told }, terms)
    const verb = kind === "saving" ? "hold-saving" : "hold-deletion"
    recordPlatformAct(staff, { verb, about: name, reason: terms.reason, schoolId: id })
    if (kind === "saving" || told) tellSchool(staff, school, verb, told)
    return { ok: true }
  })
}

const tellSchool = (
  staff: SuperActor,
  school: Actor,
  verb: "hold-saving" | "hold-deletion" | "lift-hold",
  text: string,
) => recordEvent(school, `school.${verb}`, school.school.id, { after: { text }, by: `${staff.name} (Tutti)` })

type Whom =
  | { kind: "network"; network: string }
  | { kind: "sending"; schoolId: string }
  | { kind: HoldKind; schoolId: string; told: string }

function addBlock(staff: SuperActor, whom: Whom, terms: Terms) {
  platformAdd(blocks, {
    ...whom,
    id: newId(),
    reason: terms.reason,
    endsAt: endOf(terms),
    createdBy: staff.userId,
    createdAt: now(),
  })
  remembered().open = undefined
}

/** Takes a block back; mail that waited for it is due at once. False when it was lifted already. */
export function liftBlock(
  staff: SuperActor,
  blockId: string,
  schoolOf: (staff: SuperActor, schoolId: string) => Actor | undefined,
): boolean {
  return transact(() => {
    const [lifted] = platformChangeRows(blocks, and(eq(blocks.id, blockId), isNull(blocks.liftedAt)), {
      liftedAt: now(),
    })
    remembered().open = undefined
    if (!lifted) return false
    const { kind, schoolId, network, told } = lifted
    if (kind === "sending" && schoolId && !isSendingBlocked(schoolId)) pullForwardMailOf(schoolId)
    recordPlatformAct(staff, { verb: "lift-block", about: network ?? blockLabels[kind], schoolId })
    const school = schoolId ? schoolOf(staff, schoolId) : undefined
    if (school && (kind === "saving" || (kind === "deletion" && told)))
      tellSchool(staff, school, "lift-hold", kind === "saving" ? "read-only" : "hold on deletion")
    return true
  })
}

const mostRows = 25

/** The schools with the most emails today, with what each uses of its plan. */
export const listMailUsage = (staff: SuperActor) =>
  listMostMail(staff, mostRows).map(({ schoolId, name }) => ({
    schoolId,
    name,
    ...findQuotas({ school: { id: schoolId } }),
    isStopped: isSendingBlocked(schoolId),
  }))

// Addresses and networks as an operator types them, in their one shortest form.

/** Larger networks than these are whole providers or countries. */
const widest = { 4: 16, 6: 32 } as const

type NetworkRefusal = "unreadable" | "too-wide" | "own"

/** The network in its one form, such as `203.0.113.0/24` or `2001:db8::/64`; a single address has no suffix. */
export function readNetwork(
  text: string,
): { ok: true; network: string } | { ok: false; reason: NetworkRefusal } {
  const [address = "", suffix, ...rest] = text.trim().split("/")
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || rest.length > 0 || address.includes("%"))
    return { ok: false, reason: "unreadable" }
  const bits = family === 4 ? 32 : 128
  if (suffix !== undefined && !/^\d{1,3}$/.test(suffix)) return { ok: false, reason: "unreadable" }
  const prefix = suffix === undefined ? bits : Number(suffix)
  if (prefix > bits) return { ok: false, reason: "unreadable" }
  if (prefix < widest[family]) return { ok: false, reason: "too-wide" }
  const list = new BlockList()
  list.addSubnet("127.0.0.0", 8, "ipv4")
  list.addAddress("::1", "ipv6")
  if (list.check(address, family === 4 ? "ipv4" : "ipv6")) return { ok: false, reason: "own" }
  const first = firstOf(address, family, prefix)
  return { ok: true, network: prefix === bits ? first : `${first}/${prefix}` }
}

/** The first address of the network, as the URL parser writes it. */
function firstOf(address: string, family: 4 | 6, prefix: number): string {
  if (family === 4) {
    const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
    const size = 2 ** (32 - prefix)
    const first = Math.floor(value / size) * size
    return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join(".")
  }
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = "", tail] = written.split("::")
  const parts = (half: string | undefined) => (half ? half.split(":") : [])
  const missing = 8 - parts(head).length - parts(tail).length
  const groups = [...parts(head), ...Array<string>(missing).fill("0"), ...parts(tail)].map((group, index) => {
    const kept = Math.max(0, Math.min(16, prefix - index * 16))
    return (Number.parseInt(group, 16) & ((0xffff << (16 - kept)) & 0xffff)).toString(16)
  })
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1)
}

/** A test for many addresses against some networks; without any it reads no address. */
export function matcherOf(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    const family = isIP(address) === 4 ? "ipv4" : "ipv6"
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const bare = address.split("%")[0] ?? ""
    const family = isIP(bare)
    return family !== 0 && list.check(bare, family === 4 ? "ipv4" : "ipv6")
  }
}
