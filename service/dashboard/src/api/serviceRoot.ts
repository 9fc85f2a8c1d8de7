/** What comes before the service's paths: nothing, except in a folder, where the lab of a static host has its service. */
export const [serviceRoot] = /^.*?(?=\/dashboard(\/|$))/.exec(window.location.pathname) ?? [''];
