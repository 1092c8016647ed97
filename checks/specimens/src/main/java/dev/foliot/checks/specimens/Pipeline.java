package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Released;
import dev.foliot.checks.specimens.Traits.Routed;
import dev.foliot.checks.specimens.Traits.Timed;

/** Sends each message through four stages; each knows one of its interfaces. */
final class Pipeline implements Work {
  private final Object[] messages;

  Pipeline(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      Object message = messages[i & Crowd.MASK];
      sum += route(message) + time(message) + count(message) + release(message);
    }
    return sum;
  }

  private static int route(Object message) {
    return message instanceof Routed routed ? routed.route() : 0;
  }

  private static int time(Object message) {
    return message instanceof Timed timed ? timed.time() : 0;
  }

  private static int count(Object message) {
    return message instanceof Counted counted ? counted.count() : 0;
  }

  private static int release(Object message) {
    return message instanceof Released released ? released.release() : 0;
  }
}
