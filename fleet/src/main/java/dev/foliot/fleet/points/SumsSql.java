package dev.foliot.fleet.points;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The query for the sums: {@code sums.sql} with its slots filled, the same for every engine. Public
 * for the check that runs it on another one.
 */
public final class SumsSql {
  private static final String RESOURCE = "sums.sql";

  private SumsSql() {}

  /**
   * The query.
   *
   * @param points the name of a table or view, of letters
   * @param firstUs the start of the first window
   * @param windowUs the length of each
   * @param others the number of further metrics, {@code o0} and so on
   * @param labels the number of labels, {@code l0} and so on
   */
  public static String text(String points, long firstUs, long windowUs, int others, int labels) {
    StringBuilder otherSums = new StringBuilder();
    for (int i = 0; i < others; i++) {
      otherSums.append(",\n  SUM(o%1$d) AS o%1$d_sum,\n  COUNT(o%1$d) AS o%1$d_n".formatted(i));
    }
    StringBuilder labelEnds = new StringBuilder();
    for (int i = 0; i < labels; i++) {
      labelEnds.append(",\n  MIN(l%1$d) AS l%1$d_min,\n  MAX(l%1$d) AS l%1$d_max".formatted(i));
    }
    return template()
        .replace("${others}", otherSums)
        .replace("${labels}", labelEnds)
        .replace("${first}", "CAST(" + firstUs + " AS BIGINT)")
        .replace("${window}", "CAST(" + windowUs + " AS BIGINT)")
        .replace("${points}", points);
  }

  private static String template() {
    try (InputStream in = SumsSql.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing beside its class");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
