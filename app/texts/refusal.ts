// A refusal is a code and the facts that its text needs; a catalog says it. Safe in the browser.

/** What can be refused with the texts of a catalog. */
export type RefusalOf<Texts> = {
  [Code in keyof Texts]: { reason: Code } & (Texts[Code] extends (facts: infer Facts) => unknown
    ? Facts
    : unknown)
}[keyof Texts]

/** What a refusal says: a text, or texts by the field they are about. */
export function say<Text extends string | Record<string, string>, Code extends string>(
  texts: { [Each in Code]: Text | ((facts: never) => Text) },
  refusal: { reason: Code },
): Text {
  const text = texts[refusal.reason]
  return typeof text === "function" ? (text as (facts: unknown) => Text)(refusal) : (text as Text)
}
