package dev.foliot.stats;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Prints the rows of {@link DipTable}. Not run by the build:
 *
 * <pre>
 * mvn -B -q -pl stats -am -DskipTests package
 * mvn -B -q -pl stats dependency:build-classpath -Dmdep.outputFile=target/cp
 * java -cp stats/target/classes:stats/target/test-classes:$(cat stats/target/cp) \
 *     dev.foliot.stats.DipDraws 50000 1
 * </pre>
 */
final class DipDraws {
  private DipDraws() {}

  public static void main(String[] args) {
    print(Integer.parseInt(args[0]), Long.parseLong(args[1]), System.out);
  }

  private static void print(int draws, long seed, PrintStream out) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int n : DipTable.SIZES) {
      double[] dips = new double[draws];
      Arrays.setAll(dips, i -> Dip.statistic(random.doubles(n).toArray()));
      Arrays.sort(dips);
      StringBuilder row = new StringBuilder("{");
      for (double share : DipTable.SHARES) {
        double root = Math.sqrt(n) * dips[(int) Math.ceil(share * draws) - 1];
        row.append(String.format(Locale.ROOT, "%s%.4f", row.length() == 1 ? "" : ", ", root));
      }
      out.println(row.append("}, // ").append(n));
    }
  }
}
