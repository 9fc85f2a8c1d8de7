import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Router } from 'wouter';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import { Gate } from './Gate.tsx';

/** Where the service serves this page; Vite's base without its last slash. */
const BASE = '/dashboard';

export function Dashboard({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Router base={BASE}>
        <PageBoundary>
          <Gate />
        </PageBoundary>
      </Router>
    </QueryClientProvider>
  );
}
