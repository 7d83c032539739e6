import { type FormEvent, useEffect, useState } from "react"

/** The marks of a register's form as they're chosen just now, once scripts run. */
export function useChosenMarks() {
  const [changed, setChanged] = useState<Record<string, string>>({})
  const [touched, setTouched] = useState(0)
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const tapped = tappedAlready()
    setChanged(Object.fromEntries(tapped))
    setTouched(tapped.length)
    setLive(true)
  }, [])

  function follow({ target }: FormEvent<HTMLFormElement>) {
    const input = target as HTMLInputElement
    const [, studentId, field] = input.name.split(".")
    if (studentId) setTouched((times) => times + 1)
    if (studentId && field === "code") setChanged((before) => ({ ...before, [studentId]: input.value }))
  }

  return { changed, touched, isLive, follow, forget: () => setChanged({}) }
}

/** The marks that were tapped before scripts ran. */
const tappedAlready = (): [studentId: string, spelled: string][] =>
  [...document.querySelectorAll<HTMLInputElement>("#register input:checked")]
    .filter((input) => !input.defaultChecked)
    .map(({ name, value }) => [name.split(".")[1] ?? "", value])
