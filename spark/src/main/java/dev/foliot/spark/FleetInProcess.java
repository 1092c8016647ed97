package dev.foliot.spark;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@code spark-submit foliot-fleet-spark.jar PATH...}: {@code foliot fleet} in the driver. */
final class FleetInProcess {
  private static final int JAVA = 25;
  private static final int USAGE = 2;
  private static final int ENVIRONMENT = 4;

  private FleetInProcess() {}

  static void main(String[] args) throws ReflectiveOperationException {
    if (args.length == 0) {
      System.err.println(
          "foliot: name files: spark-submit foliot-fleet-spark.jar PATH... [options of foliot"
              + " fleet]");
      System.exit(USAGE);
    }
    int java = Runtime.version().feature();
    if (java < JAVA) {
      System.err.println(
          "foliot: the driver runs on Java "
              + java
              + ", and this needs Java 25: set JAVA_HOME to one, or start foliot fleet --engine"
              + " spark, which works with a driver of Java 17");
      System.exit(ENVIRONMENT);
    }
    List<String> words = new ArrayList<>(List.of("fleet", "--engine", "spark"));
    words.addAll(Arrays.asList(args));
    try {
      Class.forName("dev.foliot.cli.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) words.toArray(new String[0]));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
