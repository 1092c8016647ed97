package dev.foliot.apps.service;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.pool.DurationSummary;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.InstantSource;
import java.util.Set;

/**
 * Answers {@code GET /threads}: the state of the strategy's threads, and an adaptive pool's
 * decisions with reasons. With {@code ?after=N} it returns only changes of size with a higher
 * number, for repeated readers.
 */
public final class ThreadsAnswer implements Operation {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Workers workers;
  private final InstantSource time;

  /** For those workers, by that wall clock. */
  public ThreadsAnswer(Workers workers, InstantSource time) {
    this.workers = workers;
    this.time = time;
  }

  @Override
  public Answer answer(Request request) throws RefusedException {
    String after = request.query(Set.of("after")).value("after").orElse("0");
    if (!after.matches("[0-9]{1,18}")) {
      throw new RefusedException(
          400, "bad_query", "'after' is the number of a resize, 0 or more, not what was given");
    }
    return Answer.json(200, json(workers.snapshot(), Long.parseLong(after)));
  }

  private JsonWriter json(WorkersSnapshot seen, long after) {
    JsonWriter json = new JsonWriter().object();
    json.field("time", time.instant().toString()).field("strategy", seen.strategy().toString());
    if (seen.size().isPresent()) {
      json.field("size", seen.size().getAsInt());
    } else {
      json.nothing("size");
    }
    json.field("threads", seen.threads())
        .field("running", seen.tasks().running())
        .field("queued", seen.tasks().queued())
        .field("completed", seen.tasks().completed())
        .field("rejected", seen.tasks().rejected())
        .field("platform_threads_of_jvm", THREADS.getThreadCount());
    var pool = seen.pool();
    if (pool != null) {
      json.field("minimum", pool.limits().minimum())
          .field("maximum", pool.limits().maximum())
          .field("throughput_per_s", pool.tasks().throughputPerS())
          .field("state", pool.state());
      summary(json, "queue_wait", pool.times().queueWait());
      summary(json, "task_time", pool.times().taskTime());
    }
    json.array("resizes");
    for (NumberedResize resize : seen.resizes()) {
      if (resize.number() > after) {
        json.object()
            .field("number", resize.number())
            .field("time", resize.resize().when().toString())
            .field("from", resize.resize().from())
            .field("to", resize.resize().to())
            .field("reason", resize.resize().reason())
            .endObject();
      }
    }
    return json.endArray().endObject();
  }

  private static void summary(JsonWriter json, String name, DurationSummary summary) {
    json.object(name)
        .field("unit", "ns")
        .field("count", summary.count())
        .field("mean", summary.meanNs())
        .field("p50", summary.p50Ns())
        .field("p90", summary.p90Ns())
        .field("p99", summary.p99Ns())
        .field("max", summary.maxNs())
        .endObject();
  }
}
