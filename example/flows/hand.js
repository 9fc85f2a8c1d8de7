/* global http, DO */
// Runs in Maestro, whose scripts know `http` and the variables of the flow. Everything that a finger can't do is done
// by flows/hand, on the computer: this asks for it, and fails the flow with its answer.

const { ok, body } = http.post('http://127.0.0.1:8790', { body: DO });
if (!ok) throw new Error(body);
