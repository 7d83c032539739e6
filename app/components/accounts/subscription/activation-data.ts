import { paths } from "~/utils/paths"

/**
 * Marks a page that waits for an activation: enhance/activation.ts then asks for the status instead of the page refreshing itself
 * (spec §4, §9). After an approval it also leaves the flag with which another page takes the waiting up again. The amount and plan are the ones the specification posts; the server believes neither.
 */
export const activationData = ({ isSolo, isApproved }: { isSolo: boolean; isApproved?: boolean }) => ({
  ...(isApproved ? { "data-approved": "" } : {}),
  "data-activation": paths.paymentSuccess(),
  "data-amount": isSolo ? "999" : "2999",
  "data-plan": isSolo ? "Solo Teacher Monthly" : "Standard Monthly",
})

// Without a script the waiting pages refresh themselves and count how often. The first look comes after 1 s, the others
// 2 s apart; the note comes after 10 s, and after ten looks the page looks seldom (spec §9).
const finalizingFrom = 6
const seldomFrom = 10

/** How many times a waiting page has refreshed so far, from its `check` parameter. */
export const looksSoFar = (query: URLSearchParams): number =>
  Math.min(Math.max(Number.parseInt(query.get("check") ?? "0", 10) || 0, 0), seldomFrom)

export const isFinalizing = (looks: number): boolean => looks >= finalizingFrom

/** The refresh header of a waiting page: the delay and the next address. */
export const refreshTo = (address: string, looks: number): string =>
  `${looks === 0 ? 1 : looks < seldomFrom ? 2 : 30};url=${address}`
