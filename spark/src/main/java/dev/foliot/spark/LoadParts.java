package dev.foliot.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Plays a load in parts: one barrier stage [1], with a task for each part.
 *
 * <p>The arguments are the number of parts, the time from the agreement to the start and a start
 * that was asked for or 0, both in milliseconds, then the Java, class path and home of the Foliot
 * that asks, the plan in one line, and options of {@code foliot load}. A row has a part's number,
 * host, executor, exit code, why there is no result, and the result.
 *
 * <p>[1] Xiangrui Meng, "SPIP: Barrier Execution Mode", SPARK-24374.
 */
final class LoadParts {
  static final int COLUMNS = 6;

  private static final int NUMBER = 0;
  private static final int EXIT = 3;
  private static final int LONGEST = 300;
  private static final Pattern LOST = Pattern.compile("ExecutorLostFailure \\(executor (\\S+)");

  private LoadParts() {}

  static List<String[]> play(SparkContext spark, List<String> arguments) throws Refusal {
    int count = Integer.parseInt(arguments.get(0));
    PartTask task =
        new PartTask(
            Long.parseLong(arguments.get(1)),
            Long.parseLong(arguments.get(2)),
            new PartProgram(
                spark.getConf().get("spark.foliot.home", ""),
                arguments.get(3),
                arguments.get(4),
                arguments.get(5)),
            arguments.get(6),
            new ArrayList<>(arguments.subList(7, arguments.size())));
    // tasks are interrupted when the stage ends early, and end what they have started
    spark.setJobGroup("foliot load", "parts of a load", true);
    ClassTag<String[]> rows = ClassTag$.MODULE$.apply(String[].class);
    List<Integer> numbers = IntStream.rangeClosed(1, count).boxed().collect(Collectors.toList());
    try {
      RDD<Integer> parts =
          JavaSparkContext.fromSparkContext(spark).parallelize(numbers, count).rdd();
      return JavaRDD.fromRDD(parts.barrier().mapPartitions(task, false, rows), rows).collect();
    } catch (Exception e) {
      // Scala throws what Java would have to declare
      throw new Refusal(line(e, count));
    }
  }

  /** The cells of a row: the number and the exit code are numbers. */
  static Object[] cells(String[] row) {
    Object[] cells = new Object[row.length];
    System.arraycopy(row, 0, cells, 0, row.length);
    cells[NUMBER] = Long.valueOf(row[NUMBER]);
    cells[EXIT] = Long.valueOf(row[EXIT]);
    return cells;
  }

  private static String line(Throwable e, int count) {
    StringBuilder said = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      said.append(cause.getMessage()).append('\n');
    }
    String all = said.toString();
    if (all.contains("SPARK-24819") || all.contains("more slots than")) {
      return "Spark has no room for "
          + count
          + " tasks at the same time: give fewer --parts, or more executors or cores";
    }
    if (all.contains("SPARK-24942") || all.contains("dynamic resource allocation")) {
      return "parts need executors that are there from the start: add --conf"
          + " spark.dynamicAllocation.enabled=false --conf spark.executor.instances="
          + count;
    }
    if (all.contains("barrier sync")) {
      return "not all "
          + count
          + " tasks began within two minutes: see whether executors were lost, and try again";
    }
    Matcher lost = LOST.matcher(all);
    if (lost.find()) {
      return "executor "
          + lost.group(1)
          + " was lost, and Spark ended the other parts: see its log, and play the load again";
    }
    String first = all.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    return "Spark did not play the parts: "
        + (first.length() > LONGEST ? first.substring(0, LONGEST) : first);
  }
}
