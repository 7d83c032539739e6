import { z } from "zod"

// Text that people type into forms. Server only: the browser gets no zod.

/** How many characters can be seen: a name of zero-width or blank letters has none. */
export const visibleLength = (text: string): number =>
  [...text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "")].length

/** One line, trimmed, without control characters, at most so many characters. */
export const line = (most: number, tooLong: string) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .max(most, tooLong)
    .regex(/^\P{Cc}*$/u, "This contains a character that cannot be shown.")

/** Several lines, line ends as \n, without other control characters. */
export const lines = (most: number, tooLong: string) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, "\n").trim().normalize("NFC"))
    // no second z.string(): of nothing but spaces it would say that something is missing
    .refine((text) => text.length <= most, tooLong)
    .refine((text) => /^(?:\P{Cc}|\n)*$/u.test(text), "This contains a character that cannot be shown.")

const notWhole = "Enter a whole e-mail address, such as zoe@example.com."

/** An e-mail address as typed, in small letters. */
export const emailAddress = z.string().trim().toLowerCase().max(254, notWhole).pipe(z.email(notWhole))

/** The key of a record that somebody chose. */
export const chosenKey = z.string().max(64)
