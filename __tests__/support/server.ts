import { setupServer } from 'msw/native';

export const server = setupServer();
