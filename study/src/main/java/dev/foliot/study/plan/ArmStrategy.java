package dev.foliot.study.plan;

import dev.foliot.service.Jdk;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The threads of a built-in service, as in its option {@code --strategy}.
 *
 * @param text {@code virtual}, {@code adaptive}, {@code adaptive-virtual}, {@code fixed:N}, {@code
 *     fixed:cpus} for as many threads as the service has CPUs, or {@code cached}
 */
public record ArmStrategy(String text) {
  private static final Set<String> VIRTUAL = Set.of("virtual", "adaptive-virtual");
  private static final String FIXED_CPUS = "fixed:cpus";
  private static final Set<String> OTHERS = Set.of("adaptive", "cached", FIXED_CPUS);
  private static final Pattern FIXED = Pattern.compile("fixed:([0-9]{1,6})");
  private static final int VIRTUAL_THREADS_SINCE = 21;

  /**
   * Checks the text.
   *
   * @throws FoliotException for an unknown strategy, with the known ones
   */
  public ArmStrategy {
    Matcher fixed = FIXED.matcher(text);
    if (!VIRTUAL.contains(text) && !OTHERS.contains(text)) {
      if (!text.startsWith("fixed")) {
        throw FoliotException.usage(
            "there is no arm '"
                + Shown.text(text)
                + "': choose among virtual, adaptive, adaptive-virtual, fixed:N and cached");
      }
      if (!fixed.matches() || Integer.parseInt(fixed.group(1)) < 1) {
        throw FoliotException.usage(
            "'"
                + Shown.text(text)
                + "' says not how many threads: write fixed:N with 1 to 999999, as in fixed:50");
      }
    }
  }

  /**
   * Checks that a JDK supports it.
   *
   * @throws FoliotException if not
   */
  public void mustRunOn(Jdk jdk) {
    if (!runsOn(jdk)) {
      throw FoliotException.usage(
          "arm "
              + text
              + " needs JDK 21 or later, and "
              + jdk.home()
              + " is "
              + jdk.version()
              + ": give another --jdk, or leave the arm out of --arms");
    }
  }

  /**
   * The form for a service with a number of CPUs.
   *
   * @param cpus 1 or more
   */
  public String on(int cpus) {
    return text.equals(FIXED_CPUS) ? "fixed:" + cpus : text;
  }

  /** Whether a JDK supports it, or has an unknown version. */
  public boolean runsOn(Jdk jdk) {
    return !VIRTUAL.contains(text) || jdk.feature() == 0 || jdk.feature() >= VIRTUAL_THREADS_SINCE;
  }

  /** Whether it has a pool that records its decisions with reasons. */
  boolean decides() {
    return text.startsWith("adaptive");
  }
}
