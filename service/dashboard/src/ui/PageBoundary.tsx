import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  children: ReactNode;
}

/** A fault of this page itself ends in a sentence, never in a white page. */
export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="notice" data-tone="bad" role="alert">
        <p>This page can’t show what it has got. Reload it; if that doesn’t help, the fault is ours.</p>
        <button type="button" className="button quiet" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
