/** The host names on which a developer runs the app; nobody pays there. */
export const developmentHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.(localhost|local|test)|dev[.-].+)$/
