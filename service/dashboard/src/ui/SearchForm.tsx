import { useState, type ReactNode, type SubmitEvent } from 'react';

interface SearchFormProps {
  /** What can be searched for; for screen readers only. */
  label: string;
  placeholder: string;
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
  /** On the button. */
  action: string;
  /** Before the text, such as a choice. */
  before?: ReactNode;
  /** After the button. */
  children?: ReactNode;
}

export function SearchForm({ label, placeholder, value, onSearch, action, before, children }: SearchFormProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // Follows the address without a key, which would create the form again and lose the focus.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form className="search" role="search" onSubmit={submit}>
      {before}
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button quiet">
        {action}
      </button>
      {children}
    </form>
  );
}
