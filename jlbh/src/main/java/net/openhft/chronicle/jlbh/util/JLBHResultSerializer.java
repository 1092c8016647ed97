package net.openhft.chronicle.jlbh.util;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import net.openhft.chronicle.jlbh.JLBHResult;
import org.jspecify.annotations.Nullable;

/** Writes the last run of a result as a table, in nanoseconds. */
public class JLBHResultSerializer {
  /** The usual name of a task's own probe. */
  public static final String THE_PROBE = "theProbe";

  /** The usual name of the file. */
  public static final String RESULT_CSV = "result.csv";

  /** The row of the messages from end to end. */
  public static final String END_TO_END = "endToEnd";

  /** The row of the JVM's stalls. */
  public static final String OS_JITTER = "OSJitter";

  private static final String HEADER =
      ",50th p-le,90th p-le,99th p-le,999th p-le,9999th p-le,Worst,\n";

  /** Not needed: all methods are static. */
  public JLBHResultSerializer() {}

  /** Writes to {@link #RESULT_CSV}. */
  public static void runResultToCSV(JLBHResult jlbhResult) throws IOException {
    runResultToCSV(jlbhResult, RESULT_CSV);
  }

  /** Writes to a file, with all probes. */
  public static void runResultToCSV(JLBHResult jlbhResult, String fileName) throws IOException {
    runResultToCSV(jlbhResult, fileName, jlbhResult.probeNames(), true);
  }

  /** Writes to a file, with one probe. */
  public static void runResultToCSV(JLBHResult jlbhResult, String fileName, String probeName)
      throws IOException {
    runResultToCSV(jlbhResult, fileName, java.util.List.of(probeName), true);
  }

  /**
   * Writes to a file.
   *
   * @param namesOfProbes the probes; those that the result lacks are left out
   * @param includeOsJitter whether the JVM's stalls get a row
   */
  public static void runResultToCSV(
      JLBHResult jlbhResult,
      String fileName,
      Iterable<String> namesOfProbes,
      boolean includeOsJitter)
      throws IOException {
    try (Writer out = Files.newBufferedWriter(Path.of(fileName))) {
      out.write(HEADER);
      row(out, END_TO_END, jlbhResult.endToEnd());
      for (String name : namesOfProbes) {
        JLBHResult.ProbeResult probe = jlbhResult.probe(name).orElse(null);
        if (probe != null) {
          row(out, name, probe);
        }
      }
      JLBHResult.ProbeResult jitter = jlbhResult.osJitter().orElse(null);
      if (includeOsJitter && jitter != null) {
        row(out, OS_JITTER, jitter);
      }
    }
  }

  private static void row(Writer out, String name, JLBHResult.ProbeResult probe)
      throws IOException {
    JLBHResult.RunResult last = probe.summaryOfLastRun();
    out.write(name.replace(',', ' ') + ",");
    out.write(ns(last.get50thPercentile()) + ns(last.get90thPercentile()));
    out.write(ns(last.get99thPercentile()) + ns(last.get999thPercentile()));
    out.write(ns(last.get9999thPercentile()) + ns(last.getWorst()));
    out.write('\n');
  }

  private static String ns(@Nullable Duration duration) {
    return duration == null ? "," : duration.toNanos() + ",";
  }
}
