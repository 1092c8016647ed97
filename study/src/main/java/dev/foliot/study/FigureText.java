package dev.foliot.study;

import java.util.Locale;

/** Figures of forks in words, as answers have them. Stateless. */
public final class FigureText {
  private static final double MB = 1e6;
  private static final double US = 1e3;
  private static final double MS = 1e6;

  private FigureText() {}

  /** {@code 1,000/s}. */
  public static String perS(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f/s" : "%,.0f/s", value);
  }

  /** {@code 8,003 per CPU-second}. */
  public static String perCpuS(double value) {
    return String.format(Locale.ROOT, "%,.0f per CPU-second", value);
  }

  /** {@code 0.3 s}. */
  public static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f s", value);
  }

  /** {@code 5.0 us}, of microseconds. */
  public static String us(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.1f us" : "%,.0f us", value);
  }

  /** {@code 1.2 %}, of a part of one. */
  public static String share(double value) {
    return String.format(Locale.ROOT, "%.1f %%", value * 100);
  }

  /** {@code 1,234}. */
  public static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** {@code 101.5 MB}. */
  public static String mb(double bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / MB);
  }

  /** A length of time in nanoseconds, in the unit that suits it. */
  public static String time(double ns) {
    return ns < US
        ? String.format(Locale.ROOT, "%.2f ns", ns)
        : ns < MS
            ? String.format(Locale.ROOT, "%.2f us", ns / US)
            : String.format(Locale.ROOT, "%.2f ms", ns / MS);
  }

  /** {@code 1 CPU}, {@code 2 CPUs}. */
  public static String cpus(int count) {
    return count + (count == 1 ? " CPU" : " CPUs");
  }

  /** {@code 0.05 ms}. */
  public static String task(long taskNs) {
    String written = String.format(Locale.ROOT, "%.3f", taskNs / MS);
    return written.replaceAll("\\.?0+$", "") + " ms";
  }
}
