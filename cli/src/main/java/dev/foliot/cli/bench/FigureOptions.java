package dev.foliot.cli.bench;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Jitter;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.Percentiles;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which figures a bench has besides the usual ones. */
final class FigureOptions {
  private static final int MOST = 12;
  private static final Pattern PERCENTILE = Pattern.compile("p?([0-9]{1,3}(?:\\.[0-9]{1,20})?)");

  @Option(
      names = "--percentiles",
      paramLabel = "LIST",
      description =
          "The percentiles to show, as in 50,95,99.999 (50,90,99,99.9,99.99, and 99.999 of a"
              + " million messages).")
  private @Nullable String percentiles;

  @Option(
      names = "--alloc",
      description = "Count the bytes that a message allocates, in all threads of the fork's JVM.")
  private boolean alloc;

  @Option(
      names = "--jitter",
      paramLabel = "HOW",
      description =
          "How the recorder of the JVM's stalls waits: spin, as JLBH's jitter thread, sleep or auto"
              + " (auto).")
  private @Nullable String jitter;

  boolean alloc() {
    return alloc;
  }

  /**
   * How the pause meter waits.
   *
   * @throws BadOptionException for a text that says no way
   */
  Jitter.Mode jitter() {
    return jitter == null ? Jitter.Mode.AUTO : Jitter.Mode.parse(jitter);
  }

  /**
   * The names of the percentiles, ascending; empty if none are given.
   *
   * @throws BadOptionException for any other text, with the fix
   */
  List<String> percentiles() {
    if (percentiles == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (String one : percentiles.split(",", -1)) {
      String name = name(one.strip());
      if (names.contains(name)) {
        throw new BadOptionException(
            "--percentiles has " + Words.shown(one.strip()) + " twice: give it once");
      }
      names.add(name);
    }
    if (names.size() > MOST) {
      throw new BadOptionException(
          "--percentiles takes at most " + MOST + " percentiles, not " + names.size());
    }
    return Percentiles.names(names).stream().filter(names::contains).toList();
  }

  private static String name(String text) {
    Matcher matcher = PERCENTILE.matcher(text);
    if (matcher.matches()) {
      BigDecimal percent = new BigDecimal(matcher.group(1));
      if (percent.stripTrailingZeros().scale() > Percentiles.MOST_DECIMALS) {
        throw new BadOptionException(
            "percentile '%s' has more than %d decimals: round it, as in 99.999"
                .formatted(Words.shown(text), Percentiles.MOST_DECIMALS));
      }
      if (percent.signum() > 0 && percent.compareTo(BigDecimal.valueOf(100)) < 0) {
        return Percentiles.name(percent);
      }
    }
    throw new BadOptionException(
        "invalid percentile '%s': give numbers above 0 and below 100, as in --percentiles 50,99.9"
            .formatted(Words.shown(text)));
  }
}
