// The queues of work and of mail as the platform's staff look at them; safe in the browser.

export const queueStates = ["waiting", "given-up", "done"] as const
export type QueueState = (typeof queueStates)[number]

export const queueLabels: Record<QueueState, string> = {
  waiting: "Waiting",
  "given-up": "Failed",
  done: "Done",
}

/** An address of which only enough is shown to tell two mails apart: staff read no family's data. */
export function maskedAddress(address: string): string {
  const [name = "", domain = ""] = address.split("@")
  return `${name.slice(0, 1)}…@${domain}`
}
