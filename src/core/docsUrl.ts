/** Where a guide is read: an app has no docs folder. Only for messages of development. */
export const docsUrl = (page: string) =>
  `https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/${page}.md`;
