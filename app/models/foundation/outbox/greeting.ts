/** Who writes, and whom a mail greets. */
export type Greeting = { schoolName: string; recipientName: string }
