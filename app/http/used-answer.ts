// What a form says after a saved answer was put into it. Safe in the browser.

type Answer = object | null | undefined

/** Another one for each answer that was put in. */
export const usedKeyOf = (answer: Answer): string =>
  answer && "usedKey" in answer ? String(answer.usedKey) : ""

/** A browser keeps no chosen file. */
export const fileAgain = (answer: Answer): string[] | undefined =>
  answer && "hadFile" in answer && answer.hadFile ? ["Choose the file again."] : undefined
