package dev.foliot.checks.fleets;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a large simulated fleet as Parquet.
 *
 * <p>It has 10,000 nodes × 1,440 points, a minute apart, × 4 metrics ({@code cpu}, {@code rps},
 * {@code heap_mb}, {@code threads}); an eighth of the nodes needs half the CPU of the others per
 * request. Random numbers are DuckDB's hash of node, point and seed: a seed gives the same file
 * with the same version of DuckDB.
 */
public final class ScaleData {
  private ScaleData() {}

  /**
   * Writes it; that takes about 20 s and 400 MB.
   *
   * @param args the file, optionally nodes, points and seed
   * @throws IOException if it cannot be written
   */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.out.println("FILE.parquet [NODES [POINTS [SEED]]]");
      return;
    }
    int nodes = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
    int points = args.length > 2 ? Integer.parseInt(args[2]) : 1_440;
    long seed = args.length > 3 ? Long.parseLong(args[3]) : 1;
    write(Path.of(args[0]), nodes, points, seed);
    System.out.println(
        "simulated: " + nodes + " nodes x " + points + " points x 4 metrics, seed " + seed);
  }

  static void write(Path file, int nodes, int points, long seed) throws IOException {
    FleetFile.run(
        "SET preserve_insertion_order = false",
        // Uniform between -1 and 1.
        "CREATE MACRO chance(node, point, which) AS"
            + " (hash(node * 1000003 + point, which + 10 * "
            + seed
            + ") % 2000001)::DOUBLE / 1e6 - 1",
        "CREATE TABLE nodes AS SELECT n AS number, printf('sim-%05d', n) AS node,"
            + " chance(n, -1, 5) < -0.75 AS fast, 100 * (1 + 0.2 * chance(n, -1, 6)) AS mean_rps,"
            + " 1 + 0.05 * (chance(n, -1, 7) + chance(n, -1, 8) + chance(n, -1, 9)) AS own"
            + " FROM range("
            + nodes
            + ") AS t(n)",
        "COPY (SELECT node, TIMESTAMP '2026-03-01' + to_minutes(p) AS time,"
            + " 'simulated' AS simulated, 'type-' || number % 3 AS instance_type,"
            + " mean_rps * (1 + 0.3 * sin(p / 229.2) + 0.1 * chance(number, p, 1)) AS rps,"
            + " rps * own * (CASE WHEN fast THEN 0.002 ELSE 0.004 END)"
            + " * (1 + 0.1 * chance(number, p, 2)) AS cpu,"
            + " 500 + 100 * chance(number, p, 3) AS heap_mb,"
            + " 200 + 20 * chance(number, p, 4) AS threads"
            + " FROM nodes, range("
            + points
            + ") AS t(p)) TO "
            + FleetFile.quoted(file)
            + " (FORMAT parquet)");
  }
}
