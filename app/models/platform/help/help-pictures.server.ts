import { type PictureName, pictures } from "./pictures"

// Files of the build: their addresses hold a hash of their content, so that browsers keep them.

const files = import.meta.glob<string>("/app/assets/pictures/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
})

/** The addresses of a picture in both schemes, and its size. */
export function findPicture(name: PictureName) {
  const { width, height } = pictures[name]
  return { light: addressOf(name, "light"), dark: addressOf(name, "dark"), width, height }
}

function addressOf(name: string, scheme: "light" | "dark"): string {
  const address = files[`/app/assets/pictures/${name}-${scheme}.webp`]
  if (!address) throw new Error(`The picture ${name} isn’t there in the ${scheme} scheme.`)
  return address
}

/** A picture on a line of its own: its text for who doesn’t see it, its name, and the line below it if there is one. */
const pictureLine = /^!\[([^\]\n]+)\]\(([a-z-]+)(?: "([^"\n]+)")?\)\n+/gm

export const withoutPictures = (markdown: string): string => markdown.replace(pictureLine, "")

/** Markdown with its pictures as they are shown: as wide as the text at most, and fetched only when the reader comes near. */
export const withPictures = (markdown: string): string =>
  markdown.replace(pictureLine, (_, alt: string, name: string, caption: string | undefined) => {
    if (!isPicture(name)) throw new Error(`No picture is called ${name}.`)
    const { light, dark, width, height } = findPicture(name)
    const below = caption ? `<figcaption>${caption}</figcaption>` : ""
    return `<figure><picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></picture>${below}</figure>\n\n`
  })

const isPicture = (name: string): name is PictureName => Object.hasOwn(pictures, name)
