// Board and text in step, with an editor that is slow, and one that tells all its cursor does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Follower } from "../src/follower";

/** A follower with frames of its own. */
function followed() {
  const told: number[] = [];
  const frames: (() => void)[] = [];
  const answers: (() => void)[] = [];
  const reveal = (move: number): Promise<void> => {
    told.push(move);
    return new Promise((done) => answers.push(done));
  };
  const follower = new Follower(reveal, (act) => frames.push(act));
  return {
    follower,
    told,
    frame: () => frames.splice(0).forEach((act) => act()),
    answer: async () => {
      answers.splice(0).forEach((answer) => answer());
      await new Promise((done) => setTimeout(done, 0));
    },
  };
}

test("of the steps of one frame, and of those while the editor is busy, the last is told", async () => {
  const { follower, told, frame, answer } = followed();
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

test("a cursor that people move is followed at once, also to where the board has just been", async () => {
  const { follower, frame, answer } = followed();
  for (const move of [4, 5]) {
    follower.gone(move);
    frame();
    assert.equal(follower.follows, false, "it is on its way");
    await answer();
  }
  assert.equal(follower.follows, true);
});

test("a cursor that is told while the board tells its own place is older than that", async () => {
  const { follower, frame, answer } = followed();
  follower.gone(5);
  assert.equal(follower.follows, false, "it waits for the frame");
  frame();
  assert.equal(follower.follows, false, "the editor has not answered yet");
  await answer();
  assert.equal(follower.follows, true);
});

test("each follows only where that is wanted", () => {
  const { follower, told, frame } = followed();
  follower.follow = "text";
  follower.gone(1);
  frame();
  assert.deepEqual(told, []);
  assert.equal(follower.follows, true);
  follower.follow = "board";
  assert.equal(follower.follows, false);
  follower.follow = "off";
  assert.equal(follower.follows, false);
  follower.tell(4);
  frame();
  assert.deepEqual(told, [4], "asked for");
});
