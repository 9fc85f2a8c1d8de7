import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './shell/createQueryClient.ts';
import { Dashboard } from './shell/Dashboard.tsx';
import './ui/tokens.css';
import './ui/base.css';
import './ui/panel.css';
import './ui/controls.css';
import './ui/table.css';
import './ui/form.css';
import './shell/shell.css';
import './report/report.css';
import './apps/apps.css';
import './session/session.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Dashboard client={createQueryClient()} />
    </StrictMode>
  );
}
