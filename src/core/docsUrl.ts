/** The web address of a guide, because the npm package has no docs folder. Only for development messages. */
export const docsUrl = (page: string) =>
  `https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/${page}.md`;
