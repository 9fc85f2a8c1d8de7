/** Long enough for most files, short enough that the run doesn't seem to hang. */
const EVERY_MS = 10_000;

/** Prints how far Jest is whenever it has printed nothing for a while: its first results take half a minute. */
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
