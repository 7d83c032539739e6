declare module "jsdom" {
  /** What the reader uses of it. */
  export type DOMWindow = Window & typeof globalThis
  export class VirtualConsole {}
  export class JSDOM {
    constructor(html: string, options: { url: string; virtualConsole: VirtualConsole })
    readonly window: DOMWindow
  }
}
