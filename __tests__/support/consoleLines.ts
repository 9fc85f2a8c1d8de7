let lines: string[] = [];

/** What was said on the console since it was last asked; what nobody asks for fails the test. */
export function consoleLines(): string[] {
  const said = lines;
  lines = [];
  return said;
}

export function captureConsole() {
  lines = [];
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(`${level}: ${parts.map(String).join(' ')}`);
    });
  }
}
