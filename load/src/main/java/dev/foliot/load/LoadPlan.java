package dev.foliot.load;

import dev.foliot.bench.Rate;
import dev.foliot.bench.Schedule;
import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a load: phases in sequence, with requests to one target.
 *
 * @param target of the requests
 * @param requests the kinds of single requests
 * @param sequences of requests; with the single ones 1 to 100 requests
 * @param recording what is played instead of both, or null; the arrivals of each open loop are then
 *     a trace
 * @param phases 1 to 100, each with its own figures
 * @param sending how they are sent
 * @param seed fixes arrivals, the choice of requests and their random parts
 * @param execution how it is recorded
 */
public record LoadPlan(
    Target target,
    List<RequestTemplate> requests,
    List<Sequence> sequences,
    @Nullable Recording recording,
    List<LoadPhase> phases,
    Sending sending,
    long seed,
    Execution execution) {
  private static final int MOST = 100;
  private static final int MOST_INTERVALS = 20_000;

  /** The default resolution of the series. */
  public static final long USUAL_INTERVAL_NS = 1_000_000_000;

  /** Of single requests. */
  public LoadPlan(
      Target target,
      List<RequestTemplate> requests,
      List<LoadPhase> phases,
      Sending sending,
      long seed,
      long intervalNs) {
    this(target, requests, List.of(), null, phases, sending, seed, intervalNs);
  }

  /** With the usual percentiles. */
  public LoadPlan(
      Target target,
      List<RequestTemplate> requests,
      List<Sequence> sequences,
      @Nullable Recording recording,
      List<LoadPhase> phases,
      Sending sending,
      long seed,
      long intervalNs) {
    this(target, requests, sequences, recording, phases, sending, seed, new Execution(intervalNs));
  }

  /**
   * Keeps copies.
   *
   * @throws FoliotException if a part is out of range or contradicts another, with the remedy
   */
  public LoadPlan {
    requests = List.copyOf(requests);
    sequences = List.copyOf(sequences);
    phases = List.copyOf(phases);
    if (target.isGrpc()) {
      requests = requests.stream().map(RequestTemplate::ofGrpc).toList();
      sequences = sequences.stream().map(Sequence::ofGrpc).toList();
      if (recording != null) {
        throw FoliotException.usage("recordings are of HTTP: give a URL with http:// or https://");
      }
    } else if (execution.descriptors() != null) {
      throw FoliotException.usage(
          "descriptors are of gRPC: write the URL with grpc://, or leave them out");
    }
    int kinds = requests.size() + sequences.stream().mapToInt(one -> one.steps().size()).sum();
    if ((recording == null) == (kinds == 0)
        || kinds > MOST
        || phases.isEmpty()
        || phases.size() > MOST) {
      throw FoliotException.usage("a load needs 1 to 100 requests and 1 to 100 phases");
    }
    requests.forEach(request -> request.knowing(Set.of()));
    List<RequestTemplate> all =
        Stream.concat(
                requests.stream(),
                sequences.stream().flatMap(one -> one.steps().stream()).map(Sequence.Step::request))
            .toList();
    if (execution.traces() && all.stream().anyMatch(LoadPlan::hasOwnTrace)) {
      throw FoliotException.usage(
          "a request has a traceparent of its own: leave it out, or the traces of the plan");
    }
    boolean sends = phases.stream().anyMatch(one -> !(one.traffic() instanceof Traffic.Idle));
    if (sends
        && all.stream()
            .map(RequestTemplate::events)
            .anyMatch(events -> events != null && events.lengthNs() >= sending.timeoutNs())) {
      throw FoliotException.usage(
          "events are listened to longer than a request may take: give a longer time-out");
    }
    long intervals = 0;
    for (LoadPhase phase : phases) {
      intervals += phase.durationNs() / execution.intervalNs() + 1;
      if (phase.traffic() instanceof Traffic.Closed closed && closed.clients() > sending.slots()) {
        throw FoliotException.usage(
            closed.clients()
                + " clients need as many connections"
                + (sending.protocol().hasStreams() ? " or streams" : "")
                + ", and there are "
                + sending.slots());
      }
    }
    for (LoadPhase phase : phases) {
      if (phase.traffic() instanceof Traffic.Closed closed
          && closed.rampNs() > phase.durationNs()) {
        throw FoliotException.usage(
            "clients that arrive over "
                + TimeSpan.format(closed.rampNs())
                + " do not all come in a phase of "
                + TimeSpan.format(phase.durationNs())
                + ": give a shorter ramp, or a longer phase");
      }
    }
    List<Target> hosts = hosts(target, requests, sequences);
    hosts.forEach(host -> sending.protocol().check(sending.route(), host));
    if (hosts.size() > 1) {
      mustBeForSeveral(sending);
    }
    if (intervals > MOST_INTERVALS) {
      throw FoliotException.usage(
          "the load has " + intervals + " intervals: give a longer one, at most " + MOST_INTERVALS);
    }
  }

  /** The same plan, of which one process plays a part from a moment on. */
  public LoadPlan part(Share share, long startAtMs) {
    return with(execution.part(share, startAtMs));
  }

  /**
   * The same plan with how its requests are described.
   *
   * @param by a file of descriptors of gRPC; null to ask the server
   * @param traces whether each request has a trace id
   */
  public LoadPlan described(@Nullable Path by, boolean traces) {
    return with(execution.described(by, traces));
  }

  /** The same plan, whose ids of requests no other run has. */
  public LoadPlan ofRun(String id) {
    return with(execution.ofRun(id));
  }

  /** The random numbers and ids of a request. */
  public Draw draw(int phase, long number) {
    return new Draw(seed, phase, number, seed, execution.ids());
  }

  /**
   * The trace id of a request that was sent; null where requests have none.
   *
   * @param number of the request, or of its user, in the phase
   * @param kind its number among {@link #names}
   */
  public @Nullable String traceId(int phase, long number, int kind) {
    int step = kind - requests.size();
    for (Sequence sequence : sequences) {
      if (step < sequence.steps().size()) {
        break;
      }
      step -= sequence.steps().size();
    }
    return execution.traces()
        ? TraceParent.traceId(draw(phase, number).forStep(Math.max(0, step)))
        : null;
  }

  private static void mustBeForSeveral(Sending sending) {
    if (sending.protocol() == Protocol.GRPC
        || sending.route().unixSocket() != null
        || sending.tls().serverName() != null) {
      throw FoliotException.usage(
          (sending.protocol() == Protocol.GRPC
                  ? "gRPC"
                  : sending.route().unixSocket() != null ? "a Unix socket" : "a server name of TLS")
              + " is of one host: leave the hosts of requests out");
    }
  }

  private static List<Target> hosts(
      Target target, List<RequestTemplate> requests, List<Sequence> sequences) {
    return Stream.concat(
            Stream.of(target),
            Stream.concat(
                    requests.stream(),
                    sequences.stream()
                        .flatMap(one -> one.steps().stream())
                        .map(Sequence.Step::request))
                .map(request -> request.to(target)))
        .distinct()
        .toList();
  }

  /** The target, and the other hosts of requests. */
  public List<Target> hosts() {
    return hosts(target, requests, sequences);
  }

  /** The same plan to another host, without what is sent. */
  public LoadPlan at(Target host) {
    LoadPlan bare = withoutContent();
    return new LoadPlan(
        host, bare.requests, bare.sequences, null, phases, sending, seed, execution);
  }

  private static boolean hasOwnTrace(RequestTemplate request) {
    return request.headers().keySet().stream().anyMatch(TraceParent.HEADER::equalsIgnoreCase);
  }

  private LoadPlan with(Execution other) {
    return new LoadPlan(target, requests, sequences, recording, phases, sending, seed, other);
  }

  /**
   * The same plan without what is sent, which may have secrets: its kinds of requests have their
   * names only.
   */
  public LoadPlan withoutContent() {
    return new LoadPlan(
        target,
        (recording == null ? requests.stream().map(RequestTemplate::name) : names().stream())
            .map(RequestTemplate::named)
            .toList(),
        sequences.stream().map(Sequence::withoutContent).toList(),
        null,
        phases,
        sending,
        seed,
        execution);
  }

  /** The connections of this process. */
  public int connections() {
    return Math.max(1, execution.share().of(sending.connections()));
  }

  /** The resolution of the series. */
  public long intervalNs() {
    return execution.intervalNs();
  }

  /** The same plan, whose figures have such percentiles besides. */
  public LoadPlan withPercentiles(List<String> names) {
    return with(execution.withPercentiles(names));
  }

  /**
   * The names of all kinds of requests, which have figures of their own: the single ones, then the
   * steps of each sequence; or those of the recording.
   */
  public List<String> names() {
    return recording != null
        ? recording.names()
        : Stream.concat(
                requests.stream().map(RequestTemplate::name),
                sequences.stream().flatMap(sequence -> sequence.names().stream()))
            .toList();
  }

  /** The total length of all phases. */
  public long durationNs() {
    return phases.stream().mapToLong(LoadPhase::durationNs).sum();
  }

  /** The same plan with another seed. */
  public LoadPlan withSeed(long other) {
    return new LoadPlan(target, requests, sequences, recording, phases, sending, other, execution);
  }

  /**
   * The same plan with another rate in each open loop whose arrivals have no rates of their own.
   */
  public LoadPlan atRate(Rate rate) {
    List<LoadPhase> at =
        phases.stream()
            .map(phase ->
                phase.traffic() instanceof Traffic.Open open && !open.hasOwnRates()
                    ? new LoadPhase(
                        phase.name(),
                        new Traffic.Open(rate, open.arrivals()),
                        phase.durationNs(),
                        phase.mostRequests())
                    : phase)
            .toList();
    return new LoadPlan(target, requests, sequences, recording, at, sending, seed, execution);
  }

  /** A new schedule of a phase, from its start; for a closed loop, its first requests. */
  public Schedule schedule(int phase) {
    LoadPhase one = phases.get(phase);
    if (recording != null && one.traffic() instanceof Traffic.Open) {
      return recording.schedule().until(one.durationNs());
    }
    return switch (one.traffic()) {
      case Traffic.Open(var rate, var arrivals) ->
          arrivals.schedule(
              rate, new Draw(seed, phase, 0).below(Long.MAX_VALUE, 0), one.durationNs());
      case Traffic.Closed closed ->
          starts(closed, new Draw(seed, phase, 0).below(Long.MAX_VALUE, 0));
      case Traffic.Idle() -> () -> Schedule.END;
    };
  }

  /**
   * The clients' first requests: as if they had been there before. A client that comes later begins
   * when it comes.
   */
  private static Schedule starts(Traffic.Closed closed, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int clients = closed.clients();
    long[] starts =
        IntStream.range(0, clients)
            .mapToLong(client ->
                closed.rampNs() > 0
                    ? closed.rampNs() / clients * client
                    : closed.think().firstNs(client, clients, random))
            .sorted()
            .toArray();
    int[] next = {0};
    return () -> next[0] < starts.length ? starts[next[0]++] : Schedule.END;
  }

  /**
   * Reads a plan.
   *
   * @throws dev.foliot.store.StoreException if the file cannot be read
   * @throws FoliotException if it is invalid, with the remedy
   */
  public static LoadPlan read(Path file) {
    return PlanText.read(file).plan();
  }

  /**
   * A plan from {@link #line}.
   *
   * @throws FoliotException if it is none, with the remedy
   */
  public static LoadPlan parse(String line) {
    return PlanText.parse(line).plan();
  }

  /** In one line of JSON, with what is sent, and so with secrets. */
  public String line() {
    return PlanText.of(this).line();
  }

  /**
   * Writes a plan.
   *
   * @throws java.io.IOException if it cannot be written
   */
  public void write(Path file) throws java.io.IOException {
    PlanText.of(this).write(file);
  }
}
