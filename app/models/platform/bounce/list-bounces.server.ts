import { bouncedAddresses } from "db/schema/foundation-mail"
import { count, desc } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { PER_PAGE } from "~/utils/page-number"
import { maskedAddress } from "../queue/queues"

/** A page of the addresses that can't be mailed, the latest first, masked: staff read no family's data. */
export function listBounces(_staff: SuperActor, page: number) {
  const rows = select()
    .from(bouncedAddresses)
    .orderBy(desc(bouncedAddresses.lastAt), desc(bouncedAddresses.address))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
    .map(({ address, reason, ...row }) => ({
      ...row,
      to: maskedAddress(address),
      // What the receiving server said can quote the address.
      reason: reason.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, (quoted) => maskedAddress(quoted)),
    }))
  return { rows, total: select({ n: count() }).from(bouncedAddresses).get()?.n ?? 0 }
}
