/** Remix's flags, for every build of the app. */
export const future = {
  v3_fetcherPersist: true,
  // One manifest of 8 KB that the browser keeps, instead of asking with every page for the routes of its links.
  v3_lazyRouteDiscovery: false,
  v3_relativeSplatPath: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
}
