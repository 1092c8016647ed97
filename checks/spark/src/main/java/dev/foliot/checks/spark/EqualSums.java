package dev.foliot.checks.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the query for the fleet's sums on Spark SQL and compares each sum with DuckDB's. The points
 * come from {@code EngineSumsTest} of {@code checks/fleets}.
 */
public final class EqualSums {
  private static final double TOLERANCE = 1e-9;

  private final Map<String, Row> expected = new HashMap<>();
  private long compared;
  private double greatest;

  private EqualSums() {}

  /**
   * Compares; the exit code is 1 if a sum differs.
   *
   * @param args the folder with points.parquet, sums.sql and sums.parquet
   * @throws IOException if the query is unreadable
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]).toAbsolutePath().normalize();
    if (!Files.exists(folder.resolve("sums.sql"))) {
      System.err.println("nothing is in " + folder + ": run EngineSumsTest of checks/fleets first");
      System.exit(2);
    }
    try (SparkSession spark =
        SparkSession.builder()
            .appName("foliot-sums")
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.ansi.enabled", "true")
            .config("spark.sql.shuffle.partitions", "4")
            .getOrCreate()) {
      System.exit(new EqualSums().compare(spark, folder) ? 0 : 1);
    }
  }

  private boolean compare(SparkSession spark, Path folder) throws IOException {
    // In seven parts, which changes the order of the additions.
    spark
        .read()
        .parquet(folder.resolve("points.parquet").toString())
        .repartition(7)
        .createOrReplaceTempView("points");
    Dataset<Row> sums = spark.sql(Files.readString(folder.resolve("sums.sql")));
    Dataset<Row> duckdb = spark.read().parquet(folder.resolve("sums.parquet").toString());
    duckdb.collectAsList().forEach(row -> expected.put(key(row), row));
    List<Row> rows = sums.collectAsList();
    boolean equal = rows.size() == expected.size();
    for (Row row : rows) {
      Row other = expected.get(key(row));
      equal &= other != null && same(row, other, sums.columns());
    }
    System.out.printf(
        Locale.ROOT,
        "Spark %s and DuckDB: %d rows and %d rows, %d values compared, greatest relative"
            + " difference %.1e, %s%n",
        spark.version(),
        rows.size(),
        expected.size(),
        compared,
        greatest,
        equal ? "equal to 1e-9" : "NOT EQUAL");
    return equal;
  }

  private static String key(Row row) {
    return row.getAs("node") + "|" + row.getAs("lifetime") + "|" + row.getAs("win");
  }

  private boolean same(Row row, Row other, String[] columns) {
    boolean same = true;
    for (String column : columns) {
      Object one = row.getAs(column);
      Object two = other.getAs(column);
      compared++;
      if (one instanceof Double first && two instanceof Double second) {
        double scale = Math.max(Math.abs(first), Math.abs(second));
        double difference = scale == 0 ? 0 : Math.abs(first - second) / scale;
        greatest = Math.max(greatest, difference);
        same &= difference <= TOLERANCE;
      } else {
        same &= Objects.equals(one, two);
      }
    }
    if (!same) {
      System.out.println("Spark " + row + "\nDuckDB " + other);
    }
    return same;
  }
}
