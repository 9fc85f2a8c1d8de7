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
        <p>Something went wrong on this page. Reload it; if that doesn’t help, it’s a bug on our side.</p>
        <button type="button" className="button quiet" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
