/** Long enough for most files, short enough that nobody takes the run for hung. */
const EVERY_MS = 10_000;

/** Says how far Jest is whenever it has said nothing for a while: its first results take half a minute. */
export default class ProgressReporter {
  onRunStart({ numTotalTestSuites: total }) {
    let done = 0;
    this.count = () => {
      done++;
      this.timer.refresh();
    };
    const say = () => console.log(`… ${done} of ${total} test files done`);
    console.log(`Running ${total} test files`);
    this.timer = setInterval(say, EVERY_MS).unref();
  }

  onTestResult() {
    this.count();
  }

  onRunComplete() {
    clearInterval(this.timer);
  }
}
