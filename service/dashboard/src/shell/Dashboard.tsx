import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Router } from 'wouter';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import { Gate } from './Gate.tsx';

/** Where this page is: at the root of a service, or in a folder, where the lab has it. */
const [BASE] = /^.*?\/dashboard(?=\/|$)/.exec(window.location.pathname) ?? ['/dashboard'];

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
