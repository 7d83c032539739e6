import type { BottomItem, MenuGroup, MenuItem } from "./menu-item"

/** The menus of the frame. A document shows them and hands no data of them to its scripts (http/only-in-document.ts). */
export type Menus = { groups: MenuGroup[]; bottom?: BottomItem[]; adds?: readonly MenuItem[] }

/** The screens around an item of the menu, which its link doesn't show. */
export type Around = Record<string, Pick<MenuItem, "below" | "beside"> | undefined>

export const aroundOf = (groups: MenuGroup[]): Around =>
  Object.fromEntries(
    groups
      .flatMap(({ links }) => links)
      .filter(({ below, beside }) => below ?? beside)
      .map(({ to, below, beside }) => [to, { below, beside }]),
  )

/** The one document that these scripts took over. */
let sent: Menus | undefined

/** The menus as they were loaded, or those which the document already shows. */
export function menusOf(shell: Partial<Menus> & { around: Around }): Menus {
  const { groups, bottom, adds } = shell
  if (groups) return { groups, bottom, adds }
  sent ??= menusIn(shell.around)
  return sent
}

const all = (selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<HTMLElement>(selector),
]

/** The address and, beside a sign and a badge, the name of each link. */
const itemsIn = (selector: string, within?: ParentNode) =>
  all(selector, within).map((link) => ({
    to: link.getAttribute("href") ?? "",
    label: [...link.childNodes].find((node) => node instanceof Text)?.textContent?.trim() ?? "",
    badge: link.querySelector(".badge")?.textContent?.trim(),
    icon: link.querySelector(".icon")?.className.split("-")[1] as BottomItem["icon"],
  }))

function menusIn(around: Around): Menus {
  const bottom = itemsIn(".bottom-bar > a:not([data-palette])")
  return {
    groups: all(".sidebar .menu-group").map((group) => ({
      label: group.firstChild?.textContent ?? "",
      isSettings: group.querySelector(".settings-link") ? true : undefined,
      links: itemsIn("li > a", group).map((link) => ({ ...link, ...around[link.to] })),
    })),
    bottom: bottom.length > 0 ? bottom : undefined,
    adds: document.getElementById("add") ? itemsIn("#add a") : undefined,
  }
}
