package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.Answer;
import dev.foliot.apps.service.Endpoint;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.RefusedException;
import dev.foliot.apps.service.Reply;
import dev.foliot.apps.service.Request;
import dev.foliot.apps.service.Routes;
import dev.foliot.apps.service.TimeSpan;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The remote system of a bank: it answers {@code GET /answer} after a delay.
 *
 * <p>The delay counts from the reading of the request, on the timer of the connection's event loop:
 * no thread waits. Netty's selector sleeps in whole milliseconds, rounded up. An answer is never
 * early and up to 1 ms late, or later if the loop lacks CPU; {@code GET /delay} reports the
 * lateness.
 *
 * <p>Thread-safe.
 */
final class RemoteSystem {
  private static final Set<String> PARAMETERS = Set.of("delay", "distribution", "seed");

  private final NanoClock clock;
  private volatile Behaviour behaviour;

  RemoteSystem(Delays delays, NanoClock clock) {
    this.clock = clock;
    this.behaviour = new Behaviour(delays, new Lateness());
  }

  private record Behaviour(Delays delays, Lateness lateness) {}

  /** The next delay of a link, in nanoseconds. */
  long nextNs() {
    return behaviour.delays.nextNs();
  }

  /** Takes how late something left that was due at a moment. */
  void sent(long dueNs) {
    behaviour.lateness.add(clock.nanoTime() - dueNs);
  }

  Routes addedTo(Routes routes) {
    return routes
        .with("GET", "/answer", this::answer)
        .with("GET", "/delay", Endpoint.onLoop(request -> settings()))
        .with("POST", "/delay", Endpoint.onLoop(this::change));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failing timer gets an error answer
  private void answer(Request request, Reply reply) {
    Behaviour now = behaviour;
    long delayNs = now.delays.nextNs();
    long dueNs = request.receivedNs() + delayNs;
    if (delayNs == 0) {
      send(now, delayNs, dueNs, reply);
      return;
    }
    var timer =
        reply
            .loop()
            .schedule(
                () -> send(now, delayNs, dueNs, reply),
                dueNs - clock.nanoTime(),
                TimeUnit.NANOSECONDS);
    timer.addListener(done -> {
      if (!done.isSuccess()) {
        reply.send(Answer.error(503, "ending", "the service ends: ask another"));
      }
    });
  }

  private void send(Behaviour drawnFrom, long delayNs, long dueNs, Reply reply) {
    drawnFrom.lateness.add(clock.nanoTime() - dueNs);
    reply.send(
        Answer.json(
            200,
            new JsonWriter()
                .object()
                .field("answer", "yes")
                .field("delay_ns", delayNs)
                .endObject()));
  }

  /** Missing settings stay; the sequence restarts with its first delay. */
  private Answer change(Request request) throws RefusedException {
    Request.Query query = request.query(PARAMETERS);
    Delays before = behaviour.delays;
    try {
      behaviour =
          new Behaviour(
              new Delays(
                  query.value("delay").map(RemoteSystem::delayNs).orElse(before.meanNs()),
                  query
                      .value("distribution")
                      .map(Delays.Distribution::parse)
                      .orElse(before.distribution()),
                  query.value("seed").map(RemoteSystem::seed).orElse(before.seed())),
              new Lateness());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(400, "bad_query", String.valueOf(e.getMessage()));
    }
    return settings();
  }

  static long delayNs(String written) {
    return TimeSpan.parseNs(written, "0ms", "60s");
  }

  static long seed(String written) {
    try {
      return Long.parseLong(written);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a seed is a whole number of 64 bits, for example 42");
    }
  }

  private Answer settings() {
    Behaviour now = behaviour;
    JsonWriter json =
        new JsonWriter()
            .object()
            .field("delay_ns", now.delays.meanNs())
            .field("distribution", now.delays.distribution().toString())
            .field("seed", now.delays.seed())
            .field("drawn", now.delays.drawn());
    now.lateness.write(json, "late");
    return Answer.json(200, json.endObject());
  }
}
