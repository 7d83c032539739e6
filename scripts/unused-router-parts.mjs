// Remix and its router carry ways of working that the app doesn't use: routes found while a person navigates, pages without a
// server, values that come after their page, transitions between views, navigation that a page blocks, one request for each
// loader. Whether they are used is settled when the app is built (remix-future.mjs), but the packages ask while it runs. The
// build writes the answers into their code, and the bundler drops what only the other answer leads to.

/** By file of a package: what it asks, and the answer for this app. */
const answers = {
  "@remix-run/react/dist/esm/browser.js": [
    ["!window.__remixContext.isSpaMode", "true"],
    ["window.__remixContext.isSpaMode", "false"],
    // The document holds its loaders' data (entry.server.tsx), there is no stream to wait for.
    ["if (window.__remixContext.future.v3_singleFetch) {", "if (false) {"],
    ["window.__remixContext.future.v3_singleFetch", "true"],
    // The document doesn't say them either (edge/document-scripts.server.ts).
    ["window.__remixContext.future.v3_fetcherPersist", "true"],
    ["window.__remixContext.future.v3_relativeSplatPath", "true"],
    ["future: window.__remixContext.future,", "future: {},"],
    [
      /patchRoutesOnNavigation: getPatchRoutesOnNavigationFunction\(.*\)/g,
      "patchRoutesOnNavigation: undefined",
    ],
    [/useFogOFWarDiscovery\(.*\);/g, ""],
    [/let hmrRouterReadyPromise = [\s\S]*?\}\);\n/g, ""],
    ["import.meta.hot &&", "false &&"],
    ["hmrRouterReadyResolve(router);", ""],
    ["router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;", ""],
  ],
  "@remix-run/react/dist/esm/components.js": [
    ["future.v3_singleFetch", "true"],
    ["isFogOfWarEnabled(future, isSpaMode)", "false"],
    ["if (isSpaMode && !isHydrated)", "if (false)"],
    ["isPageLinkDescriptor(link) ?", "false ?"],
    ["shouldPrefetch && !isAbsolute ?", "false ?"],
    // What is set on a component that no page uses would keep it.
    ['NavLink.displayName = "NavLink";', ""],
    // Only a server writes the scripts of a document; a browser finds them there.
    ["contextScript += !activeDeferreds ?", "contextScript += true ?"],
    ["let routeModulesScript = !isStatic ?", "let routeModulesScript = true ?"],
    ["let contextScript = staticContext ?", "let contextScript = false ?"],
    ['if (!isStatic && typeof __remixContext === "object" && __remixContext.a)', "if (false)"],
  ],
  "@remix-run/react/dist/esm/routes.js": [
    ["if (isSpaMode)", "if (false)"],
    ['!isSpaMode || route.id === "root"', "true"],
    ['isSpaMode && route.id !== "root" ||', ""],
    ["if (needsRevalidation)", "if (false)"],
    ["future.v3_singleFetch", "true"],
    // A request always goes through the one of its page.
    ['if (typeof singleFetch === "function")', "if (true)"],
    ["isDeferredResponse(result) && result.body", "false"],
    ["if (isDeferredData(result))", "if (false)"],
    [
      "let result = await fetchServerHandler(request, route);\n      return unwrap ? unwrapServerResponse(result) : result;",
      "",
    ],
    // Its root has an error page, and no loader of its own runs before a page shows.
    [
      'routeModule.ErrorBoundary ? routeModule.ErrorBoundary : route.id === "root" ?',
      "true ? routeModule.ErrorBoundary : false ?",
    ],
    ['routeModule.HydrateFallback : route.id === "root" ?', "routeModule.HydrateFallback : false ?"],
  ],
  "react-router-dom/dist/index.js": [
    ["if (!viewTransitionOpts || isViewTransitionUnavailable)", "if (true)"],
    ["if (renderDfd && pendingState && router.window)", "if (false)"],
    ["if (renderDfd && pendingState && state.location.key === pendingState.location.key)", "if (false)"],
    ["if (vtContext.isTransitioning && !vtContext.flushSync)", "if (false)"],
    ["if (!vtContext.isTransitioning && interruption)", "if (false)"],
  ],
  "@remix-run/router/dist/router.js": [
    [
      "let patchRoutesOnNavigationImpl = init.patchRoutesOnNavigation;",
      "const patchRoutesOnNavigationImpl = false;",
    ],
    [/(?<!function )checkFogOfWar\([^;]*\);/g, "{ active: false, matches: null };"],
    [/if \((isFogOfWar|fogOfWar\.active[^)]*)\)/g, "if (false)"],
    [/if \(!isFogOfWar\)/g, "if (true)"],
    [/(?<!function )isDeferred(Result|Data)\((\w+)\)/g, "false"],
    [/cancelledDeferredRoutes\.push\([^;]*;/g, ""],
    [/(?<!function )cancelActiveDeferreds\([^;]*\);/g, ""],
    [/activeDeferreds\.forEach\(\(deferredData, routeId\) => \{[\s\S]*?\n {4}\}\);\n/g, ""],
    [/await Promise\.all\(\[resolveNavigationDeferredResults.*;/g, ""],
    [/(?<!function )shouldBlockNavigation\(\{[\s\S]*?\}\);/g, "undefined;"],
    ["state.blockers.forEach((_, key) => deleteBlocker(key));", ""],
    ["if (blockers.size > 0)", "if (false)"],
    ["getBlocker,\n    deleteBlocker,", ""],
    [/warning\(blockerFunctions\.size === 0.*\);/g, ""],
    [/if \(isBrowser\) \{\s*\/\/ FIXME[\s\S]*?\n {4}\}\n/g, ""],
    [
      /if \(pendingAction === Action\.Pop\) \{\s*\/\/ Forward takes[\s\S]*?\} else if \(pendingViewTransitionEnabled\)/g,
      "if (false)",
    ],
    ["pendingViewTransitionEnabled = (opts && opts.enableViewTransition) === true;", ""],
    [/future\.v7_\w+/g, "true"],
  ],
}
/**
 * For the browser's build. An answer whose question is no longer in the package stops it.
 * @returns {import("vite").Plugin}
 */
export function unusedRouterParts() {
  const files = Object.entries(answers)
  return {
    name: "unused-router-parts",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      const [, settled] = files.find(([file]) => id.endsWith(`/node_modules/${file}`)) ?? []
      if (!settled) return
      let text = code
      for (const [asked, answer] of settled) {
        const before = text
        text = text.replaceAll(asked, answer)
        if (text === before) this.error(`${id} no longer asks ${asked}. See scripts/unused-router-parts.mjs.`)
      }
      return { code: text, map: null }
    },
  }
}
