// The same examples with and without a mutant, and in every run.
require('fast-check').configureGlobal({ seed: 1 });
