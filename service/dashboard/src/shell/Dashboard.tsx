import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Router } from 'wouter';
import { serviceRoot } from '../api/serviceRoot.ts';
import { PageBoundary } from '../ui/PageBoundary.tsx';
import { Gate } from './Gate.tsx';

const BASE = `${serviceRoot}/dashboard`;

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
