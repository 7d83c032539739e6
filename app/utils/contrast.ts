// How well two colors (#rrggbb) are told apart, as WCAG 2.2 counts it (relative luminance, 1.4.3).

/** Of small text on its ground. */
export const readableContrast = 4.5

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1, the same, to 21, black on white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The color, or the nearest darker one of its hue that is readable on this light ground. */
export function readableOn(ground: string, color: string): string {
  for (let share = 100; share > 0; share -= 1) {
    const darker = `#${channels(color)
      .map((value) =>
        Math.round((value * 255 * share) / 100)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`
    if (contrastOf(darker, ground) >= readableContrast) return darker
  }
  return "#000000"
}
