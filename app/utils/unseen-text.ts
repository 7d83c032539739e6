// What no keyboard writes and no one can see in a text.

/** Marks that turn the reading direction around or take no room: they hide what a text really says. */
const unseen = /[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu
const control = /(?![\t\n\r])\p{Cc}/u

export const cannotBeShown = "This contains a character that can’t be displayed."

/** The text without direction marks and other unseen signs, which come along when people copy. */
export const withoutUnseen = (text: string): string => text.replace(unseen, "")

/** Whether the text holds a control character other than a tab or the end of a line. */
export const hasControl = (text: string): boolean => control.test(text)

/** A password is taken as it is. */
export const isPassword = (name: string): boolean => /password/i.test(name)
