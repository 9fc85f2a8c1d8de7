import { useState, type ReactNode, type SubmitEvent } from 'react';

interface SearchFormProps {
  /** What can be searched for; read out. */
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
  // The form stays, and with it the focus, when the address gets another search.
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
