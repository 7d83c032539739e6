// The part of a service worker's own world that ours uses.

export type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
export type Asked = Lasting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Told = Lasting & {
  data: unknown
  source: { postMessage(message: unknown): void } | null
  ports: readonly MessagePort[]
}
type Scope = {
  location: Location
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    pushManager?: { getSubscription(): Promise<{ endpoint: string } | null> }
    unregister(): Promise<boolean>
    showNotification(title: string, options: object): Promise<void>
  }
  clients: { claim(): Promise<void>; openWindow(path: string): Promise<unknown> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void
  addEventListener(type: "fetch", listener: (event: Asked) => void): void
  addEventListener(type: "message", listener: (event: Told) => void): void
  addEventListener(type: "push", listener: (event: Pushed) => void): void
  addEventListener(type: "notificationclick", listener: (event: Tapped) => void): void
}
type Pushed = Lasting & {
  data: { json(): { title: string; body: string; path: string; tag: string } } | null
}
type Tapped = Lasting & { notification: { close(): void; data: { path: string } } }

export const scope = self as unknown as Scope

/** The path and search of an address of ours. */
export const pathOf = ({ url }: { url: string }) => url.slice(scope.location.origin.length)
