import { paths } from "~/utils/paths"

/**
 * Marks a page that waits for an activation: enhance.js then asks for the status instead of the page refreshing itself
 * (spec §4, §9). After an approval it also leaves the flag with which another page takes the waiting up again. The amount and plan are the ones the specification posts; the server believes neither.
 */
export const activationData = ({ isSolo, isApproved }: { isSolo: boolean; isApproved?: boolean }) => ({
  ...(isApproved ? { "data-approved": "" } : {}),
  "data-activation": paths.paymentSuccess(),
  "data-amount": isSolo ? "999" : "2999",
  "data-plan": isSolo ? "Solo Teacher Monthly" : "Standard Monthly",
})
