package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.LoadPlan;
import java.util.List;
import java.util.stream.IntStream;

/** The kinds of requests of a load, selected by weight. Immutable. */
final class Requests {
  private final List<Request> kinds;
  private final long[] upTo;

  Requests(LoadPlan plan) {
    kinds =
        IntStream.range(0, plan.requests().size())
            .mapToObj(kind ->
                new Request(
                    kind, plan.requests().get(kind), plan.target(), plan.sending().keepAlive()))
            .toList();
    upTo = new long[kinds.size()];
    long sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += plan.requests().get(i).weight();
      upTo[i] = sum;
    }
  }

  /** The kind of a request. */
  Request of(Draw draw) {
    if (upTo.length == 1) {
      return kinds.getFirst();
    }
    long chosen = draw.choice(upTo[upTo.length - 1]);
    int i = 0;
    while (chosen >= upTo[i]) {
      i++;
    }
    return kinds.get(i);
  }
}
