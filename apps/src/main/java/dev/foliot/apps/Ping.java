package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.Answer;
import dev.foliot.apps.service.Burn;
import dev.foliot.apps.service.Operation;
import dev.foliot.apps.service.RefusedException;
import dev.foliot.apps.service.Request;
import dev.foliot.apps.service.TimeSpan;
import java.util.Set;

/**
 * A short piece of CPU work: {@code GET /ping}, with {@code ?work=0.5ms} for another length.
 *
 * <p>Thread-safe.
 */
final class Ping implements Operation {
  private final Burn burn;
  private final long workNs;

  Ping(Burn burn, long workNs) {
    this.burn = burn;
    this.workNs = workNs;
  }

  @Override
  public Answer answer(Request request) throws RefusedException {
    long ns = workNs;
    try {
      ns = request.query(Set.of("work")).value("work").map(Ping::workNs).orElse(workNs);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(400, "bad_query", String.valueOf(e.getMessage()));
    }
    burn.burn(ns);
    return Answer.json(
        200, new JsonWriter().object().field("answer", "pong").field("work_ns", ns).endObject());
  }

  static long workNs(String written) {
    return TimeSpan.parseNs(written, "1us", "10s");
  }
}
