/** The prefix of the service's paths: nothing, except in the lab of a static host, whose service is in a folder. */
export const [serviceRoot] = /^.*?(?=\/dashboard(\/|$))/.exec(window.location.pathname) ?? [''];
