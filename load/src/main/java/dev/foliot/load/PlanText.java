package dev.foliot.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A plan in the form of a file, in a user's notation; default values may be missing.
 *
 * @param schema {@link #SCHEMA}
 * @param url of the target
 * @param content what is requested
 * @param phases in their order
 * @param sending how
 * @param seed of all random numbers
 * @param execution how it is recorded
 */
record PlanText(
    String schema,
    @Nullable String url,
    @JsonUnwrapped ContentText content,
    List<PhaseText> phases,
    @JsonUnwrapped SendingText sending,
    @Nullable Long seed,
    @JsonUnwrapped ExecutionText execution) {
  static final String SCHEMA = "foliot.load.plan/1";
  private static final String USUAL_TIMEOUT = "10s";

  /**
   * What is requested.
   *
   * @param requests the single ones
   * @param sequences the others
   * @param recording what is played instead of both, or null
   */
  record ContentText(
      List<RequestText> requests, List<SequenceText> sequences, @Nullable RecordingText recording) {
    static ContentText of(LoadPlan plan) {
      return new ContentText(
          plan.requests().stream().map(RequestText::of).toList(),
          plan.sequences().stream().map(SequenceText::of).toList(),
          RecordingText.of(plan.recording()));
    }

    List<RequestTemplate> templates() {
      return requests.isEmpty() && sequences.isEmpty() && recording == null
          ? List.of(RequestTemplate.get("/"))
          : requests.stream().map(RequestText::template).toList();
    }
  }

  /**
   * How requests are sent.
   *
   * @param connections the number of connections
   * @param loops the number of event loops
   * @param timeout of a request
   * @param keepAlive whether connections are reused
   * @param protocol what is spoken, null for HTTP/1.1
   * @param streams requests at a time on a connection, null for what is usual
   * @param tls for https, null for the JDK's usual
   * @param route to the target, null for connections to itself
   */
  record SendingText(
      @Nullable Integer connections,
      @Nullable Integer loops,
      @Nullable String timeout,
      @Nullable Boolean keepAlive,
      @Nullable Protocol protocol,
      @Nullable Integer streams,
      @Nullable TlsText tls,
      @Nullable RouteText route) {
    static SendingText of(Sending sending) {
      return new SendingText(
          sending.connections(),
          sending.loops(),
          TimeSpan.format(sending.timeoutNs()),
          sending.reuse().keepAlive(),
          sending.protocol(),
          sending.streams(),
          TlsText.of(sending.tls()),
          RouteText.of(sending));
    }

    Sending sending() {
      Protocol spoken = protocol == null ? Protocol.HTTP_1 : protocol;
      return new Sending(
          spoken,
          connections == null ? spoken.usualConnections() : connections,
          streams == null ? spoken.usualStreams() : streams,
          loops == null ? 0 : loops,
          TimeSpan.parseNs(timeout == null ? USUAL_TIMEOUT : timeout),
          new Reuse(
              keepAlive == null || keepAlive,
              route == null ? 0 : whole(route.requestsPerConnection),
              route == null ? 0 : ns(route.connectionAge)),
          tls == null ? Tls.USUAL : tls.tls(),
          route == null ? Route.DIRECT : route.route());
    }
  }

  /**
   * How it is recorded.
   *
   * @param interval of the series
   * @param percentiles beside the usual ones
   * @param share the part of it that is played, null for all
   * @param startAtMs when it begins, null for at once
   * @param descriptors a file of descriptors of gRPC, null for none
   * @param traces whether requests have trace ids, null for not
   * @param run what only this run has, null for nothing
   */
  record ExecutionText(
      @Nullable String interval,
      List<String> percentiles,
      @Nullable String share,
      @Nullable Long startAtMs,
      @Nullable String descriptors,
      @Nullable Boolean traces,
      @Nullable String run) {
    static ExecutionText of(Execution execution) {
      return new ExecutionText(
          TimeSpan.format(execution.intervalNs()),
          execution.percentiles(),
          execution.share().isPart() ? execution.share().toString() : null,
          execution.startAtMs() == 0 ? null : (Long) execution.startAtMs(),
          TlsText.text(execution.descriptors()),
          execution.traces() ? true : null,
          execution.run().isEmpty() ? null : execution.run());
    }

    Execution execution() {
      return new Execution(
          interval == null ? LoadPlan.USUAL_INTERVAL_NS : TimeSpan.parseNs(interval),
          percentiles,
          share == null ? Share.WHOLE : Share.parse(share),
          startAtMs == null ? 0 : startAtMs,
          TlsText.path(descriptors),
          traces != null && traces,
          run == null ? "" : run);
    }
  }

  /** How servers are trusted, and what is shown to them. */
  record TlsText(
      @Nullable String trust,
      @Nullable Boolean insecure,
      @Nullable String certificate,
      @Nullable String key,
      @Nullable String serverName) {
    static TlsText of(Tls tls) {
      return new TlsText(
          text(tls.trust()),
          tls.insecure(),
          text(tls.certificate()),
          text(tls.key()),
          tls.serverName());
    }

    private static @Nullable String text(@Nullable Path path) {
      return path == null ? null : path.toAbsolutePath().toString();
    }

    private static @Nullable Path path(@Nullable String text) {
      return text == null ? null : Path.of(text);
    }

    Tls tls() {
      return new Tls(
          path(trust), insecure != null && insecure, path(certificate), path(key), serverName);
    }
  }

  /** How connections reach the target, and when they are replaced. */
  record RouteText(
      @Nullable String proxy,
      @Nullable String unixSocket,
      @Nullable Boolean follow,
      @Nullable Long requestsPerConnection,
      @Nullable String connectionAge,
      @Nullable String dnsTtl) {
    static RouteText of(Sending sending) {
      Route route = sending.route();
      return new RouteText(
          route.proxy() == null ? null : route.proxy().toString(),
          route.unixSocket() == null ? null : route.unixSocket().toString(),
          route.followsRedirects(),
          sending.reuse().mostRequests() == 0 ? null : (Long) sending.reuse().mostRequests(),
          text(sending.reuse().mostAgeNs()),
          text(route.dnsTtlNs()));
    }

    private static @Nullable String text(long ns) {
      return ns == 0 ? null : TimeSpan.format(ns);
    }

    Route route() {
      return new Route(
          proxy == null ? null : Target.parse(proxy),
          unixSocket == null ? null : Path.of(unixSocket),
          follow != null && follow,
          ns(dnsTtl));
    }
  }

  /** A kind of request. */
  record RequestText(
      @Nullable String method,
      @Nullable String path,
      Map<String, String> headers,
      @Nullable String body,
      @Nullable Integer weight,
      List<String> checks,
      @JsonUnwrapped PlaceText place,
      @Nullable String events) {
    static RequestText of(RequestTemplate template) {
      return new RequestText(
          template.method(),
          template.path(),
          template.headers(),
          template.body(),
          template.weight(),
          template.checks().stream().map(Check::toString).toList(),
          PlaceText.of(template.place()),
          template.events() == null ? null : template.events().toString());
    }

    RequestTemplate template() {
      return new RequestTemplate(
          method == null ? "GET" : method,
          path == null ? "/" : path,
          headers,
          body,
          weight == null ? 1 : weight,
          checks.stream().map(Check::parse).toList(),
          place.place(),
          events == null ? null : Events.parse(events));
    }
  }

  /** What a request is called, and where it goes. */
  record PlaceText(@Nullable String label, @Nullable String host) {
    static PlaceText of(RequestTemplate.Place place) {
      return new PlaceText(place.label(), place.host() == null ? null : place.host().toString());
    }

    RequestTemplate.Place place() {
      return new RequestTemplate.Place(label, host == null ? null : Target.parse(host));
    }
  }

  /** A sequence of requests. */
  record SequenceText(String name, List<StepText> steps, int weight, boolean cookies) {
    static SequenceText of(Sequence sequence) {
      return new SequenceText(
          sequence.name(),
          sequence.steps().stream().map(StepText::of).toList(),
          sequence.weight(),
          sequence.cookies());
    }

    Sequence sequence() {
      return new Sequence(name, steps.stream().map(StepText::step).toList(), weight, cookies);
    }
  }

  /** A recording: the driver reads its file again. */
  record RecordingText(String file, Recording.Format format, double speedUp) {
    static @Nullable RecordingText of(@Nullable Recording recording) {
      return recording == null
          ? null
          : new RecordingText(
              recording.source().file().toAbsolutePath().toString(),
              recording.source().format(),
              recording.source().speedUp());
    }

    Recording recording(Target target) {
      return Recording.read(new Recording.Source(Path.of(file), format, speedUp), target);
    }
  }

  /** A request of a sequence. */
  record StepText(RequestText request, String think, Map<String, String> captures) {
    static StepText of(Sequence.Step step) {
      Map<String, String> captures = new LinkedHashMap<>();
      step.captures().forEach((name, capture) -> captures.put(name, capture.toString()));
      return new StepText(RequestText.of(step.request()), step.think().toString(), captures);
    }

    Sequence.Step step() {
      Map<String, Capture> wanted = new LinkedHashMap<>();
      captures.forEach((name, capture) -> wanted.put(name, Capture.parse(capture)));
      return new Sequence.Step(request.template(), Think.parse(think), wanted);
    }
  }

  /** A phase: with a rate or rates an open loop, with clients a closed one, with neither idle. */
  record PhaseText(
      @Nullable String name,
      @Nullable String duration,
      @Nullable String rate,
      @Nullable String arrivals,
      @Nullable Integer clients,
      @Nullable String think,
      @Nullable String ramp,
      @Nullable Long requests) {
    static PhaseText of(LoadPhase phase) {
      String duration = TimeSpan.format(phase.durationNs());
      Long requests = phase.mostRequests() == 0 ? null : (Long) phase.mostRequests();
      return switch (phase.traffic()) {
        case Traffic.Open(Rate rate, Arrivals arrivals) ->
            new PhaseText(
                phase.name(),
                duration,
                rate.toString(),
                arrivals.toString(),
                null,
                null,
                null,
                requests);
        case Traffic.Closed(int clients, Think thinks, long rampNs) ->
            new PhaseText(
                phase.name(),
                duration,
                null,
                null,
                clients,
                thinks.toString(),
                rampNs == 0 ? null : TimeSpan.format(rampNs),
                requests);
        case Traffic.Idle() ->
            new PhaseText(phase.name(), duration, null, null, null, null, null, null);
      };
    }

    LoadPhase phase(int number) {
      if (duration == null) {
        throw FoliotException.usage("phase " + number + " has no duration: give one, as in 10s");
      }
      return new LoadPhase(
          name == null ? "phase " + number : name,
          traffic(number),
          TimeSpan.parseNs(duration),
          requests == null ? 0 : requests);
    }

    private Traffic traffic(int number) {
      if (clients != null && (rate != null || arrivals != null)) {
        throw FoliotException.usage(
            "phase "
                + number
                + " has clients and a rate: give clients for a closed loop, a rate"
                + " for an open one");
      }
      if (clients != null) {
        return new Traffic.Closed(
            clients, think == null ? Think.NONE : Think.parse(think), ns(ramp));
      }
      if (think != null) {
        throw FoliotException.usage(
            "phase " + number + " has a think time and no clients: give both");
      }
      if (rate == null && arrivals == null) {
        return new Traffic.Idle();
      }
      Arrivals spread = Arrivals.parse(arrivals == null ? "constant" : arrivals);
      if (rate != null) {
        return new Traffic.Open(Rate.parse(rate), spread);
      }
      return switch (spread) {
        case Arrivals.Ramp ramp -> new Traffic.Open(ramp.to(), spread);
        case Arrivals.Step step -> new Traffic.Open(step.rates().getLast(), spread);
        case Arrivals.Constant _,
            Arrivals.Poisson _,
            Arrivals.Burst _,
            Arrivals.Closed _,
            Arrivals.Trace _ ->
            throw FoliotException.usage(
                "phase " + number + " has arrivals and no rate: give one, as in 1k/s");
      };
    }
  }

  private static long whole(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  private static long ns(@Nullable String time) {
    return time == null ? 0 : TimeSpan.parseNs(time);
  }

  static PlanText read(Path file) {
    return Json.read(file, PlanText.class, SCHEMA);
  }

  static PlanText parse(String line) {
    return Json.parse(line, PlanText.class)
        .filter(plan -> plan.schema.equals(SCHEMA))
        .orElseThrow(() ->
            FoliotException.usage("this is no plan of this version: use one Foliot everywhere"));
  }

  void write(Path file) throws IOException {
    Json.write(file, this);
  }

  String line() {
    return Json.line(this);
  }

  static PlanText of(LoadPlan plan) {
    return new PlanText(
        SCHEMA,
        plan.target().toString(),
        ContentText.of(plan),
        plan.phases().stream().map(PhaseText::of).toList(),
        SendingText.of(plan.sending()),
        plan.seed(),
        ExecutionText.of(plan.execution()));
  }

  LoadPlan plan() {
    if (url == null) {
      throw FoliotException.usage("the plan has no url: write http://HOST:PORT");
    }
    try {
      List<LoadPhase> parts =
          IntStream.range(0, phases.size()).mapToObj(i -> phases.get(i).phase(i)).toList();
      Target target = Target.parse(url);
      RecordingText recording = content.recording();
      return new LoadPlan(
          target,
          content.templates(),
          content.sequences().stream().map(SequenceText::sequence).toList(),
          recording == null ? null : recording.recording(target),
          parts,
          sending.sending(),
          seed == null ? 1 : seed,
          execution.execution());
    } catch (BadOptionException e) {
      throw FoliotException.usage(Shown.text(e.getMessage(), 400));
    }
  }
}
