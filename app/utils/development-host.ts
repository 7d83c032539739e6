/** The host names on which a developer runs the app; no one pays there. */
export const developmentHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.(localhost|local|test)|dev[.-].+)$/
