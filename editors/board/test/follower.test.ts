// Board and text in step, with an editor that is slow, and one that tells all its cursor does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "../src/follower";

/** A follower with a clock and frames of its own. */
function followed(isQuiet: boolean) {
  const told: number[] = [];
  const frames: (() => void)[] = [];
  const answers: (() => void)[] = [];
  let now = 0;
  const reveal = (move: number): Promise<boolean> => {
    told.push(move);
    return new Promise((done) => answers.push(() => done(isQuiet)));
  };
  const follower = new Follower(
    reveal,
    (act) => frames.push(act),
    () => now,
  );
  return {
    follower,
    told,
    frame: () => frames.splice(0).forEach((act) => act()),
    answer: async () => {
      answers.splice(0).forEach((answer) => answer());
      await new Promise((done) => setTimeout(done, 0));
    },
    wait: (milliseconds: number) => (now += milliseconds),
  };
}

test("of the steps of one frame, and of those while the editor is busy, the last is told", async () => {
  const { follower, told, frame, answer } = followed(true);
  follower.gone(1);
  follower.gone(2);
  frame();
  assert.deepEqual(told, [2]);
  follower.gone(3);
  follower.gone(4);
  frame();
  assert.deepEqual(told, [2], "the editor has not answered yet");
  await answer();
  frame();
  assert.deepEqual(told, [2, 4]);
});

test("an editor's cursor that follows the board does not move it", async () => {
  const { follower, frame, answer, wait } = followed(false);
  for (const move of [1, 2, 3]) {
    follower.gone(move);
    frame();
    await answer();
    wait(33);
  }
  assert.equal(follower.follows({ move: 1 }), false);
  assert.equal(follower.follows({ move: 3 }), false, "that of 2 was left out");
  assert.equal(follower.follows({ move: 1 }), true, "each is an echo once");
});

test("a cursor that people move is followed: at once where the editor tells no echo, else after a second", async () => {
  const quiet = followed(true);
  quiet.follower.gone(5);
  quiet.frame();
  await quiet.answer();
  assert.equal(quiet.follower.follows({ move: 5 }), true);
  const loud = followed(false);
  loud.follower.gone(5);
  loud.frame();
  await loud.answer();
  loud.wait(1_001);
  assert.equal(loud.follower.follows({ move: 5 }), true);
});

test("a cursor that is told while the board tells its own place is older than that", async () => {
  const { follower, frame, answer } = followed(true);
  follower.gone(5);
  assert.equal(follower.follows({ move: 3 }), false, "it waits for the frame");
  frame();
  assert.equal(follower.follows({ move: 3 }), false, "the editor has not answered yet");
  await answer();
  assert.equal(follower.follows({ move: 3 }), true);
});

test("each follows only where that is wanted", () => {
  const { follower, told, frame } = followed(true);
  follower.follow = "text";
  follower.gone(1);
  frame();
  assert.deepEqual(told, []);
  assert.equal(follower.follows({ move: 3 }), true);
  follower.follow = "board";
  assert.equal(follower.follows({ move: 3 }), false);
  follower.follow = "off";
  assert.equal(follower.follows({}), false);
  follower.tell(4);
  frame();
  assert.deepEqual(told, [4], "asked for");
});
