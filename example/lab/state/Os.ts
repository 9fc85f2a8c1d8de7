export type Os = 'ios' | 'android';
