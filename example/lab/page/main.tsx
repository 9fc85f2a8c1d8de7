import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { LabPage } from './LabPage';
import { startService } from './service';
import '../../../service/dashboard/src/ui/tokens.css';
import '../../../service/dashboard/src/ui/base.css';
import '../../../service/dashboard/src/ui/controls.css';
import '../../../service/dashboard/src/ui/panel.css';
import './styles/panel.css';
import './styles/page.css';
import './styles/people.css';
import './styles/stories.css';
import './styles/web.css';
import './styles/store.css';
import './styles/device.css';
import './styles/phone.css';
import './styles/requests.css';
import './styles/timeline.css';

void startService();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LabPage />
    </StrictMode>
  );
}
