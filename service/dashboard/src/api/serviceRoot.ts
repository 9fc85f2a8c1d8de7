/** The prefix of the service's paths: empty, except in the lab on a static host, where the service is in a folder. */
export const [serviceRoot] = /^.*?(?=\/dashboard(\/|$))/.exec(window.location.pathname) ?? [''];
