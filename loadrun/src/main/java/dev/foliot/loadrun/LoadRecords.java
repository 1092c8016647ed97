package dev.foliot.loadrun;

import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.judgement.Figures;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Traffic;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.load.RequestFiles;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.SlowRequest;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of one measured phase, in the form of a bench's fork: a request is a message, and
 * the parts of its service time are probes.
 */
final class LoadRecords {
  private static final double NS_PER_MS = 1e6;

  private final LoadResult result;
  private final int number;
  private final PhaseResult phase;
  private final List<TaggedInterval> intervals;
  private final ServerTimes inServer;

  /**
   * @param number of the phase in the result
   * @param intervals its histograms by time
   * @param inServer its slowest requests in the server
   */
  LoadRecords(LoadResult result, int number, List<TaggedInterval> intervals, ServerTimes inServer) {
    this.result = result;
    this.number = number;
    this.phase = result.phases().get(number);
    this.intervals = List.copyOf(intervals);
    this.inServer = inServer;
  }

  /** The record of a phase as a load. */
  static LoadRecord load(LoadPlan plan, int number) {
    LoadPhase phase = plan.phases().get(number);
    double perS = 0;
    String rate = "max";
    String arrivals = "closed";
    Integer clients = null;
    switch (phase.traffic()) {
      case Traffic.Open open -> {
        perS = open.meanPerS();
        rate =
            open.hasOwnRates()
                ? Rate.perSecond(Math.max(1, Math.round(perS))).toString()
                : open.rate().toString();
        arrivals = open.arrivals().toString();
      }
      case Traffic.Closed closed -> {
        arrivals = closed.toString();
        clients = closed.clients();
      }
      case Traffic.Idle _ -> arrivals = "idle";
    }
    return new LoadRecord(
        new LoadRecord.Schedule(perS, rate, arrivals, plan.seed()),
        warmUpNs(plan, number),
        phase.durationNs(),
        new LoadRecord.Work(
            plan.sending().protocol().label()
                + ", at most "
                + plan.sending().connections()
                + " connections",
            Math.max(1, plan.sending().loops()),
            "auto",
            plan.sending().timeoutNs()),
        null,
        clients);
  }

  private static long warmUpNs(LoadPlan plan, int number) {
    return plan.phases().stream()
        .limit(number)
        .filter(phase -> !phase.isMeasured())
        .mapToLong(LoadPhase::durationNs)
        .sum();
  }

  /**
   * The record of the fork.
   *
   * @param aborted why the load ended early; null where it did not
   */
  ForkRecord fork(int load, int number, String startedAt, LoadReason.@Nullable Aborted aborted) {
    Map<String, Percentiles> parts = new LinkedHashMap<>();
    List<String> percentiles = figures(Kind.RESPONSE).names();
    phase
        .times()
        .parts()
        .forEach((name, durations) -> parts.put(name, Figures.of(durations, percentiles)));
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(0, load, number, startedAt),
        new ForkRecord.Messages(
            phase.counts().achievedPerS(),
            phase.counts().intended(),
            phase.counts().sent(),
            phase.ok() + phase.failed(),
            Math.max(0, phase.counts().sent() - phase.ok() - phase.failed()),
            phase.counts().unsent(),
            0,
            0),
        aborted == null
            ? phase.validity()
            : Validity.worst(List.of(phase.validity(), Validity.of(Verdict.SUSPECT, aborted))),
        new ForkRecord.Times(
            figures(Kind.RESPONSE),
            figures(Kind.SERVICE),
            figures(Kind.LAG),
            figures(Kind.BACKLOG),
            figures(Kind.LATENESS),
            parts),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Figures.none(), "none", List.of()),
            null,
            conditions(),
            phase.loops().kernel(),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }

  private Percentiles figures(Kind kind) {
    return phase.times().figures().getOrDefault(kind.label(), Figures.none());
  }

  private Map<String, String> conditions() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("seed", Long.toString(result.seed()));
    texts.put("start_nano_time", Long.toString(result.startNanoTime() + phase.startNs()));
    texts.put("transport", result.generator().transport());
    texts.put("event_loops", Integer.toString(result.generator().loops()));
    texts.put("connections", Integer.toString(result.generator().connections()));
    texts.put("connected_at_start", Integer.toString(result.generator().connectedAtStart()));
    return texts;
  }

  /** The requests beside the times. */
  RequestsRecord requests(LoadPlan plan, String phaseName) {
    return new RequestsRecord(
        RequestsRecord.SCHEMA,
        new RequestsRecord.Exchange(phaseName, plan.sending().protocol().label(), result.address()),
        result.generator(),
        phase.loops().loopCpuShare(),
        phase.counts().errors(),
        phase.requests(),
        phase.times().waits().with(inServer.of(number, phase)),
        slowest(plan));
  }

  private List<SlowRequest> slowest(LoadPlan plan) {
    List<String> names = plan.names();
    return phase.slowest().stream()
        .limit(SlowRequest.KEPT)
        .map(one -> {
          int kind = (int) one.threadId();
          return new SlowRequest(
              names.get(kind),
              one.index(),
              one.intendedNs() / NS_PER_MS,
              one.responseNs(),
              one.endNs() - one.startNs(),
              inServer.trace(number, one),
              inServer.ns(number, one));
        })
        .toList();
  }

  /** Writes histograms and series. */
  void write(ForkFolder folder, String phaseName) {
    long startMs = result.startEpochMs() + phase.startNs() / 1_000_000;
    List<TaggedInterval> log = new ArrayList<>(intervals);
    int number = 0;
    for (var part : phase.times().parts().values()) {
      log.add(
          new TaggedInterval(
              "probe-" + number++, startMs, 0, phase.durationNs() / 1e9, part.histogram()));
    }
    folder.histograms(log);
    folder.series(SeriesInterval.COLUMNS, series());
    writeSlowest(folder);
    RequestFiles.writeSeries(folder, phase.series());
  }

  private void writeSlowest(ForkFolder folder) {
    if (!inServer.isLogged()) {
      folder.slowest(SlowestMessage.COLUMNS, phase.slowestRows());
      return;
    }
    List<String> columns = new ArrayList<>(SlowestMessage.COLUMNS);
    columns.add(SlowestMessage.PROBE + SlowestMessage.IN_SERVER);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < phase.slowest().size(); i++) {
      List<@Nullable Object> row = new ArrayList<>(phase.slowestRows().get(i));
      row.add(inServer.ns(number, phase.slowest().get(i)));
      rows.add(row);
    }
    folder.slowest(columns, rows);
  }

  /** A row for each interval, from its histograms: a message belongs to the interval of its end. */
  private List<List<@Nullable Object>> series() {
    Map<Double, Map<String, TaggedInterval>> byStart = new LinkedHashMap<>();
    for (TaggedInterval one : intervals) {
      Objects.requireNonNull(
              byStart.computeIfAbsent(one.startOffsetS(), s -> new LinkedHashMap<>()))
          .put(one.tag(), one);
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    byStart.forEach((startS, kinds) -> {
      Histogram response = histogram(kinds, Kind.RESPONSE);
      Histogram service = histogram(kinds, Kind.SERVICE);
      double lengthS = Objects.requireNonNull(kinds.get(Kind.RESPONSE.label())).lengthS();
      rows.add(
          Arrays.asList(
              startS * 1e3,
              (startS + lengthS) * 1e3,
              response.getTotalCount(),
              response.getValueAtPercentile(50),
              response.getValueAtPercentile(99),
              response.getMaxValue(),
              service.getValueAtPercentile(50),
              service.getValueAtPercentile(99),
              service.getMaxValue(),
              Math.round(histogram(kinds, Kind.BACKLOG).getMean()),
              histogram(kinds, Kind.LATENESS).getMaxValue()));
    });
    return rows;
  }

  private static Histogram histogram(Map<String, TaggedInterval> kinds, Kind kind) {
    return Objects.requireNonNull(kinds.get(kind.label()), kind.label()).histogram();
  }
}
