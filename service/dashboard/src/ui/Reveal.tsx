import { useId, useRef, type ReactNode } from 'react';

/** Between the button and its box, and between the box and the edges of the window. */
const GAP = 6;

interface RevealProps {
  /** Of the button. */
  className: string;
  /** On the button. */
  children: ReactNode;
  /** In the box. */
  more: ReactNode;
  /** What a click does, besides showing the box. */
  onClick?: (() => void) | undefined;
}

/**
 * A button that shows a box when somebody points at it, focuses or taps it. As a popover, no table cuts the box off,
 * and the browser shows one at a time and hides it on Escape or a click beside it.
 */
export function Reveal({ className, children, more, onClick }: RevealProps) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const show = (button: HTMLElement) => {
    if (!box.current) return;
    box.current.showPopover();
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box.current;
    const isRoomBelow = bottom + GAP + height <= window.innerHeight;
    box.current.style.left = `${Math.max(GAP, Math.min(right - width, window.innerWidth - width - GAP, left))}px`;
    box.current.style.top = `${isRoomBelow ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`;
  };
  const hide = () => box.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-describedby={id}
        onPointerEnter={({ currentTarget }) => show(currentTarget)}
        onFocus={({ currentTarget }) => show(currentTarget)}
        // Safari doesn't focus a button that is tapped.
        onClick={({ currentTarget }) => {
          show(currentTarget);
          onClick?.();
        }}
        onPointerLeave={({ currentTarget }) => document.activeElement !== currentTarget && hide()}
        onBlur={hide}
      >
        {children}
      </button>
      <span ref={box} id={id} className="reveal" popover="auto">
        {more}
      </span>
    </>
  );
}
