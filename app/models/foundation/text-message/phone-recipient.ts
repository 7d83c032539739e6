// Whom the school writes to is named by an email address. A child whose guardian agreed to texts has none: they are named by their record,
// in the same place, and get what comes as a text message alone.

const prefix = "student:"

/** The reader that a child's phone is. */
export const phoneRecipientOf = (studentId: string): string => `${prefix}${studentId}`

export const isPhoneRecipient = (recipient: string): boolean => recipient.startsWith(prefix)
