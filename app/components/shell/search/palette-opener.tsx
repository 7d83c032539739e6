import { useLocation } from "@remix-run/react"
import { type ComponentType, useEffect, useState } from "react"
import { paths } from "~/utils/paths"
import { openTitle } from "~/utils/refused-title"
import { openDocument } from "../connection/keep-page"
import type { PaletteProps } from "./palette"
import { rememberRecentPage } from "./recent-pages"

declare global {
  interface Window {
    /** Ctrl+K or Cmd+K before this script ran, kept by one in the document (root.tsx). */
    paletteKey?: KeyboardEvent | undefined
  }
}

/** Opens the palette on Ctrl+K, Cmd+K or its buttons, and loads it on first use. */
export function PaletteOpener({ owner }: Pick<PaletteProps, "owner">) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  /** What it opens with; undefined while it is closed. */
  const [typed, setTyped] = useState<string>()
  useEffect(() => {
    const open = (event: Event) => {
      event.preventDefault()
      let typed = ""
      // What is typed while it loads is meant for it.
      const hold = (event: KeyboardEvent) => {
        if (event.key[1] || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        typed += event.key
      }
      addEventListener("keydown", hold)
      import("./palette")
        .finally(() => removeEventListener("keydown", hold))
        .then(
          ({ Palette }) => {
            setPalette(() => Palette)
            setTyped(typed)
          },
          () => openDocument(paths.search()),
        )
    }
    const onKey = (event: KeyboardEvent) => {
      const isPlain = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (isPlain && event.key.toLowerCase() === "k") open(event)
    }
    const isOfButton = ({ target }: Event) => target instanceof Element && target.closest("[data-palette]")
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (isOfButton(event)) open(event)
    }
    // Begun when the finger comes down, so that the field is there when it lifts: a phone then shows its keyboard.
    const onPress = (event: Event) => {
      if (isOfButton(event)) import("./palette").catch(() => undefined)
    }
    window.onkeydown = null
    if (window.paletteKey) open(window.paletteKey)
    window.paletteKey = undefined
    addEventListener("keydown", onKey)
    addEventListener("click", onClick)
    addEventListener("pointerdown", onPress)
    return () => {
      removeEventListener("keydown", onKey)
      removeEventListener("click", onClick)
      removeEventListener("pointerdown", onPress)
    }
  }, [])
  return Palette && typed !== undefined ? (
    <Palette owner={owner} typed={typed} onClose={() => setTyped(undefined)} />
  ) : null
}

/** Adds the screen to the palette's recent pages. */
export function RememberPage({ owner }: { owner: string }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const title = openTitle()
    if (pathname !== paths.search()) rememberRecentPage(owner, { to: pathname, title })
  }, [owner, pathname])
  return null
}
