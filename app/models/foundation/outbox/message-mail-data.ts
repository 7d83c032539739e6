import type { Greeting } from "./greeting"
// What the mails about messages between people of a school need.

export type MessageMailData = {
  /** A copy of what someone of the school wrote. */
  "new-message": Greeting & {
    authorName: string
    subject: string
    body: string
    conversationId: string
    /** What it is a copy of; not in copies from before this was kept. */
    messageId?: string | undefined
    /** Whether the recipient has pages to answer on. */
    hasPages: boolean
    /** The author's own address, where those without pages answer; null for a child without one. */
    answerTo: string | null
    /** Whether the recipient may write in the conversation: a reply by mail joins it. */
    joins?: boolean
    /** Its author chose to text it, too. */
    byText?: boolean
    /** The recipient is asked to confirm that they have read it. */
    asksReceipt?: boolean
    /** It was sent before, and the recipient hasn't read or confirmed it. */
    isReminder?: boolean
    /** Where a reply joins it; only while the mail is being written. */
    replyTo?: string
  }
  /** To the office: someone whose number no one agreed to texts on wrote to the school's number. */
  "text-received": Greeting & {
    phone: string
    /** Whose number it is in the school's records. */
    whose: string | null
    body: string
  }
  /** To the author of a message: a reply by mail that can't join the conversation. `answerTo` is its sender, until erased. */
  "message-reply": Greeting & {
    subject: string
    body: string
    answerTo: string | null
    /** It names a person of the conversation, but may be forged. */
    isUnproven?: boolean
  }
}
