package dev.foliot.cli.frame;

import dev.foliot.bench.BadOptionException;
import dev.foliot.cli.screen.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The rates that a user wrote in one word. */
public final class Rates {
  private static final Pattern THOUSANDS =
      Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+(?:\\.[0-9]+)?[kM]?(?:/(?:s|min|h))?");

  private Rates() {}

  /**
   * Takes {@code 10k/s,20k/s,40k/s} apart.
   *
   * @throws BadOptionException if a comma has no rate beside it
   */
  public static List<String> parse(String text) {
    if (THOUSANDS.matcher(text.strip()).matches()) {
      throw new BadOptionException(
          "'"
              + Words.shown(text)
              + "' has a comma for thousands: write "
              + text.strip().replace(",", "")
              + ", or several rates as in 10k/s,20k/s");
    }
    List<String> rates = new ArrayList<>();
    for (String rate : text.split(",", -1)) {
      if (rate.isBlank() && text.contains(",")) {
        throw new BadOptionException(
            "'" + Words.shown(text) + "' lacks a rate beside a comma: write 10k/s,20k/s,40k/s");
      }
      rates.add(rate.strip());
    }
    return rates;
  }
}
