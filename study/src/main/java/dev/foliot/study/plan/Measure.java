package dev.foliot.study.plan;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The measures of a study, by source. */
public enum Measure {
  /** Answers a second. */
  THROUGHPUT("throughput", Source.DRIVER),
  /** Response times of the clients. */
  RESPONSE("response", Source.DRIVER),
  /** Failed requests by kind. */
  ERRORS("errors", Source.DRIVER),
  /** CPU time, of user and system, and per request. */
  CPU("cpu", Source.KERNEL),
  /** Context switches. */
  SWITCHES("switches", Source.KERNEL),
  /** How long threads that are ready wait for a CPU. */
  RUN_QUEUE("run-queue", Source.KERNEL),
  /** Platform threads and carriers. */
  THREADS("threads", Source.KERNEL),
  /** Total resident memory. */
  RSS("rss", Source.KERNEL),
  /** The activity of a built-in service's threads, and its pool's decisions. */
  POOL("pool", Source.SERVICE),
  /** The work of the collector. */
  GC("gc", Source.FLIGHT_RECORDER),
  /** Problems of the virtual thread scheduler, and stalls of Foliot's pool. */
  VIRTUAL_THREADS("virtual-threads", Source.FLIGHT_RECORDER),
  /** The parts of RSS. */
  MEMORY("memory", Source.BOOKS),
  /** What its threads wait for, in the first fork of each arm and load, after it was measured. */
  DIAGNOSIS("diagnosis", Source.DIAGNOSIS);

  /** The source of a measure; all measures of one source together cost the same as one. */
  enum Source {
    /** The load driver, which every study needs. */
    DRIVER,
    /** The kernel's files on processes and threads. */
    KERNEL,
    /** The service, asked over HTTP. */
    SERVICE,
    /** A flight recording in the service's JVM. */
    FLIGHT_RECORDER,
    /** HotSpot's native memory tracking and the kernel's maps. */
    BOOKS,
    /** A diagnosis from outside, when the measured load is over. */
    DIAGNOSIS
  }

  private final String label;
  private final Source source;

  Measure(String label, Source source) {
    this.label = label;
    this.source = source;
  }

  /** Its name on the command line. */
  public String label() {
    return label;
  }

  Source source() {
    return source;
  }

  /**
   * The measure of a name.
   *
   * @throws FoliotException for an unknown one, with the known ones
   */
  public static Measure parse(String text) {
    return Arrays.stream(values())
        .filter(measure -> measure.label.equals(text))
        .findFirst()
        .orElseThrow(() ->
            FoliotException.usage(
                "there is no measure '"
                    + Shown.text(text, 60)
                    + "'; choose among "
                    + Arrays.stream(values())
                        .map(Measure::label)
                        .collect(Collectors.joining(", "))));
  }
}
