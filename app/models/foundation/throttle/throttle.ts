/** The refusal of too many attempts. `seconds` is the wait from `countTry`. */
export const tooManyTries = (seconds: number, otherwise = ""): string =>
  `Too many tries. Wait ${waitText(seconds)}, then try again${otherwise}.`

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? "a minute" : `${minutes} minutes`
}
