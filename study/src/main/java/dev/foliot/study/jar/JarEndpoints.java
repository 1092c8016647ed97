package dev.foliot.study.jar;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.ArmException;
import dev.foliot.service.run.Ports;
import dev.foliot.service.run.RunningArm;
import dev.foliot.text.FoliotException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What a service answers, found by starting it once. Only GET is sent unless the user names another
 * method.
 *
 * @param health a path that answers 200 to 299 when the service is ready
 * @param requests to measure, at least one; each was answered
 * @param source where they are from
 */
public record JarEndpoints(String health, List<JarEndpoint> requests, Source source) {
  private static final long STOP_NS = 10_000_000_000L;
  private static final int MOST_SHOWN = 4;

  /**
   * Where endpoints are from.
   *
   * @param words for people
   */
  public record Source(String words) {
    /** The user named them. */
    public static final Source ASKED = new Source("as asked");

    /** Nothing lists any that a GET reaches. */
    public static final Source ROOT = new Source("not listed anywhere, so the root");

    /** The service lists them at a path. */
    public static Source listed(String path) {
      return new Source("found by " + path);
    }
  }

  /** Keeps a copy. */
  public JarEndpoints {
    requests = List.copyOf(requests);
  }

  /**
   * Starts the service with virtual threads on a free port, asks it, and stops it.
   *
   * @param told what the user named; empty to search
   * @param log takes the output of the service
   * @param readyWithinNs how long it may take to get ready
   * @throws FoliotException if it does not get ready, or answers nothing that can be measured
   */
  public static JarEndpoints of(
      JarStart start, List<JarEndpoint> told, Path log, long readyWithinNs)
      throws InterruptedException {
    return of(start, told, log, readyWithinNs, NanoClock.system());
  }

  /** The same, with a clock that says when it has taken too long to get ready. */
  static JarEndpoints of(
      JarStart start, List<JarEndpoint> told, Path log, long readyWithinNs, NanoClock clock)
      throws InterruptedException {
    int port = Ports.free();
    JarStart.Arm started = start.virtual();
    List<String> words =
        start.words(
            started,
            start.jdk().java().toString(),
            Integer.toString(port),
            JarDownstream::system,
            start.app().probes().shown());
    ArmCommand command =
        new ArmCommand(
            start.app().name(),
            words,
            start.folder(),
            started.threads().environment(),
            null,
            OptionalDouble.empty(),
            OptionalLong.empty(),
            null);
    long deadlineNs = clock.nanoTime() + readyWithinNs;
    try (RunningArm arm = RunningArm.launch(command, log, STOP_NS, clock);
        EndpointSearch search = new EndpointSearch(start.app(), port)) {
      arm.awaitListening(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), readyWithinNs);
      search.awaitHealth(arm, log, clock, deadlineNs);
      return search.endpoints(told);
    } catch (ArmException e) {
      throw FoliotException.environment(
          start.app().name()
              + ": "
              + e.what()
              + (e.fault() == ArmException.Fault.NEVER_HEALTHY
                  ? ". A program that chooses its port itself needs a study file with its port"
                  : ""));
    }
  }

  /** For people: {@code GET /orders, GET /items (found by /actuator/mappings)}. */
  public String words() {
    String some =
        requests.stream()
            .limit(MOST_SHOWN)
            .map(JarEndpoint::words)
            .collect(Collectors.joining(", "));
    int more = requests.size() - MOST_SHOWN;
    return some + (more > 0 ? " and " + more + " more" : "") + " (" + source.words + ")";
  }
}
