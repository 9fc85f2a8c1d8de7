/** Returns the result of `work`, or of `late` if the work takes longer than `ms`. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  late: () => Result | Promise<Result>
): Promise<Result> {
  let impatience: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => {
    impatience = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, tooLate.then(late)]);
  } finally {
    clearTimeout(impatience);
  }
}
