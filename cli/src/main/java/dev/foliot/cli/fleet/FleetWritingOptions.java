package dev.foliot.cli.fleet;

import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the cells of text files are written. */
final class FleetWritingOptions {
  @Option(
      names = "--decimal",
      paramLabel = "SIGN",
      description = "The sign before decimals, . or , (as the cells tell).")
  private @Nullable String decimal;

  @Option(
      names = "--dates",
      paramLabel = "ORDER",
      description = "What comes first in 01/02/2026: day-first or month-first.")
  private @Nullable String dates;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "Of text, as windows-1252 (UTF-8, or UTF-16 with a mark).")
  private @Nullable String encoding;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      split = ",",
      description = "Names the columns of a table without a line of names: time,node,cpu.")
  private List<String> columns = new ArrayList<>();

  FleetRequest.Writing writing() {
    return new FleetRequest.Writing(decimal(), order(), charset(), columns);
  }

  /** Whether the user names the columns. */
  boolean namesColumns() {
    return !columns.isEmpty();
  }

  private NumberText.@Nullable Decimal decimal() {
    if (decimal == null) {
      return null;
    }
    return switch (decimal.strip()) {
      case ".", "point" -> NumberText.Decimal.POINT;
      case ",", "comma" -> NumberText.Decimal.COMMA;
      default ->
          throw FoliotException.usage("--decimal is . or , and not '" + Shown.text(decimal) + "'");
    };
  }

  private TimeText.@Nullable Order order() {
    if (dates == null) {
      return null;
    }
    return switch (dates.strip()) {
      case "day-first" -> TimeText.Order.DAY_FIRST;
      case "month-first" -> TimeText.Order.MONTH_FIRST;
      default ->
          throw FoliotException.usage(
              "--dates is day-first or month-first, and not '" + Shown.text(dates) + "'");
    };
  }

  private @Nullable Charset charset() {
    try {
      return encoding == null ? null : Charset.forName(encoding.strip());
    } catch (IllegalArgumentException e) {
      throw FoliotException.usage(
          "--encoding: '"
              + Shown.text(encoding)
              + "' is unknown here: write one such as windows-1252 or ISO-8859-15");
    }
  }
}
