const process = require('node:process');
const { setImmediate } = require('node:timers/promises');
const ReactNativeEnvironment = require('@react-native/jest-preset/jest/react-native-env.js');

const testsOf = (block) => block.children.flatMap((child) => (child.type === 'test' ? child : testsOf(child)));

const switchesOf = (ids) => Object.fromEntries(ids.map((id) => [id, true]));

/**
 * Loads a test file once, and then runs single tests as it is ordered, any number of times. Each order names the
 * mutants that are switched on.
 */
module.exports = class extends ReactNativeEnvironment {
  async setup() {
    await super.setup();
    // The object that Stryker's code in src reads and writes.
    this.stryker = this.global.__stryker__ = {
      activeMutants: switchesOf(process.env.MUTANT ? [process.env.MUTANT] : []),
      mutantCoverage: { static: {} },
    };
  }

  async handleTestEvent({ name, test }, state) {
    if (name === 'run_start') {
      this.tests = testsOf(state.rootDescribeBlock).filter(({ mode }) => mode !== 'skip' && mode !== 'todo');
      state.rootDescribeBlock.children = [];
      process.send({ names: this.tests.map((each) => each.name), hits: this.stryker.mutantCoverage.static });
      await this.obey(state);
    }
    if (name === 'test_done') {
      // After this turn, unhandled rejections are known.
      await setImmediate();
      const errors = [...test.errors, ...state.unhandledErrors.splice(0)];
      const hits = this.isMeasured ? this.stryker.mutantCoverage.static : undefined;
      process.send({ isPassed: errors.length === 0, ms: test.duration, hits });
      await this.obey(state);
    }
  }

  async obey(state) {
    const order = await new Promise((resolve) => process.once('message', resolve));
    const test = this.tests[order.index];
    // For the test and for its hooks.
    test.timeout = state.testTimeout = order.timeout;
    test.errors = [];
    this.isMeasured = order.isMeasured;
    this.stryker.activeMutants = switchesOf(order.mutants);
    this.stryker.mutantCoverage.static = {};
    this.stryker.hitCount = 0;
    this.stryker.hitLimit = order.hitLimit;
    // Jest walks through the children, so a test that is appended now runs next, with its hooks.
    state.rootDescribeBlock.children.push(test);
  }
};
