package dev.foliot.store.export;

import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A run in the formats of other tools. INVALID forks are left out of all of them: their numbers say
 * nothing about the system under test.
 *
 * <p>A series is one kind of duration of one arm under one load: {@code response}, {@code probe
 * NAME} …; with several arms its name begins with {@code arm N}, with several loads with {@code
 * load M}, with both with {@code arm N load M}, counted from 0, as in the summary of a run. Control
 * and formatting characters in the names of probes are replaced and long names cut; a name that
 * this changes has the tag of the probe after it, so that names stay apart. Safe for use by several
 * threads.
 */
public final class Export {
  private final ExportRun run;

  private Export(ExportRun run) {
    this.run = run;
  }

  /**
   * Reads a run.
   *
   * @throws StoreException where it cannot be read
   */
  public static Export of(StoredRun stored) {
    return new Export(ExportRun.of(stored));
  }

  /** The numbers of the forks that are left out, ascending. */
  public List<Integer> leftOut() {
    return run.leftOut();
  }

  /** The names of the series, in their order; none where every fork is left out. */
  public List<String> series() {
    return run.series().stream().map(ExportSeries::name).toList();
  }

  /** Where a series stands in {@link #series()}: by its name, or by its tag in the logs. */
  public Optional<Integer> find(String nameOrTag) {
    return IntStream.range(0, run.series().size())
        .boxed()
        .filter(i -> {
          ExportSeries one = run.series().get(i);
          return one.name().equals(nameOrTag) || one.tag().equals(nameOrTag);
        })
        .findFirst();
  }

  /** A name for a file of a series, made of its tag: nothing in it is from outside. */
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
   * Writes every interval of every fork as one HdrHistogram log, in the order of time, values in
   * nanoseconds. Tags are those of the forks' logs; with several arms or loads {@code
   * arm-N-load-M-} stands before them.
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

  /** Writes a line for each percentile of each series of each fork. */
  public void csv(OutputStream out) throws IOException {
    CsvExport.write(run, out);
  }
}
