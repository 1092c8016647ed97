package dev.foliot.store.export;

import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Exports a run in the formats of other tools. All leave out INVALID forks, whose numbers say
 * nothing about the system under test.
 *
 * <p>A series is one kind of duration, for one arm and load: {@code response}, {@code probe NAME}
 * …. With several arms its name begins with {@code arm N}, with several loads with {@code load M},
 * with both with {@code arm N load M}. They count from 0, as in the summary of a run. In probe
 * names, control and formatting characters are replaced and long names cut. A changed name gets the
 * tag of its probe, to stay unique. Safe for use by several threads.
 */
public final class Export {
  private final ExportRun run;

  private Export(ExportRun run) {
    this.run = run;
  }

  /**
   * Reads a run.
   *
   * @throws dev.foliot.store.StoreException if it is unreadable
   */
  public static Export of(StoredRun stored) {
    return new Export(ExportRun.of(stored));
  }

  /** The numbers of the forks left out, ascending. */
  public List<Integer> leftOut() {
    return run.leftOut();
  }

  /** The names of the series in order; empty if every fork is left out. */
  public List<String> series() {
    return run.series().stream().map(ExportSeries::name).toList();
  }

  /** The index of a series in {@link #series()}, by its name or its tag in the logs. */
  public Optional<Integer> find(String nameOrTag) {
    return IntStream.range(0, run.series().size())
        .boxed()
        .filter(i -> {
          ExportSeries one = run.series().get(i);
          return one.name().equals(nameOrTag) || one.tag().equals(nameOrTag);
        })
        .findFirst();
  }

  /** A file name for a series, from its tag, without foreign text. */
  public String fileName(int series) {
    return run.series().get(series).tag();
  }

  /**
   * Writes one series as HdrHistogram's percentile distribution ({@code .hgrm}), over all forks,
   * values in microseconds.
   */
  public void hgrm(int series, OutputStream out) throws IOException {
    HgrmExport.write(run, run.series().get(series), out);
  }

  /**
   * Writes all intervals of all forks as one HdrHistogram log in order of time, in nanoseconds.
   * Tags are those of the forks' logs; with several arms or loads, they get the prefix {@code
   * arm-N-load-M-}.
   */
  public void hlog(OutputStream out) throws IOException {
    HlogExport.write(run, out);
  }

  /** Writes JMH's JSON, mode {@code sample}: one entry per series. */
  public void jmh(OutputStream out) throws IOException {
    JmhExport.write(run, out);
  }

  /** Writes github-action-benchmark's {@code customSmallerIsBetter}: one entry per percentile. */
  public void smaller(OutputStream out) throws IOException {
    SmallerExport.write(run, out);
  }

  /** Writes TeamCity's service messages: a statistic of the build for each percentile. */
  public void teamCity(OutputStream out) throws IOException {
    TeamCityExport.write(run, out);
  }

  /** Writes Prometheus's text format: summaries in seconds. */
  public void prometheus(OutputStream out) throws IOException {
    PrometheusExport.write(run, out);
  }

  /** Whether the run is a load test, which {@link #k6} needs. */
  public boolean hasRequests() {
    return K6Export.suits(run);
  }

  /** Writes a load test as k6's summary in JSON. */
  public void k6(OutputStream out) throws IOException {
    K6Export.write(run, out);
  }

  /** Writes a line for each percentile of each series of each fork. */
  public void csv(OutputStream out) throws IOException {
    CsvExport.write(run, out);
  }
}
