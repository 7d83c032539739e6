import { act, idIn } from "~/http/intents.server"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { setStaffLock } from "~/models/people/member/member.server"
import { countOf, formatNumber } from "~/utils/formats"

/** Locks and unlocks someone’s login at the school: for every page whose rows or head have the button. */
export const memberLocks = (actor: Actor, to: string) => ({
  lock: act({
    run: (form) => setStaffLock(actor, idIn(form, "memberId"), true),
    refusals: { ...refusals, "no-place": 404 },
    saved: ({ name }, form) => ({
      title: `${name} is locked and logged out.`,
      text: "Everything they wrote is kept.",
      undo: { to, fields: { intent: "unlock", memberId: idIn(form, "memberId") } },
    }),
  }),
  unlock: act({
    run: (form) => setStaffLock(actor, idIn(form, "memberId"), false),
    refusals: {
      ...refusals,
      "no-place": () => {
        const { name, used, limit } = accountsOf(actor)
        return {
          title: "Not unlocked",
          text: `You have ${formatNumber(used)} of ${countOf(limit, "administrator account")} on ${name}. Transfer yours with an invitation instead.`,
        }
      },
    },
    saved: ({ name }) => `${name} can log in again with the same password.`,
  }),
})

const refusals = {
  staff: 404,
  yourself: { title: "Not locked", text: "You can’t lock your own account." },
} as const

/** The administrator accounts of the plan, and whether all are used. */
export function accountsOf(actor: Actor) {
  const { planName, administrators } = findPlanUsage(actor)
  const { used, limit } = administrators
  return { name: planName, used, limit: limit ?? used + 1, isFull: seatsLeft(administrators) === 0 }
}
