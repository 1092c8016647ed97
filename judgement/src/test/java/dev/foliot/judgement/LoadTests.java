package dev.foliot.judgement;

import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.run.Summary;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.load.LoadGenerator;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Load tests as they are stored, made up. */
public final class LoadTests {
  private static final long MS = 1_000_000;

  private LoadTests() {}

  /** Percentiles from p50 to p99.9, each twice the one before. */
  public static Percentiles figures(long p50Ns) {
    return new Percentiles(
        "ns",
        10_000,
        new Percentiles.Range(p50Ns / 2, p50Ns * 20, p50Ns * 1.1),
        Percentiles.usual(p50Ns, p50Ns * 3 / 2, p50Ns * 2, p50Ns * 4),
        Map.of("p99_99", new RunReason.TooFewBeyond(RunReason.TooFewBeyond.Unit.EPISODE, 1, 10)),
        Map.of(),
        Map.of());
  }

  /** A VALID fork of 100 requests a second with a p99 of 2 ms. */
  public static ForkRecord fork(int load, int number) {
    return fork(load, number, MS, MS, 100, Validity.valid());
  }

  public static ForkRecord fork(
      int load, int number, long responseP50Ns, long serviceP50Ns, double perS, Validity validity) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(0, load, number, "2026-11-27T10:00:00Z"),
        new ForkRecord.Messages(perS, 10_000, 10_000, 10_000, 0, 0, 0, 0),
        validity,
        new ForkRecord.Times(
            figures(responseP50Ns),
            figures(serviceP50Ns),
            figures(1_000),
            figures(1_000),
            figures(1_000),
            Map.of()),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Percentiles.empty("ns"), "none", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }

  public static LoadRecord open(double perS) {
    return new LoadRecord(
        new LoadRecord.Schedule(perS, Math.round(perS) + "/s", "poisson", 1),
        0,
        1_000 * MS,
        new LoadRecord.Work("HTTP/1.1", 1, "auto", 1),
        null,
        null);
  }

  public static LoadRecord closed(int clients) {
    return new LoadRecord(
        new LoadRecord.Schedule(0, "max", "closed", 1),
        0,
        1_000 * MS,
        new LoadRecord.Work("HTTP/1.1", 1, "auto", 1),
        null,
        clients);
  }

  /** A result; the requests of each fork are 10,000, and some of them failed. */
  public static LoadTestResult result(
      List<LoadRecord> loads, List<ForkRecord> forks, Map<String, Long> errors) {
    return result(loads, forks, errors, RequestWaits.NONE);
  }

  /** The same, with what the requests of each fork waited for. */
  public static LoadTestResult result(
      List<LoadRecord> loads,
      List<ForkRecord> forks,
      Map<String, Long> errors,
      RequestWaits waits) {
    RunRecord run =
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                "20261127-100000-aaaa",
                "load",
                List.of("foliot", "load", "http://127.0.0.1:8080/"),
                "http://127.0.0.1:8080/",
                "2026-11-27T10:00:00Z",
                "2026-11-27T10:01:00Z"),
            new RunRecord.Setup(List.of(new Arm("/jdk", "25", List.of(), null)), loads, Map.of()),
            new RunRecord.Result(
                Validity.worst(forks.stream().map(ForkRecord::validity).toList()),
                Summary.of(forks, 1, loads.size()),
                List.of(),
                null),
            List.of(),
            true);
    List<RequestsRecord> requests = new ArrayList<>();
    forks.forEach(fork -> requests.add(requests(errors, 0.2, waits)));
    return new LoadTestResult(
        run, forks, requests, Map.of(), Optional.empty(), Path.of("run"), false, List.of());
  }

  private static RequestsRecord requests(
      Map<String, Long> errors, @Nullable Double cpuShare, RequestWaits waits) {
    return new RequestsRecord(
        RequestsRecord.SCHEMA,
        new RequestsRecord.Exchange("measured", "HTTP/1.1", "127.0.0.1 port 8080"),
        new LoadGenerator(100, 100, 1, "epoll"),
        cpuShare,
        errors,
        List.of(new RequestKind("GET /", 10_000, errors, 1_000, 0L, figures(MS))),
        waits,
        List.of());
  }
}
