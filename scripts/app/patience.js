// A busy machine needs more than the second that Testing Library waits.
require('@testing-library/react-native').configure({ asyncUtilTimeout: 30_000 });
