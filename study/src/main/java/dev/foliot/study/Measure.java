package dev.foliot.study;

import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What a study can tell of its arms, by who tells it. */
public enum Measure {
  /** Answers a second. */
  THROUGHPUT("throughput", Source.DRIVER),
  /** What those who asked waited. */
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
  /** Memory in RAM, as a whole. */
  RSS("rss", Source.KERNEL),
  /** What the threads of a built-in service do, and what its pool decides. */
  POOL("pool", Source.SERVICE),
  /** The work of the collector. */
  GC("gc", Source.FLIGHT_RECORDER),
  /** What goes wrong with the scheduler of virtual threads, and stalls of our pool. */
  VIRTUAL_THREADS("virtual-threads", Source.FLIGHT_RECORDER),
  /** What RSS is made of. */
  MEMORY("memory", Source.BOOKS);

  /** Who tells a measure; what one source tells costs the same, be it asked for in part or all. */
  enum Source {
    /** The load driver, without which there is no study. */
    DRIVER,
    /** The kernel's files on processes and threads. */
    KERNEL,
    /** The service, asked over HTTP. */
    SERVICE,
    /** A flight recording in the service's JVM. */
    FLIGHT_RECORDER,
    /** HotSpot's books of its memory and the kernel's maps. */
    BOOKS
  }

  private final String label;
  private final Source source;

  Measure(String label, Source source) {
    this.label = label;
    this.source = source;
  }

  /** As users write it. */
  public String label() {
    return label;
  }

  Source source() {
    return source;
  }

  /**
   * The measure of a name.
   *
   * @throws LabException if there is none, with those that there are
   */
  public static Measure parse(String text) {
    return Arrays.stream(values())
        .filter(measure -> measure.label.equals(text))
        .findFirst()
        .orElseThrow(() ->
            LabException.usage(
                "there is no measure '"
                    + Shown.text(text, 60)
                    + "'; choose among "
                    + Arrays.stream(values())
                        .map(Measure::label)
                        .collect(Collectors.joining(", "))));
  }
}
