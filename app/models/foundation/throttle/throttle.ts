/** What to say when something was tried too often. `seconds` is the wait that `countTry` answered. */
export const tooManyTries = (seconds: number, otherwise = ""): string =>
  `Too many tries. Wait ${waitText(seconds)}, then try again${otherwise}.`

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? "a minute" : `${minutes} minutes`
}
