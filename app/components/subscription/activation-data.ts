import { paths } from "~/utils/paths"

/**
 * Marks a page that waits for an activation: enhance.js then asks for the status instead of the page refreshing itself
 * (spec §4, §9). The amount and plan are the ones the specification posts; the server believes neither.
 */
export const activationData = ({ isSolo }: { isSolo: boolean }) => ({
  "data-activation": paths.paymentSuccess(),
  "data-amount": isSolo ? "999" : "2999",
  "data-plan": isSolo ? "Solo Teacher Monthly" : "Standard Monthly",
})
