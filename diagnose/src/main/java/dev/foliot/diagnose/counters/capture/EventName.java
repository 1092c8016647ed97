package dev.foliot.diagnose.counters.capture;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed name of an event as perf prints it (perf-list(1)).
 *
 * @param name without modifiers and PMU; a kernel-only event is separate and ends with {@code :k}
 * @param pmu such as {@code cpu_core}; empty for none
 * @param userOnly whether its modifiers exclude the kernel
 */
record EventName(String name, String pmu, boolean userOnly) {
  static final String BIG = "cpu_core";
  static final String LITTLE = "cpu_atom";

  private static final String KERNEL = ":k";

  private static final Pattern OF_CPU =
      Pattern.compile("(cpu|cpu_core|cpu_atom|armv[0-9a-z_]{1,40})/([^/]{1,300})/([A-Za-z]{0,12})");
  private static final Pattern GIVEN = Pattern.compile("(?:^|,)name=([^,]{1,200})");
  private static final Pattern MODIFIED = Pattern.compile("([^/]{1,300}):([ukhGHpPDISeWb]{1,12})");

  static EventName of(String printed) {
    String text = printed.strip();
    Matcher cpu = OF_CPU.matcher(text);
    if (cpu.matches()) {
      return named(inner(cpu.group(2), text), cpu.group(1), cpu.group(3));
    }
    Matcher modified = MODIFIED.matcher(text);
    return modified.matches()
        ? named(modified.group(1), "", modified.group(2))
        : new EventName(text, "", false);
  }

  /** A raw encoding is its own name. */
  private static String inner(String terms, String whole) {
    Matcher given = GIVEN.matcher(terms);
    if (given.find()) {
      return given.group(1);
    }
    int comma = terms.indexOf(',');
    String first = comma < 0 ? terms : terms.substring(0, comma);
    return first.contains("=") ? whole : first;
  }

  private static EventName named(String name, String pmu, String modifiers) {
    boolean user = modifiers.contains("u");
    boolean kernel = modifiers.contains("k");
    return new EventName(kernel && !user ? name + KERNEL : name, pmu, user && !kernel);
  }
}
