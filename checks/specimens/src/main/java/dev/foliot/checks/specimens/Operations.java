package dev.foliot.checks.specimens;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The progress of a specimen's threads.
 *
 * @param ns since they were started, in nanoseconds
 * @param threads by their names
 */
public record Operations(long ns, Map<String, Count> threads) {
  private static final Pattern TIME = Pattern.compile("\\{\"ns\":(\\d+),");
  private static final Pattern THREAD =
      Pattern.compile("\"([^\"]+)\":\\{\"ops\":(\\d+),\"cpu_ns\":(-?\\d+)\\}");

  /** Keeps a copy. */
  public Operations {
    threads = Map.copyOf(threads);
  }

  /**
   * The progress of one thread.
   *
   * @param ops rounds of its work since it was started
   * @param cpuNs CPU time, in nanoseconds; -1 for a virtual thread
   */
  public record Count(long ops, long cpuNs) {}

  /** A thread's operations per second of wall time since an earlier reading. */
  public double perSecondSince(Operations earlier, String thread) {
    return 1e9 * (of(thread).ops() - earlier.of(thread).ops()) / (ns - earlier.ns);
  }

  /**
   * All threads' operations per second of their CPU time since an earlier reading.
   *
   * @throws IllegalArgumentException if a thread's CPU time is unknown, or was not used
   */
  public double perCpuSecondSince(Operations earlier) {
    long ops = 0;
    long cpuNs = 0;
    for (Map.Entry<String, Count> thread : threads.entrySet()) {
      Count before = earlier.of(thread.getKey());
      if (thread.getValue().cpuNs() < 0) {
        throw new IllegalArgumentException("no CPU time of " + thread.getKey());
      }
      ops += thread.getValue().ops() - before.ops();
      cpuNs += thread.getValue().cpuNs() - before.cpuNs();
    }
    if (cpuNs <= 0) {
      throw new IllegalArgumentException("no CPU time was used");
    }
    return 1e9 * ops / cpuNs;
  }

  private Count of(String thread) {
    Count count = threads.get(thread);
    if (count == null) {
      throw new IllegalArgumentException("no thread " + thread + " among " + threads.keySet());
    }
    return count;
  }

  /** As one line of JSON. */
  public String json() {
    return new TreeMap<>(threads)
        .entrySet().stream()
            .map(thread ->
                Json.text(thread.getKey())
                    + ":{\"ops\":"
                    + thread.getValue().ops()
                    + ",\"cpu_ns\":"
                    + thread.getValue().cpuNs()
                    + "}")
            .collect(joining(",", "{\"ns\":" + ns + ",\"threads\":{", "}}"));
  }

  /**
   * Parses the output of {@link #json}.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static Operations ofJson(String json) {
    Matcher time = TIME.matcher(json);
    if (!time.lookingAt()) {
      throw new IllegalArgumentException("not a count of operations: " + json);
    }
    Map<String, Count> threads = new TreeMap<>();
    Matcher thread = THREAD.matcher(json);
    while (thread.find()) {
      threads.put(
          thread.group(1),
          new Count(Long.parseLong(thread.group(2)), Long.parseLong(thread.group(3))));
    }
    return new Operations(Long.parseLong(time.group(1)), threads);
  }
}
