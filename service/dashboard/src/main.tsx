import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/createQueryClient.ts';
import { Dashboard } from './shell/Dashboard.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/figures.css';
import './styles/forms.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Dashboard client={createQueryClient()} />
    </StrictMode>
  );
}
