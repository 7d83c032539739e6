import { z } from "zod"
import { whenMissing } from "~/utils/schema-messages"

/** The passwords tried first by everyone who guesses; refused by every form, whatever their length. */
const commonPasswords = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 87654321 7654321 654321 111111 1111111
  11111111 000000 00000000 121212 123123 123123123 123321 112233 11223344 222222 333333 444444 555555 666666 777777
  7777777 888888 88888888 999999 999999999 101010 123654 147258 147258369 159753 159357 789456 789456123 852456 963852
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass1234 pass123 passwort passwort1
  motdepasse contraseña senha123 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwertz qwertz123
  azerty azertyuiop asdfgh asdfghj asdfghjkl asdf1234 zxcvbn zxcvbnm 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx
  qazwsxedc zaq12wsx q1w2e3r4 abc123 abcd1234 abc12345 abcdef abcdefg abcdefgh a123456 a12345678 aa123456 aa12345678
  iloveyou iloveyou1 letmein letmein1 welcome welcome1 welcome123 admin123 administrator admin1234 root1234 changeme
  changeit default guest123 test1234 testtest test123 monkey monkey123 dragon dragon123 football football1 baseball
  basketball superman batman spiderman master master123 shadow shadow123 sunshine sunshine1 princess princess1 michael
  jennifer jordan23 jessica ashley charlie charlie1 daniel thomas robert andrew hannah summer winter autumn spring
  flower flowers cookie chocolate banana cheese pepper ginger hunter hunter2 killer starwars pokemon naruto trustno1
  whatever freedom computer internet samsung google facebook linkedin twitter secret secret123 mustang ferrari porsche
  harley ranger soccer hockey tennis golfer liverpool chelsea arsenal barcelona realmadrid juventus bayern
  hello123 hellohello loveme lovely babygirl angel123 purple orange yellow silver golden diamond music123 musicmusic
  piano123 guitar guitar123 violin teacher teacher1 student student1 school school1 school123 musicschool`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a password is among the most common ones, or nothing but spaces: every form refuses it. */
const isCommonPassword = (password: string): boolean => {
  const plain = password.normalize("NFKC").toLowerCase()
  return commonPasswords.has(plain) || plain.trim() === ""
}

/** Whether a password is no secret at all because it is what the person logs in with, such as their email. */
export const isOwnName = (password: string, ...names: (string | null | undefined)[]): boolean => {
  const folded = (text: string) => text.normalize("NFKC").trim().toLowerCase()
  return names.some((name) => Boolean(name) && folded(name ?? "") === folded(password))
}

/** What to say beside the field then. */
export const ownNameRefused = "Choose a password that isn’t your email or username."

/**
 * A password that someone chooses. How short it may be, and in which words, differs by form (spec §5).
 */
export const newPassword = (least: number, tooShort: string, missing = tooShort) =>
  z
    .string({ error: whenMissing(missing) })
    .min(least, tooShort)
    .max(256, "Keep the password under 256 characters.")
    .refine((password) => !isCommonPassword(password), {
      error: "This password is too common. Choose another, for example three random words.",
    })
