package dev.foliot.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** The session that reads as DuckDB does. */
final class Sessions {
  /** What the texts and the answers depend on. */
  private static final Map<String, String> NEEDED = new LinkedHashMap<>();

  /** What the user's own settings may change. */
  private static final Map<String, String> USUAL = new LinkedHashMap<>();

  static {
    NEEDED.put("spark.sql.ansi.enabled", "true");
    NEEDED.put("spark.sql.ansi.doubleQuotedIdentifiers", "true");
    NEEDED.put("spark.sql.session.timeZone", "UTC");
    NEEDED.put("spark.sql.caseSensitive", "false");
    // a file that is lost or broken is an error, never fewer rows
    NEEDED.put("spark.sql.files.ignoreMissingFiles", "false");
    NEEDED.put("spark.sql.files.ignoreCorruptFiles", "false");
    NEEDED.put("spark.sql.parquet.binaryAsString", "true");
    NEEDED.put("spark.sql.legacy.parquet.nanosAsLong", "true");
    // otherwise a row with too few cells is noticed only if the last one is needed
    NEEDED.put("spark.sql.csv.parser.columnPruning.enabled", "false");
    NEEDED.put("spark.sql.csv.filterPushdown.enabled", "false");
    USUAL.put("spark.ui.enabled", "false");
    USUAL.put("spark.master", "local[*]");
    // an address where nobody answers is an error after seconds, and not after minutes
    USUAL.put("spark.hadoop.fs.s3a.retry.limit", "4");
    USUAL.put("spark.hadoop.fs.s3a.attempts.maximum", "3");
    // the first rows of many parts are one job, and not one after the other
    USUAL.put("spark.sql.limit.initialNumPartitions", "32");
    USUAL.put("spark.sql.optimizer.canChangeCachedPlanOutputPartitioning", "true");
  }

  private static final String LOCAL_PARTS = "16";

  private Sessions() {}

  static SparkSession open() {
    SparkConf conf = new SparkConf();
    NEEDED.forEach(conf::set);
    USUAL.forEach(conf::setIfMissing);
    if (conf.get("spark.master").startsWith("local")) {
      // without a cluster, two hundred parts of a small aggregate take longer than their rows
      conf.setIfMissing("spark.sql.shuffle.partitions", LOCAL_PARTS);
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    SparkSession spark = SparkSession.builder().config(conf).getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    return spark;
  }
}
