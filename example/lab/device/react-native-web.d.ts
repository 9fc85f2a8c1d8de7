// The package ships no types; what it exports is a subset of React Native's.
declare module 'react-native-web' {
  export * from 'react-native';
}
